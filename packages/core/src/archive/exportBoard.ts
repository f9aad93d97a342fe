import { Chunk, Effect, Option, Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { mayOnBoard } from "../access/policy.js"
import { requireBoard } from "../access/require.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { BoardId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { type ArchiveHeader, FORMAT, VERSION } from "./Archive.js"
import { archivePeople } from "./archivePeople.js"
import { ArchiveRepository, type TaskCursor } from "./ArchiveRepository.js"
import { archiveTask } from "./archiveTask.js"

/**
 * A whole board as plain JSON: a header, and its tasks in order as a stream that reads a page at a time, anew each time
 * that it is run. Mail addresses are told to the operator and to who may manage the board.
 *
 * The header is of one instant, and so is each page of tasks. What nobody changes meanwhile is there once, as it is. A
 * task that is moved meanwhile may be there twice, at its old place and at its new one, and what is made or removed
 * meanwhile may be there or not. Whatever happens, what comes out can be restored: a group or column that is younger than
 * the header is not in it, so that a task of such a group comes in the last one, without values of such columns.
 * Fails with `NotFound` or `Forbidden`.
 */
export const exportBoard = Effect.fnUntraced(function* (id: string) {
  const archive = yield* ArchiveRepository
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  const access = yield* requireBoard(boardId, "read the board")
  const exportedAt = yield* now
  const {
    columns,
    groups,
    id: _id,
    members,
    workspaceId: _workspaceId,
    ...board
  } = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  const yieldPoint = yield* makeYieldPoint
  const whole = Stream.paginateChunkEffect(null as TaskCursor | null, (after) =>
    Effect.map(Effect.zipLeft(archive.tasks(boardId, after, TASKS_PER_BATCH), yieldPoint), (page) => {
      const last = page.length < TASKS_PER_BATCH ? undefined : page.at(-1)
      return [Chunk.unsafeFromArray(page), Option.fromNullable(last)] as const
    })
  )
  const withEmails = (yield* actingUser) === null || mayOnBoard(access.standing, "manage the board")
  const people = yield* archivePeople(members, whole, withEmails)
  const header: ArchiveHeader = {
    format: FORMAT,
    version: VERSION,
    exportedAt,
    board,
    groups,
    columns,
    members,
    people
  }
  return { archive: header, tasks: Stream.filterMap(whole, archiveTask(header)) }
})
