import { Effect, Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { ArchiveRepository, type WholeTask } from "../archive/ArchiveRepository.js"
import { newColumn } from "../board/addColumn.js"
import { type Column, DEFAULT_GROUP_NAME, type Option, type Placed } from "../board/Board.js"
import { MAX_GROUPS } from "../board/boardLimits.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { defaultLabel, type FieldValues, fieldOf } from "../board/boundField.js"
import { boardCreated } from "../board/boardChange.js"
import { insertBoard, newBoard } from "../board/createBoard.js"
import { colorAt, foldLabel, newOption } from "../board/options.js"
import { recorded } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { batchesOf } from "../values/batchesOf.js"
import type { Issue } from "../values/InvalidInput.js"
import { isTooLarge, type Json } from "../values/Json.js"
import { orNotFound } from "../values/NotFound.js"
import { type Rank, rankAfter } from "../values/Rank.js"
import { now } from "../values/Timestamp.js"
import { type BoardId, type ColumnId, GroupId, SubtaskId, TaskId, WorkspaceId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import type { ColumnLabels } from "./columnLabels.js"
import { importedCell } from "./importedCell.js"
import { matchPeople, type People, peopleCell } from "./people.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/** The issues of the groups that tasks name. */
export const groupIssues = ({ size }: ReadonlySet<string>, path: string): ReadonlyArray<Issue> =>
  size > MAX_GROUPS ? [{ path: [path], message: `name ${size} groups; a board may have ${MAX_GROUPS}` }] : []

/** A planned import: the board's fields, columns, groups in order (none: one default group), people and tasks. */
export interface ImportToStore<E, R> {
  readonly name: string
  readonly description: string
  readonly workspaceId: string
  readonly columns: ReadonlyArray<PlannedColumn>
  /** The labels that become options, by index of the column. */
  readonly labels: ColumnLabels
  readonly groups: ReadonlyArray<string>
  readonly people: People
  readonly tasks: Stream.Stream<PlannedTask, E, R>
}

const insertColumns = Effect.fnUntraced(function* (
  boardId: BoardId,
  planned: ReadonlyArray<PlannedColumn>,
  labels: ColumnLabels
) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const columns: Array<Placed<Column>> = []
  let rank: Rank | null = null
  for (const each of planned) {
    rank = rankAfter(rank)
    const field = each.fills
    const options: Array<Option> = []
    for (const label of labels.get(each.index) ?? []) {
      const value = each.meanings?.get(foldLabel(label))
      options.push(newOption({ type: each.type, field }, yield* ids.next, options.length, { label, value }))
    }
    columns.push({ ...newColumn(yield* ids.next, { ...each, field, options }), rank })
  }
  yield* boards.insertColumns(boardId, columns)
  return new Map(
    planned.flatMap((each, at) => {
      const column = columns[at]
      if (column === undefined) return []
      return [[each.index, { ...each, column, unset: each.verbatim ? defaultLabel(column) : undefined }] as const]
    })
  )
})

const insertGroups = Effect.fnUntraced(function* (boardId: BoardId, names: ReadonlyArray<string>, first: Rank) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const groupIds = new Map<string, GroupId>()
  let rank = first
  for (const [at, name] of names.entries()) {
    const id = GroupId.make(yield* ids.next)
    rank = rankAfter(rank)
    // The first group of the board has the default color, which is that of the index 0.
    yield* boards.insertGroup(boardId, { id, name, color: colorAt(at + 1), rank })
    groupIds.set(name, id)
  }
  return groupIds
})

type StoredColumns = Effect.Effect.Success<ReturnType<typeof insertColumns>>

/** The users that a cell names, or its text where their ids are over the limit of a value. */
const matchedCell = (people: People, cell: string): Json => {
  const users = peopleCell(people, cell)
  return isTooLarge(users) ? cell : users
}

/** The cells by column, and the assignees and the other fields that they mean in columns that are bound to one. */
const boundCells = ({ assignees, cells }: PlannedTask, columns: StoredColumns, people: People) => {
  const columnValues: Record<ColumnId, Json> = {}
  const { users } = matchPeople(people, assignees, true)
  const fields: Partial<FieldValues> = { assignees: users }
  for (const [index, cell] of cells) {
    const found = columns.get(index)
    if (found === undefined) continue
    const { column, unset } = found
    if (column.field === "assignees") columnValues[column.id] = users.length === 0 ? importedCell(column, cell) : users
    else if (found.matchesPeople) columnValues[column.id] = matchedCell(people, cell)
    else if (cell.trim() !== unset) columnValues[column.id] = importedCell(column, cell)
    if (column.field === null || column.field === "assignees") continue
    Object.assign(fields, { [column.field]: fieldOf(column, column.field, cell) })
  }
  return { columnValues, ...fields }
}

/** Characters around a stored cell: the column's id, quotes, colon, comma. */
const AROUND_CELL = 42

/** Characters around the name of a stored subtask: its ids and time. */
const AROUND_SUBTASK = 160

const lengthOf = ({ assignees, cells, description, subtasks }: PlannedTask): number =>
  cells.reduce((length, [, cell]) => length + AROUND_CELL + cell.length, description.length) +
  assignees.reduce((length, address) => length + AROUND_CELL + address.length, 0) +
  subtasks.reduce((length, { name }) => length + AROUND_SUBTASK + name.length, 0)

/**
 * Stores a planned import in batches, as part of the transaction it is called in, and yields to other work between
 * them.
 * Fails with `NotFound` for the workspace, `Forbidden`, and as the tasks do.
 */
export const storeImport = Effect.fnUntraced(function* <E, R>(planned: ImportToStore<E, R>) {
  const boards = yield* BoardRepository
  const tasks = yield* TaskRepository
  const whole = yield* ArchiveRepository
  const ids = yield* Ids
  const workspace = yield* requireWorkspace(WorkspaceId.make(planned.workspaceId), "create boards")
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
  const columns = yield* insertColumns(boardId, planned.columns, planned.labels)
  let rank: Rank | null = null
  let stored = 0
  const yieldPoint = yield* makeYieldPoint
  const insertBatch = Effect.fnUntraced(function* (batch: Iterable<PlannedTask>) {
    const at = yield* now
    const placed: Array<WholeTask> = []
    for (const task of batch) {
      const { description, dueDate, group: groupName, name, priority, status, subtasks } = task
      rank = rankAfter(rank)
      const id = TaskId.make(yield* ids.next)
      placed.push({
        ...{ id, name, description, status, priority, dueDate },
        boardId,
        groupId: groupIds.get(groupName || DEFAULT_GROUP_NAME) ?? group.id,
        assignees: [],
        ...boundCells(task, columns, planned.people),
        rank,
        createdAt: at,
        updatedAt: at,
        ...{ comments: [], timeEntries: [] },
        subtasks: yield* Effect.forEach(subtasks, (subtask) =>
          Effect.map(ids.next, (next) => ({ ...subtask, id: SubtaskId.make(next), taskId: id, createdAt: at }))
        )
      })
    }
    const hasSubtasks = placed.some(({ subtasks }) => subtasks.length > 0)
    const bare = placed.map(({ comments: _comments, subtasks: _subtasks, timeEntries: _entries, ...task }) => task)
    yield* hasSubtasks ? whole.insertTasks(placed) : tasks.insert(bare)
    stored += placed.length
    yield* yieldPoint
  })
  yield* Stream.runForEach(Stream.grouped(planned.tasks, TASKS_PER_BATCH), (tasks) =>
    Effect.forEach(batchesOf(tasks, lengthOf), insertBatch, { discard: true })
  )
  const board = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  return recorded(board, boardCreated(board, stored))
})
