import { Effect, Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { newColumn } from "../board/addColumn.js"
import { type Column, DEFAULT_GROUP_COLOR, type Placed } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { insertBoard, newBoard } from "../board/createBoard.js"
import { Ids } from "../ports/Ids.js"
import type { PlacedTask } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { orNotFound } from "../values/NotFound.js"
import { type Rank, rankAfter } from "../values/Rank.js"
import { now } from "../values/Timestamp.js"
import { type BoardId, type ColumnId, GroupId, TaskId, type UserId, WorkspaceId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/** A planned task, with the fields that only sheets have. */
export interface TaskToStore extends PlannedTask {
  /** The name of one of the groups; by default the first. */
  readonly group?: string
  readonly description?: string
  readonly assignees?: ReadonlyArray<UserId>
}

/** A planned import: the board's fields, columns, groups in order (none: one default group) and tasks. */
export interface ImportToStore<E, R> {
  readonly name: string
  readonly description: string
  readonly workspaceId: string
  readonly columns: ReadonlyArray<PlannedColumn>
  readonly groups: ReadonlyArray<string>
  readonly tasks: Stream.Stream<TaskToStore, E, R>
}

const insertColumns = Effect.fnUntraced(function* (boardId: BoardId, planned: ReadonlyArray<PlannedColumn>) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const columns: Array<Placed<Column>> = []
  let rank: Rank | null = null
  for (const each of planned) {
    rank = rankAfter(rank)
    columns.push({ ...newColumn(yield* ids.next, each), rank })
  }
  yield* boards.insertColumns(boardId, columns)
  return new Map(columns.map(({ id }, at) => [planned[at]?.index ?? -1, id] as const))
})

const insertGroups = Effect.fnUntraced(function* (boardId: BoardId, names: ReadonlyArray<string>, first: Rank) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const groupIds = new Map<string, GroupId>()
  let rank = first
  for (const name of names) {
    const id = GroupId.make(yield* ids.next)
    rank = rankAfter(rank)
    yield* boards.insertGroup(boardId, { id, name, color: DEFAULT_GROUP_COLOR, rank })
    groupIds.set(name, id)
  }
  return groupIds
})

const toColumnValues = (cells: PlannedTask["cells"], columnIds: ReadonlyMap<number, ColumnId>) => {
  const values: Record<ColumnId, string> = {}
  for (const [index, cell] of cells) {
    const columnId = columnIds.get(index)
    if (columnId !== undefined) values[columnId] = cell
  }
  return values
}

/** Most characters that are stored at once, unless one task has more. 250 tasks of ten short columns have fewer. */
const BATCH_LENGTH = 256 * 1024

/** Characters around a stored cell: the column's id, quotes, colon, comma. */
const AROUND_CELL = 42

const lengthOf = ({ cells }: TaskToStore): number =>
  cells.reduce((length, [, cell]) => length + AROUND_CELL + cell.length, 0)

/** Divides tasks in order into batches of at most `BATCH_LENGTH`. */
const batchesOf = (tasks: Iterable<TaskToStore>): ReadonlyArray<ReadonlyArray<TaskToStore>> => {
  const batches: Array<Array<TaskToStore>> = []
  let left = 0
  for (const task of tasks) {
    const length = lengthOf(task)
    const last = batches.at(-1)
    if (last === undefined || length > left) {
      batches.push([task])
      left = BATCH_LENGTH - length
    } else {
      last.push(task)
      left -= length
    }
  }
  return batches
}

/**
 * Stores a planned import in batches, as part of the transaction it is called in, and yields to other work between
 * them.
 * Fails with `NotFound` for the workspace, `Forbidden`, and as the tasks do.
 */
export const storeImport = Effect.fnUntraced(function* <E, R>(planned: ImportToStore<E, R>) {
  const boards = yield* BoardRepository
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const workspace = yield* requireWorkspace(WorkspaceId.make(planned.workspaceId), "manage the workspace")
  const [firstName, ...otherNames] = planned.groups
  const created = yield* newBoard({
    name: planned.name,
    description: planned.description,
    workspaceId: workspace.workspaceId,
    creatorId: (yield* actingUser) ?? workspace.ownerId
  })
  const group = firstName === undefined ? created.group : { ...created.group, name: firstName }
  yield* insertBoard({ ...created, group })
  const boardId = created.board.id
  const groupIds = yield* insertGroups(boardId, otherNames, group.rank)
  const columnIds = yield* insertColumns(boardId, planned.columns)
  let rank: Rank | null = null
  const yieldPoint = yield* makeYieldPoint
  const insertBatch = Effect.fnUntraced(function* (batch: Iterable<TaskToStore>) {
    const at = yield* now
    const placed: Array<PlacedTask> = []
    for (const { cells, group: name = "", ...task } of batch) {
      rank = rankAfter(rank)
      placed.push({
        description: "",
        assignees: [],
        ...task,
        id: TaskId.make(yield* ids.next),
        boardId,
        groupId: groupIds.get(name) ?? group.id,
        columnValues: toColumnValues(cells, columnIds),
        rank,
        createdAt: at,
        updatedAt: at
      })
    }
    yield* tasks.insert(placed)
    yield* yieldPoint
  })
  yield* Stream.runForEach(Stream.grouped(planned.tasks, TASKS_PER_BATCH), (tasks) =>
    Effect.forEach(batchesOf(tasks), insertBatch, { discard: true })
  )
  return yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
})
