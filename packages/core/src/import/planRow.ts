import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import { exceedLimit, VALUES_RULE } from "../task/valueLimits.js"
import type { Issue } from "../values/InvalidInput.js"
import { NAME_LENGTH, TEXT_LENGTH, textProblem } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import { type ImportRow, type ImportWarning, MAX_COLUMN_INDEX, MAX_COLUMNS } from "./BoardImport.js"
import type { ColumnPlan } from "./planColumns.js"
import { fillField } from "./readCell.js"

/** A task as a row describes it. */
export interface PlannedTask {
  readonly name: string
  readonly status: string
  readonly priority: string
  readonly dueDate: Timestamp | null
  /** The cells that are not blank, by column index, as sent. */
  readonly cells: ReadonlyArray<readonly [index: number, cell: string]>
}

/** The plan of a row. A blank row has no task; the task does not count if there are issues. */
export interface RowPlan {
  readonly task: PlannedTask | null
  readonly warnings: ReadonlyArray<ImportWarning>
  /** Cells of columns that are not mapped. */
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
  return textProblem(cell, max)
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

/** Plans one row; never throws, whatever the row contains. `at` is the index of the row. */
export const planRow = (plan: ColumnPlan, row: ImportRow, at: number): RowPlan => {
  const { cells, issues } = readCells(plan, row, at)
  if (cells.size === 0) return { task: null, warnings: [], unmapped: [], issues }
  const warnings: Array<ImportWarning> = []
  const warn = (column: number, value: string, message: string) => warnings.push({ row: at, column, value, message })
  const filled = { status: DEFAULT_STATUS, priority: DEFAULT_PRIORITY, dueDate: null as Timestamp | null }
  const kept: Array<readonly [number, string]> = []
  const name = cells.get(plan.nameIndex)
  if (name === undefined) warn(plan.nameIndex, "", `has no name; imported as ${UNTITLED}`)
  cells.delete(plan.nameIndex)
  for (const { fills, index } of plan.columns) {
    const cell = cells.get(index)
    if (cell === undefined) continue
    const problem = fills === null ? null : fillField(filled, fills, cell)
    if (problem !== null) warn(index, cell, `${problem}; kept as text`)
    kept.push([index, cell])
    cells.delete(index)
  }
  const tooLarge = exceedLimit(kept.map(([, cell]) => cell))
  return {
    task: { name: name ?? UNTITLED, ...filled, cells: kept },
    warnings,
    unmapped: [...cells],
    issues: tooLarge ? [...issues, { path: ["rows", String(at)], message: VALUES_RULE }] : issues
  }
}
