import { Effect, Option } from "effect"
import { findFaces } from "../account/faces.js"
import { insertGroupsAndColumns } from "../archive/storeArchive.js"
import { type Board, type BoardDetails, BoardId } from "../board/Board.js"
import { boardCreated } from "../board/boardChange.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { isPeople } from "../board/boundField.js"
import { holdAllColumns } from "../board/holdAllColumns.js"
import { Ids } from "../ports/Ids.js"
import type { UserId, WorkspaceId } from "../values/ids.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { copyTasks, type Copied, type PeopleNames } from "./copyTasks.js"

/** Most people of a board whose names are looked up. */
const MAX_NAMED = 10_000

export const NO_PEOPLE: PeopleNames = { columns: new Set(), names: new Map() }

/**
 * The columns of people of a board that are not bound to the assignees, and if there are any, the names of those who appear on it.
 * Read before the transaction, since the directory of users may be remote.
 */
export const namesOn = Effect.fnUntraced(function* (boardId: BoardId) {
  const boards = yield* BoardRepository
  const columns = Option.match(yield* boards.find(boardId), { onNone: () => [], onSome: (board) => board.columns })
  const people = new Set<string>(
    columns.flatMap((column) => (isPeople(column) && column.field !== "assignees" ? [column.id] : []))
  )
  if (people.size === 0) return NO_PEOPLE
  const { items } = yield* boards.people(boardId, { page: 1, limit: MAX_NAMED, offset: 0 })
  const faces = yield* findFaces(items.map(({ userId }) => userId))
  const names = [...faces].flatMap(([id, { name }]) => (name === null ? [] : [[id, name] as const]))
  const found: PeopleNames = { columns: people, names: new Map(names) }
  return found
})

/**
 * Locks a board with its groups, columns and options, as part of the transaction it is called in. No other transaction
 * changes them until this one ends. None if there is no such board.
 */
export const lockWhole = Effect.fnUntraced(function* (boardId: BoardId) {
  const boards = yield* BoardRepository
  const found = yield* boards.lock(boardId)
  if (Option.isNone(found)) return Option.none<BoardDetails>()
  const held = yield* holdAllColumns(boardId)
  yield* boards.lockOptions(
    boardId,
    held.map(({ id }) => id)
  )
  return yield* boards.find(boardId)
})

/** What a copy has that its original may not have. */
interface CopyPlace {
  readonly workspaceId: WorkspaceId
  /** Of the workspace. */
  readonly ownerId: UserId
  /** Becomes the only member, as admin. */
  readonly userId: UserId
  /** Absent: that of the original. */
  readonly name?: string | undefined
  /** What was copied before; null if the tasks are not copied. */
  readonly copied: Copied | null
}

/**
 * Stores a copy of a board that is locked, as part of the transaction it is called in, and returns it with the change that it is.
 * Columns of people that are not bound to the assignees have names in place of the ids of those who are not on the copy.
 */
export const copyBoard = Effect.fnUntraced(function* (
  { columns, groups, members: _, ...original }: BoardDetails,
  people: PeopleNames,
  { copied, name, ownerId, userId, workspaceId }: CopyPlace
) {
  const boards = yield* BoardRepository
  const at = yield* now
  const boardId = BoardId.make(yield* (yield* Ids).next)
  const named = { name: name ?? original.name, createdAt: at, updatedAt: at }
  const board: Board = { ...original, ...named, id: boardId, workspaceId }
  yield* boards.insert(board)
  yield* boards.putMember(boardId, { userId, role: "admin" }, at)
  const parts = yield* insertGroupsAndColumns(boardId, { columns, groups })
  const names = new Map([...people.names].filter(([id]) => id !== userId && id !== ownerId))
  const place = { boardId, ...parts }
  const count = copied && (yield* copyTasks(original.id, place, { ...people, names }, copied))
  const copy = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  return { copy, change: boardCreated(copy, count) }
})
