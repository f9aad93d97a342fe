import { Board, Values } from "@boardwright/core"
import type { Task } from "@boardwright/core"
import { Option } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { byRank } from "./order.js"
import { everyTask } from "./boardContents.js"
import { columnsOf } from "./boardDetails.js"

/** The columns of a board that are bound to fields. */
export const bindingsOf = (state: MemoryState, boardId: Board.BoardId): ReadonlyArray<Board.Binding> =>
  columnsOf(state, boardId)
    .flatMap(({ field, id }) => (field === null ? [] : [{ id, field }]))
    .toSorted((a, b) => (a.field < b.field ? -1 : 1))

/** The columns of a board whose cells mean more than text, in order. */
export const typedOf = (state: MemoryState, boardId: Board.BoardId): ReadonlyArray<Board.TypedColumn> =>
  columnsOf(state, boardId)
    .filter(Board.isTyped)
    .map(({ field, id, type }) => ({ id, type, field }))

const withTasks = (state: MemoryState, change: (task: Task.PlacedTask) => Task.PlacedTask): MemoryState => ({
  ...state,
  tasks: new Map([...state.tasks].map(([id, task]) => [id, change(task)])),
  trash: new Map(
    [...state.trash].map(([id, { rows, ...trashed }]) => [
      id,
      { ...trashed, rows: { ...rows, tasks: rows.tasks.map(([key, task]) => [key, change(task)] as const) } }
    ])
  )
})

const cellOf = ({ columnValues }: Task.Task, columnId: Board.ColumnId): Task.Json =>
  Object.hasOwn(columnValues, columnId) ? (columnValues[columnId] ?? null) : null

const withCell = (task: Task.PlacedTask, columnId: Board.ColumnId, cell: Task.Json): Task.PlacedTask => {
  const { [columnId]: _, ...others } = task.columnValues
  return { ...task, columnValues: cell === null ? others : { ...others, [columnId]: cell } }
}

export const cellsOf = (
  state: MemoryState,
  boardId: Board.BoardId,
  columnId: Board.ColumnId,
  after: Pick<Board.TaskCell, "id" | "rank"> | null,
  limit: number
): ReadonlyArray<Board.TaskCell> => {
  const isAfter = ({ id, rank }: Task.PlacedTask) =>
    after === null || rank > after.rank || (rank === after.rank && id > after.id)
  const tasks = byRank(everyTask(state).filter((task) => task.boardId === boardId && isAfter(task)))
  return tasks.slice(0, limit).map((task) => {
    const { assignees, dueDate, id, priority, rank, status } = task
    return { id, rank, status, priority, dueDate, assignees, cell: cellOf(task, columnId) }
  })
}

const withField = (task: Task.PlacedTask, field: Board.BoundField | null, value: string | null): Task.PlacedTask =>
  value !== null && (field === "status" || field === "priority") ? { ...task, [field]: value } : task

export const setCells = (
  state: MemoryState,
  boardId: Board.BoardId,
  { field, id }: Pick<Board.Column, "id" | "field">,
  cells: ReadonlyArray<Board.NewCell>,
  at: Values.Timestamp.Timestamp
): MemoryState => {
  const byId = new Map(cells.map((cell) => [cell.id, cell]))
  return withTasks(state, (task) => {
    const given = byId.get(task.id)
    if (task.boardId !== boardId || given === undefined) return task
    const changed = withField(withCell(task, id, given.cell), field, given.value)
    return given.value === null ? changed : { ...changed, updatedAt: at }
  })
}

export const countCells = (state: MemoryState, boardId: Board.BoardId, columnId: Board.ColumnId, maxSize: number) => {
  const counts = new Map<string, { readonly cell: Task.Json; readonly tasks: number }>()
  for (const task of everyTask(state).filter((each) => each.boardId === boardId)) {
    const cell = cellOf(task, columnId)
    const key = JSON.stringify(cell)
    counts.set(key, { cell, tasks: (counts.get(key)?.tasks ?? 0) + 1 })
  }
  const size = [...counts].reduce((sum, [key, { cell }]) => sum + (cell === null ? 0 : key.length), 0)
  if (size > maxSize) return Option.none()
  return Option.some(
    [...counts.values()].toSorted(
      (a, b) => b.tasks - a.tasks || (JSON.stringify(a.cell) < JSON.stringify(b.cell) ? -1 : 1)
    )
  )
}

export const replaceCells = (
  state: MemoryState,
  boardId: Board.BoardId,
  { field, id }: Pick<Board.Column, "id" | "field">,
  replacements: ReadonlyArray<Board.CellReplacement>,
  at: Values.Timestamp.Timestamp
): MemoryState =>
  withTasks(state, (task) => {
    const found = replacements.find(({ from }) => Values.isSame(from, cellOf(task, id)))
    if (task.boardId !== boardId || found === undefined) return task
    return { ...withField(withCell(task, id, found.to), field, found.value), updatedAt: at }
  })
