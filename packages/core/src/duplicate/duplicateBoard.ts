import { Effect, Option, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { findFaces } from "../account/faces.js"
import { insertGroupsAndColumns } from "../archive/storeArchive.js"
import { type Board, BoardId } from "../board/Board.js"
import { boardCreated } from "../board/boardChange.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { holdAllColumns } from "../board/holdAllColumns.js"
import { withMemberFacesAfterChange } from "../board/memberFaces.js"
import { recorded, recording } from "../change/recording.js"
import { isPeople } from "../board/boundField.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Flag, Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { copyTasks } from "./copyTasks.js"

/** The name of the copy, 1 to 255 characters (default: that of the board), and whether to copy its tasks (default: no). */
export const DuplicateBoard = Schema.Struct({ name: optional(Name), withTasks: optional(Flag) })
export type DuplicateBoard = typeof DuplicateBoard.Encoded

const decode = decodeInput(DuplicateBoard)

/** Most people of a board whose names are looked up. */
const MAX_NAMED = 10_000

/**
 * The names of those who appear on a board, if it has a column of people that is not bound to the assignees. Read before the
 * transaction, since the directory of users may be remote. Fails with `NotFound` for who may not read the board.
 */
const namesOn = Effect.fnUntraced(function* (boardId: BoardId) {
  yield* requireBoard(boardId, "read the board")
  const boards = yield* BoardRepository
  const columns = Option.match(yield* boards.find(boardId), { onNone: () => [], onSome: (board) => board.columns })
  const people = new Set<string>(
    columns.flatMap((column) => (isPeople(column) && column.field !== "assignees" ? [column.id] : []))
  )
  if (people.size === 0) return { columns: people, names: new Map<string, string>() }
  const { items } = yield* boards.people(boardId, { page: 1, limit: MAX_NAMED, offset: 0 })
  const faces = yield* findFaces(items.map(({ userId }) => userId))
  const names = new Map([...faces].flatMap(([id, { name }]) => (name === null ? [] : [[id, name] as const])))
  return { columns: people, names }
})

/**
 * Creates a board like another one in the same workspace, with its groups and columns, and if wanted its tasks with their
 * subtasks, without comments and time entries. Columns of people that are not bound to the assignees have names in place of the
 * ids of those who are not on the copy. The actor becomes its only member, as admin; for the operator, the
 * workspace owner. Tasks that others move, create or delete meanwhile may be missing.
 * Fails with `InvalidInput` (also for more tasks than are copied at once), `NotFound` or `Forbidden`.
 */
export const duplicateBoard = Effect.fnUntraced(function* (id: string, input: DuplicateBoard = {}) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const originalId = BoardId.make(id)
  const wanted = yield* decode(input)
  const people = wanted.withTasks === true ? yield* namesOn(originalId) : null
  const stored = yield* recording(
    Effect.gen(function* () {
      // No group is added or removed, no column changed, and no option added meanwhile.
      yield* boards.lock(originalId).pipe(orNotFound("Board", originalId))
      const held = yield* holdAllColumns(originalId)
      yield* boards.lockOptions(
        originalId,
        held.map(({ id }) => id)
      )
      const { workspaceId } = yield* requireBoard(originalId, "read the board")
      const { ownerId } = yield* requireWorkspace(workspaceId, "create boards")
      const found = yield* boards.find(originalId).pipe(orNotFound("Board", originalId))
      const { columns, groups, members: _, ...original } = found
      const at = yield* now
      const boardId = BoardId.make(yield* ids.next)
      const board: Board = {
        ...original,
        id: boardId,
        name: wanted.name ?? original.name,
        createdAt: at,
        updatedAt: at
      }
      yield* boards.insert(board)
      const userId = (yield* actingUser) ?? ownerId
      yield* boards.putMember(boardId, { userId, role: "admin" }, at)
      const parts = yield* insertGroupsAndColumns(boardId, { columns, groups })
      for (const id of [userId, ownerId]) people?.names.delete(id)
      const tasks = people === null ? null : yield* copyTasks(originalId, { boardId, ...parts }, people)
      const copy = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
      return recorded(copy, boardCreated(copy, tasks))
    })
  )
  return yield* withMemberFacesAfterChange(stored)
})
