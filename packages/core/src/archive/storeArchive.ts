import { Effect, Stream } from "effect"
import type { Board, Column, Member, Placed } from "../board/Board.js"
import { newColumn } from "../board/addColumn.js"
import { boardCreated } from "../board/boardChange.js"
import { renumbered } from "../board/placePart.js"
import { isPeople } from "../board/boundField.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { BoardId, ColumnId, GroupId, type UserId, type WorkspaceId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { recorded } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { type Rank, rankAfter } from "../values/Rank.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { type HeaderInput, type TaskInput, taskDecoder } from "./ArchiveInput.js"
import { ArchiveRepository, type WholeTask } from "./ArchiveRepository.js"
import type { MatchedPeople } from "./matchPeople.js"
import { placeTask } from "./placeTask.js"

/** A checked archive, with its tasks to read again. */
export interface ArchiveToStore<E, R> {
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly header: HeaderInput
  readonly tasks: Stream.Stream<unknown, E, R>
  /** The number of tasks that were checked. */
  readonly count: number
  readonly people: MatchedPeople
  readonly members: ReadonlyArray<Member>
  /** The fallback author. */
  readonly fallback: UserId
  readonly onStored: (tasks: number) => Effect.Effect<void>
}

/** Stores copies of groups and columns on a new board, and returns their ids by those of the originals. */
export const insertGroupsAndColumns = Effect.fnUntraced(function* (
  boardId: BoardId,
  { columns, groups }: Pick<HeaderInput, "columns" | "groups">
) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const groupIds = new Map<string, GroupId>()
  const columnIds = new Map<string, ColumnId>()
  let rank: Rank | null = null
  for (const group of groups) {
    const id = GroupId.make(yield* ids.next)
    rank = rankAfter(rank)
    yield* boards.insertGroup(boardId, { ...group, id, rank })
    groupIds.set(group.id, id)
  }
  const placed: Array<Placed<Column>> = []
  rank = null
  for (const { width, visible, ...column } of columns) {
    const id = ColumnId.make(yield* ids.next)
    rank = rankAfter(rank)
    placed.push({ ...newColumn(id, column), width, visible, rank })
    columnIds.set(column.id, id)
  }
  yield* boards.insertColumns(boardId, placed)
  const ofPeople = new Set<string>(
    placed.flatMap((column) => (isPeople(column) && column.field !== "assignees" ? [column.id] : []))
  )
  return { groupIds, columnIds, columns: placed, ofPeople }
})

/** Whether entries of the same time and those after them are in their order without a rank. */
const isByCreation = (subtasks: WholeTask["subtasks"]): boolean =>
  subtasks.every(({ createdAt }, at) => at === 0 || (subtasks[at - 1]?.createdAt ?? createdAt) <= createdAt)

const insertMembers = Effect.fnUntraced(function* (boardId: BoardId, members: ReadonlyArray<Member>) {
  const boards = yield* BoardRepository
  // Members are ordered by the time of joining: one per millisecond, before now.
  const first = Math.max(0, toMillis(yield* now) - members.length)
  for (const [at, member] of members.entries()) yield* boards.putMember(boardId, member, fromMillis(first + at))
})

/**
 * Stores a checked archive in batches, as part of the transaction it is called in, and yields to other work between
 * them.
 * Fails with `InvalidInput` if the tasks differ from those that were checked, and as the tasks do.
 */
export const storeArchive = Effect.fnUntraced(function* <E, R>(archive: ArchiveToStore<E, R>) {
  const boards = yield* BoardRepository
  const whole = yield* ArchiveRepository
  const tasks = yield* TaskRepository
  const { header, name, workspaceId } = archive
  const boardId = BoardId.make(yield* (yield* Ids).next)
  const board: Board = { ...header.board, id: boardId, workspaceId, name }
  yield* boards.insert(board)
  const parts = yield* insertGroupsAndColumns(boardId, header)
  yield* insertMembers(boardId, archive.members)
  const decode = taskDecoder(header)
  let rank: Rank | null = null
  let stored = 0
  const yieldPoint = yield* makeYieldPoint
  const insertBatch = Effect.fnUntraced(function* (batch: Iterable<unknown>) {
    const placed: Array<WholeTask> = []
    for (const each of batch) {
      const task: TaskInput = yield* decode(each, stored++)
      rank = rankAfter(rank)
      placed.push(yield* placeTask(task, { ...archive, ...parts, boardId, rank }))
    }
    yield* whole.insertTasks(placed)
    for (const { id, subtasks } of placed) {
      if (!isByCreation(subtasks)) yield* tasks.rerankSubtasks(id, renumbered(subtasks.map((subtask) => subtask.id)))
    }
    yield* archive.onStored(stored)
    yield* yieldPoint
  })
  yield* Stream.runForEach(Stream.grouped(archive.tasks, TASKS_PER_BATCH), insertBatch)
  if (stored !== archive.count) {
    return yield* invalid(["tasks"], `were ${archive.count} when checked, but ${stored} when stored`)
  }
  const created = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  return recorded(created, boardCreated(created, stored))
})
