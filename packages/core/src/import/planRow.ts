import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import { exceedBudget, VALUES_RULE } from "../task/valueBudget.js"
import type { Issue } from "../values/InvalidInput.js"
import { fits, isUnstorable, LABEL_LENGTH, NAME_LENGTH, TEXT_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import { type ImportRow, type ImportWarning, MAX_COLUMN_INDEX, MAX_COLUMNS } from "./BoardImport.js"
import type { ColumnPlan, PlannedColumn } from "./planColumns.js"
import { readDate } from "./readDate.js"
import { readPriority, readStatus } from "./readLabel.js"

/** A task as a row describes it. */
export interface PlannedTask {
  readonly name: string
  readonly status: string
  readonly priority: string
  readonly dueDate: Timestamp | null
  /** The cells that are not blank, by the column's place in the spreadsheet, as sent. */
  readonly cells: ReadonlyArray<readonly [index: number, cell: string]>
}

/** What becomes of a row: no task for a row of blanks; no task counts when there are issues. */
export interface RowPlan {
  readonly task: PlannedTask | null
  readonly warnings: ReadonlyArray<ImportWarning>
  /** Filled cells of columns that are not mapped. */
  readonly unmapped: ReadonlyArray<readonly [index: number, cell: string]>
  readonly issues: ReadonlyArray<Issue>
}

/** The name of a task whose row has other cells and no name. */
export const UNTITLED = "Untitled"

const INDEX = /^(?:0|[1-9]\d{0,4})$/

const toText = (cell: unknown): string | null => {
  if (typeof cell === "string") return cell
  if (typeof cell === "boolean") return String(cell)
  if (typeof cell === "number" && Number.isFinite(cell)) return String(cell)
  return cell === null ? "" : null
}

const problemOf = (index: string, cell: string | null, max: number): string | null => {
  if (!INDEX.test(index) || Number(index) > MAX_COLUMN_INDEX) return "is not the index of a column"
  if (cell === null) return "must be a string, a number, true, false or null"
  if (isUnstorable(cell)) return "must not hold a NUL character or a lone surrogate"
  return fits(cell, max) ? null : `must have at most ${max} characters`
}

const readCells = (plan: ColumnPlan, row: ImportRow, at: number) => {
  const cells = new Map<number, string>()
  const issues: Array<Issue> = []
  const keys = Object.keys(row)
  if (keys.length > MAX_COLUMNS) {
    return { cells, issues: [{ path: ["rows", String(at)], message: `must have at most ${MAX_COLUMNS} cells` }] }
  }
  for (const key of keys) {
    const isName = key === String(plan.nameIndex)
    const text = toText(row[key])
    const cell = isName && text !== null ? text.trim() : text
    const problem = problemOf(key, cell, isName ? NAME_LENGTH : TEXT_LENGTH)
    if (problem !== null) issues.push({ path: ["rows", String(at), key], message: problem })
    else if (cell !== null && cell.trim() !== "") cells.set(Number(key), cell)
  }
  return { cells, issues }
}

interface Filled {
  status: string
  priority: string
  dueDate: Timestamp | null
}

/** Fills the task's own field from a cell. The answer is the reason why it could not, or null. */
const fill = (task: Filled, column: PlannedColumn, cell: string): string | null => {
  const label = cell.trim()
  if (column.fills === "dueDate") {
    task.dueDate = readDate(label)
    return task.dueDate === null ? "is not a date, or could be two; kept as text" : null
  }
  if (column.fills === null) return null
  if (!fits(label, LABEL_LENGTH))
    return `has over ${LABEL_LENGTH} characters, so the ${column.fills} was not set from it`
  task[column.fills] = column.fills === "status" ? readStatus(label) : readPriority(label)
  return null
}

/** Plans one row; pure, and never throws whatever the row holds. `at` is the row's place, from 0. */
export const planRow = (plan: ColumnPlan, row: ImportRow, at: number): RowPlan => {
  const { cells, issues } = readCells(plan, row, at)
  if (cells.size === 0) return { task: null, warnings: [], unmapped: [], issues }
  const warnings: Array<ImportWarning> = []
  const warn = (column: number, value: string, message: string) => warnings.push({ row: at, column, value, message })
  const filled: Filled = { status: DEFAULT_STATUS, priority: DEFAULT_PRIORITY, dueDate: null }
  const kept: Array<readonly [number, string]> = []
  const name = cells.get(plan.nameIndex)
  if (name === undefined) warn(plan.nameIndex, "", `has no name; imported as ${UNTITLED}`)
  cells.delete(plan.nameIndex)
  for (const column of plan.columns) {
    const cell = cells.get(column.index)
    if (cell === undefined) continue
    const problem = fill(filled, column, cell)
    if (problem !== null) warn(column.index, cell, problem)
    kept.push([column.index, cell])
    cells.delete(column.index)
  }
  const tooLarge = exceedBudget(kept.map(([, cell]) => cell))
  return {
    task: { name: name ?? UNTITLED, ...filled, cells: kept },
    warnings,
    unmapped: [...cells],
    issues: tooLarge ? [...issues, { path: ["rows", String(at)], message: VALUES_RULE }] : issues
  }
}
