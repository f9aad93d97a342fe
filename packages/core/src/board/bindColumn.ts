import { Effect } from "effect"
import type { FieldChanges, NewChange } from "../change/Change.js"
import { changedFields } from "../change/fieldChanges.js"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import type { TaskId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { BoardId, BoundField, Column, ColumnId, Option } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository, type NewCell, type TaskCell } from "./BoardRepository.js"
import { cellOf, type FieldValues, fieldOf, normalField, peopleOf } from "./boundField.js"
import { hasOptions, newOption, unknownLabels } from "./options.js"
import { isSame } from "../values/patched.js"

/** Whether the cell of a task means its field. */
export const agrees = (column: Pick<Column, "options">, field: BoundField, task: TaskCell): boolean =>
  field === "assignees"
    ? isSame(peopleOf(task.cell), task.assignees)
    : isSame(fieldOf(column, field, task.cell), task[field])

/** A task whose cell did not mean its field, or whose field had a label that means another value. */
export interface ChangedTask {
  readonly id: TaskId
  readonly fields: FieldChanges
}

/** The changes of the tasks on a board that binding a column changed. */
export const boundTaskChanges = (
  board: Parameters<typeof boardChange>[1],
  changed: ReadonlyArray<ChangedTask>
): ReadonlyArray<NewChange> =>
  changed.map(({ fields, id }) => boardChange("task.updated", board, { taskId: id, subjectId: id, fields }))

/** The cell for what the field of a task means. A label that only means the value stays as the cell. */
const cellFor = (
  bound: Pick<Column, "options">,
  field: BoundField,
  task: TaskCell,
  wanted: FieldValues[BoundField]
): Json => {
  const value = task[field]
  if (isSame(wanted, value)) return cellOf(bound, field, value)
  if (task.cell !== null && isSame(fieldOf(bound, field, task.cell), wanted)) return task.cell
  return bound.options.find((option) => option.value === wanted)?.label ?? value
}

/** The cells of tasks in a column that is bound to a field: those that mean it stay. */
const bindCells = Effect.fnUntraced(function* (column: Column, field: BoundField, tasks: ReadonlyArray<TaskCell>) {
  const ids = yield* Ids
  const options: Array<Option> = [...column.options]
  const cells: Array<NewCell> = []
  const changed: Array<ChangedTask> = []
  for (const task of tasks) {
    const { id } = task
    const bound = { type: column.type, options }
    if (agrees(bound, field, task)) {
      cells.push({ id, cell: task.cell, value: null })
      continue
    }
    const wanted = normalField(bound, field, task[field])
    const cell = cellFor(bound, field, task, wanted)
    if (hasOptions(column) && typeof wanted === "string") {
      for (const label of unknownLabels(bound, cell)) {
        options.push(newOption(column, yield* ids.next, options.length, { label, value: wanted }))
      }
    }
    const fields = {
      ...changedFields({ [field]: task[field] }, { [field]: wanted }),
      ...(task.cell !== null &&
        changedFields({ columnValues: { [column.id]: task.cell } }, { columnValues: { [column.id]: cell } }))
    }
    cells.push({ id, cell, value: typeof wanted === "string" && wanted !== task[field] ? wanted : null })
    if (Object.keys(fields).length > 0) changed.push({ id, fields })
  }
  return { cells, column: { ...column, options }, changed }
})

/** Locks all tasks of a board until the transaction ends, and reads them with their cells in a column, in batches. */
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
    const tasks: ReadonlyArray<TaskCell> = yield* boards.listCells(boardId, columnId, after, TASKS_PER_BATCH)
    yield* work(tasks)
    if (tasks.length < TASKS_PER_BATCH) return
    after = tasks.at(-1) ?? null
    yield* yieldPoint
  }
})

/**
 * Gives all tasks of a board the cells that mean their fields, in a column that is to be bound to one, and returns it with
 * the options that it needs, and the tasks that had another cell or a label that means another value of the field.
 */
export const fillCells = Effect.fnUntraced(function* (boardId: BoardId, wanted: Column, field: BoundField) {
  const boards = yield* BoardRepository
  const at = yield* now
  let column = wanted
  const changed: Array<ChangedTask> = []
  yield* eachCell(boardId, column.id, (tasks) =>
    Effect.gen(function* () {
      const made = yield* bindCells(column, field, tasks)
      column = made.column
      changed.push(...made.changed)
      yield* boards.setCells(boardId, { id: column.id, field }, made.cells, at)
    })
  )
  return { column, changed }
})

/**
 * Gives the tasks of a board the cells that mean their fields, if a new column is to be bound to one, and returns it with
 * the options that it needs, and the tasks that it changed. The transaction holds the lock of the board. Fails with
 * `InvalidInput` if another column is bound to the field.
 */
export const bindColumn = Effect.fnUntraced(function* (boardId: BoardId, wanted: Column) {
  const { field } = wanted
  if (field === null) return { column: wanted, changed: [] }
  const bound = yield* (yield* BoardRepository).bindings(boardId)
  if (bound.some((other) => other.field === field)) return yield* invalid(["field"], "is bound to another column")
  return yield* fillCells(boardId, wanted, field)
})
