import { Effect } from "effect"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import type { TaskId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { BoardId, BoundField, Column, ColumnId, Option } from "./Board.js"
import { BoardRepository, type TaskCell } from "./BoardRepository.js"
import { cellOf, fieldOf } from "./boundField.js"
import { hasOptions, MAX_OPTIONS, newOption, unknownLabels } from "./options.js"
import { isSame } from "../values/patched.js"

const NO_USERS = new Map()

/** Whether the cell of a task means its field. */
export const agrees = (column: Pick<Column, "options">, field: BoundField, task: TaskCell): boolean =>
  field === "assignees"
    ? isSame(task.cell ?? [], task.assignees)
    : isSame(fieldOf(column, field, task.cell, NO_USERS), task[field])

/** A cell that did not mean the field of its task. */
export interface ReplacedCell {
  readonly id: TaskId
  readonly from: Json
  readonly to: Json
}

/** The cells of tasks in a column that is bound to a field: those that mean it stay. */
const bindCells = Effect.fnUntraced(function* (column: Column, field: BoundField, tasks: ReadonlyArray<TaskCell>) {
  const ids = yield* Ids
  const options: Array<Option> = [...column.options]
  const cells: Array<TaskCell> = []
  const replaced: Array<ReplacedCell> = []
  for (const task of tasks) {
    const value = task[field]
    const bound = { options }
    if (agrees(bound, field, task)) {
      cells.push(task)
      continue
    }
    const cell = cellOf(bound, field, value)
    const isMeant = isSame(fieldOf(bound, field, cell, NO_USERS), value)
    const isNew = !isMeant || unknownLabels({ type: column.type, options }, cell).length > 0
    if (hasOptions(column) && isNew && typeof value === "string" && options.length < MAX_OPTIONS) {
      options.push(newOption(column, yield* ids.next, options.length, { label: value, value }))
    }
    cells.push({ ...task, cell })
    if (task.cell !== null) replaced.push({ id: task.id, from: task.cell, to: cell })
  }
  return { cells, column: { ...column, options }, replaced }
})

/** Reads all tasks of a board with their cells in a column, in batches, which stay as they are until the transaction ends. */
export const eachCell = Effect.fnUntraced(function* <E, R>(
  boardId: BoardId,
  columnId: ColumnId,
  work: (tasks: ReadonlyArray<TaskCell>) => Effect.Effect<void, E, R>
) {
  const boards = yield* BoardRepository
  yield* boards.lockAgainstTasks(boardId)
  const yieldPoint = yield* makeYieldPoint
  let after: TaskCell | null = null
  for (;;) {
    const tasks: ReadonlyArray<TaskCell> = yield* boards.lockCells(boardId, columnId, after, TASKS_PER_BATCH)
    yield* work(tasks)
    if (tasks.length < TASKS_PER_BATCH) return
    after = tasks.at(-1) ?? null
    yield* yieldPoint
  }
})

/**
 * Gives all tasks of a board the cells that mean their fields, in a column that is to be bound to one, and returns it with
 * the options that it needs, and the cells that it replaced.
 */
export const fillCells = Effect.fnUntraced(function* (boardId: BoardId, wanted: Column, field: BoundField) {
  const boards = yield* BoardRepository
  let column = wanted
  const replaced: Array<ReplacedCell> = []
  yield* eachCell(boardId, column.id, (tasks) =>
    Effect.gen(function* () {
      const made = yield* bindCells(column, field, tasks)
      column = made.column
      replaced.push(...made.replaced)
      yield* boards.setCells(boardId, column.id, made.cells)
    })
  )
  return { column, replaced }
})

/**
 * Gives the tasks of a board the cells that mean their fields, if a new column is to be bound to one, and returns it with
 * the options that it needs. The transaction holds the lock of the board. Fails with `InvalidInput` if another column is
 * bound to the field.
 */
export const bindColumn = Effect.fnUntraced(function* (boardId: BoardId, wanted: Column) {
  const { field } = wanted
  if (field === null) return wanted
  const bound = yield* (yield* BoardRepository).bindings(boardId)
  if (bound.some((other) => other.field === field)) return yield* invalid(["field"], "is bound to another column")
  return (yield* fillCells(boardId, wanted, field)).column
})
