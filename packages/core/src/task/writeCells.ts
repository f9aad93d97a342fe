import type { Binding, Column } from "../board/Board.js"
import { cellOf, DEFAULT_FIELDS, type FieldValues, fieldOf, normalField } from "../board/boundField.js"
import { findOption, hasOptions, labelsOf, toCell, unknownLabels } from "../board/options.js"
import { cellProblem } from "../board/readCell.js"
import type { UserId } from "../values/ids.js"
import type { Issue } from "../values/InvalidInput.js"
import type { Json } from "../values/Json.js"
import { isSame } from "../values/patched.js"
import type { ColumnValues } from "./Task.js"
import { mergeColumnValues } from "./TaskInput.js"
import { valueIssues } from "./valueLimits.js"

/** The fields of a task that columns can be bound to, and its cells. */
export type Cells = FieldValues & { readonly columnValues: ColumnValues }

/** The given ones; null clears. */
export type CellsPatch = { readonly [K in keyof FieldValues]?: FieldValues[K] | undefined } & {
  readonly columnValues?: ColumnValues | null | undefined
}

/** The columns that a write needs: those whose cells or whose fields it sets. */
export interface CellColumns {
  readonly bindings: ReadonlyArray<Binding>
  readonly columns: ReadonlyArray<Column>
  /** The users among the ids in the cells. */
  readonly users: ReadonlyMap<string, UserId>
}

export interface WrittenCells {
  readonly cells: Cells
  /** Labels that become options, by the id of their column. */
  readonly labels: ReadonlyMap<string, ReadonlyArray<string>>
  readonly issues: ReadonlyArray<Issue>
}

/** The fields that a write sets, and the ids of the columns whose cells it sets. */
export type WrittenFields = { readonly [K in keyof FieldValues]?: unknown } & {
  readonly columnValues?: object | null | undefined
}

const NO_IDS: ReadonlyArray<string> = []

/** The columns that a write needs, by id. */
export const columnsOfWrite = (bindings: ReadonlyArray<Binding>, patch: WrittenFields): ReadonlyArray<string> => {
  const isPlain = patch.columnValues === undefined || patch.columnValues === null
  if (bindings.length === 0) return isPlain ? NO_IDS : Object.keys(patch.columnValues)
  const bound = bindings.flatMap(({ field, id }) => (patch[field] === undefined ? [] : [id]))
  return [...new Set<string>([...Object.keys(patch.columnValues ?? {}), ...bound])]
}

const cellIn = (values: ColumnValues, id: string): Json => (Object.hasOwn(values, id) ? (values[id] ?? null) : null)

/** Those of a new task. */
export const NO_CELLS: Cells = { ...DEFAULT_FIELDS, columnValues: {} }

const NO_OPTIONS = { options: [] }
const NOTHING: Pick<WrittenCells, "labels" | "issues"> = { labels: new Map(), issues: [] }

const optionProblem = (column: Column, cell: Json): string | null => {
  const labels = hasOptions(column) ? labelsOf(column, cell) : null
  const isKnown = labels?.every((label) => findOption(column.options, label) !== undefined) ?? true
  return isKnown ? null : "must be an option of the column"
}

/** The fields as they are given, with the values from before. */
const plainCells = ({ columnValues, ...before }: Cells, patch: CellsPatch): Cells => ({
  status: patch.status ?? before.status,
  priority: patch.priority ?? before.priority,
  dueDate: patch.dueDate === undefined ? before.dueDate : patch.dueDate,
  assignees: patch.assignees ?? before.assignees,
  columnValues
})

/**
 * Writes fields and cells so that bound ones agree. A cell that already means the field stays. If both are given and
 * disagree, the one that differs from before applies; if both differ, or the cell is null, the field does. A cell that is the
 * same as before changes nothing, whatever it means now.
 */
export const writeCells = (
  before: Cells,
  patch: CellsPatch,
  { bindings, columns, users }: CellColumns
): WrittenCells => {
  const given = patch.columnValues
  if (given === undefined && bindings.length === 0) return { cells: plainCells(before, patch), ...NOTHING }
  const held = new Map<string, Column>(columns.map((column) => [column.id, column]))
  const stored = Object.entries(given ?? {}).map(([id, cell]) => {
    const column = held.get(id)
    return [id, column === undefined ? cell : toCell(column, cell)] as const
  })
  let values =
    given === undefined
      ? before.columnValues
      : mergeColumnValues(given === null ? {} : before.columnValues, Object.fromEntries(stored))
  const cells = plainCells(before, patch)
  // An assignee whose account is gone stays one.
  const people = new Map([...users, ...before.assignees.map((id) => [String(id), id] as const)])
  for (const { field, id } of bindings) {
    const sent = patch[field]
    const cell = cellIn(values, id)
    const hasCell = !isSame(cell, cellIn(before.columnValues, id))
    if (sent === undefined && !hasCell) continue
    const column = held.get(id) ?? NO_OPTIONS
    const means = (cell: Json) => fieldOf(column, field, cell, people)
    const wanted = sent === undefined ? means(cell) : normalField(column, field, sent)
    const isMeant = cell !== null && isSame(wanted, before[field])
    const applies = hasCell && (isSame(means(cell), wanted) || isMeant)
    if (applies) {
      Object.assign(cells, { [field]: means(cell) })
      continue
    }
    Object.assign(cells, { [field]: wanted })
    const kept = isSame(wanted, before[field])
    values = mergeColumnValues(values, { [id]: kept ? cellIn(before.columnValues, id) : cellOf(column, field, wanted) })
  }
  const labels = new Map<string, ReadonlyArray<string>>()
  // A list of labels and a list of assignees may be longer as a cell than what was sent.
  const isGiven = (id: string) => given !== null && given !== undefined && Object.hasOwn(given, id)
  const pathOf = (id: string) => (isGiven(id) ? ["columnValues", id] : [held.get(id)?.field ?? "columnValues"])
  const written = Object.fromEntries(
    [...Object.keys(given ?? {}), ...held.keys()].map((id) => [id, cellIn(values, id)])
  )
  const issues = valueIssues(written, before.columnValues, values).map(({ message, path: [, id] }): Issue => {
    return { path: id === undefined ? ["columnValues"] : pathOf(id), message }
  })
  for (const column of columns) {
    const cell = cellIn(values, column.id)
    if (cell === null || cell === "" || isSame(cell, cellIn(before.columnValues, column.id))) continue
    if (column.strict) {
      const problem = cellProblem(column, cell) ?? optionProblem(column, cell)
      if (problem !== null) issues.push({ path: pathOf(column.id), message: `${problem}, since the column is strict` })
      continue
    }
    const unknown = hasOptions(column) ? unknownLabels(column, cell) : []
    if (unknown.length > 0) labels.set(column.id, unknown)
  }
  return { cells: { ...cells, columnValues: values }, labels, issues }
}

/**
 * Writes a task's fields and cells on a board that is new to it. A cell that is bound to the assignees has the task's if it
 * had any and does not mean them; without any the cell listed no users, and stays.
 */
export const cellsOnBoard = (
  task: Cells,
  columns: ReadonlyArray<Column>,
  isAssigned = task.assignees.length > 0
): WrittenCells => {
  const bindings = columns.flatMap(({ field, id }) => (field === null ? [] : [{ id, field }]))
  const { assignees, dueDate, priority, status } = task
  const isGone = isAssigned && assignees.length === 0
  const people = isGone ? bindings.find(({ field }) => field === "assignees")?.id : undefined
  const columnValues = Object.fromEntries(Object.entries(task.columnValues).filter(([id]) => id !== people))
  const patch = { assignees, dueDate, priority, status, columnValues }
  const users = new Map(assignees.map((id) => [String(id), id] as const))
  return writeCells(NO_CELLS, patch, { bindings, columns, users })
}
