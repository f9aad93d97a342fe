import { Effect } from "effect"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import type { BoardId, BoundField, Column, Option } from "./Board.js"
import { BoardRepository, type TaskCell } from "./BoardRepository.js"
import { cellOf, fieldOf } from "./boundField.js"
import { MAX_OPTIONS, newOption } from "./options.js"
import { isSame } from "../values/patched.js"

const NO_USERS = new Map()

/** Whether the cell of a task means its field. */
const agrees = (column: Pick<Column, "options">, field: BoundField, task: TaskCell): boolean =>
  field === "assignees"
    ? isSame(task.cell ?? [], task.assignees)
    : isSame(fieldOf(column, field, task.cell, NO_USERS), task[field])

/** The cells of tasks in a column that is bound to a field: those that mean it stay. */
const bindCells = Effect.fnUntraced(function* (column: Column, field: BoundField, tasks: ReadonlyArray<TaskCell>) {
  const ids = yield* Ids
  const options: Array<Option> = [...column.options]
  const cells: Array<TaskCell> = []
  for (const task of tasks) {
    const value = task[field]
    const bound = { options }
    if (agrees(bound, field, task)) {
      cells.push(task)
      continue
    }
    const cell = cellOf(bound, field, value)
    const isMeant = typeof cell !== "string" || isSame(fieldOf(bound, field, cell, NO_USERS), value)
    if (!isMeant && typeof value === "string" && options.length < MAX_OPTIONS) {
      options.push(newOption(column, yield* ids.next, options.length, { label: value, value }))
    }
    cells.push({ ...task, cell })
  }
  return { cells, column: { ...column, options } }
})

/**
 * Gives the tasks of a board the cells that mean their fields, in a column that is to be bound to one, and returns it with
 * the options that it needs. The transaction holds the lock of the board. Fails with `InvalidInput` if another column is
 * bound to the field.
 */
export const bindColumn = Effect.fnUntraced(function* (boardId: BoardId, wanted: Column) {
  const { field } = wanted
  if (field === null) return wanted
  const boards = yield* BoardRepository
  const bound = yield* boards.bindings(boardId)
  if (bound.some((other) => other.field === field)) return yield* invalid(["field"], "is bound to another column")
  yield* boards.lockAgainstTasks(boardId)
  const yieldPoint = yield* makeYieldPoint
  let column = wanted
  let after: TaskCell | null = null
  for (;;) {
    const tasks: ReadonlyArray<TaskCell> = yield* boards.lockCells(boardId, column.id, after, TASKS_PER_BATCH)
    const made = yield* bindCells(column, field, tasks)
    column = made.column
    yield* boards.setCells(boardId, column.id, made.cells)
    if (tasks.length < TASKS_PER_BATCH) return column
    after = tasks.at(-1) ?? null
    yield* yieldPoint
  }
})
