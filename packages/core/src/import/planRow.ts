import { MAX_SUBTASKS } from "../task/childLimits.js"
import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import { exceedLimit, VALUES_RULE } from "../task/valueLimits.js"
import type { Issue } from "../values/InvalidInput.js"
import { NAME_LENGTH, TEXT_LENGTH, textProblem } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import { type ImportRow, type ImportWarning, MAX_COLUMN_INDEX, MAX_COLUMNS } from "./BoardImport.js"
import { type PlannedSubtask, readChecklist } from "./checklist.js"
import type { ColumnPlan } from "./planColumns.js"
import { cellOf } from "../board/boundField.js"
import { readDate } from "../board/readDate.js"
import { fillField } from "./fillField.js"

/** A task as a row describes it. */
export interface PlannedTask {
  /** The index or line of the row. */
  readonly row: number
  readonly name: string
  readonly description: string
  /** The name of its group; empty for the default group. */
  readonly group: string
  /** Addresses. */
  readonly assignees: ReadonlyArray<string>
  readonly status: string
  readonly priority: string
  readonly dueDate: Timestamp | null
  /** The key or the name of its parent; empty for a task of its own. */
  readonly parent: string
  /** What other rows may name it by besides its name; empty without a key column. */
  readonly key: string
  readonly subtasks: ReadonlyArray<PlannedSubtask>
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
  for (const key of Object.keys(row)) {
    const field = key === String(plan.nameIndex) ? "name" : plan.fields.get(Number(key))
    const isTitle = field === "name" || field === "group"
    const text = toText(row[key])
    const cell = isTitle && text !== null ? text.trim() : text
    const problem = problemOf(key, cell, isTitle ? NAME_LENGTH : TEXT_LENGTH)
    const isExact = plan.verbatim && field === "description"
    if (problem !== null) issues.push({ path: ["rows", String(at), key], message: problem })
    else if (cell !== null && (isExact ? cell : cell.trim()) !== "") cells.set(Number(key), cell)
  }
  return { cells, issues }
}

/** Without other cells, the name of a group makes no task. */
const isBlank = ({ fields }: ColumnPlan, cells: ReadonlyMap<number, string>): boolean =>
  cells.size <= 1 && [...cells.keys()].every((index) => fields.get(index) === "group")

const PLAIN = { options: [] }
const NOBODY: ReadonlyArray<string> = []
const NO_SUBTASKS: ReadonlyArray<PlannedSubtask> = []

const addressesIn = (cell: string): ReadonlyArray<string> => {
  const addresses = cell.split(/[,;]/).map((each) => each.trim())
  return [...new Set(addresses)].filter((each) => each !== "")
}

/** Plans a row of any number of cells; never throws, whatever the row contains. `at` is the index or line of the row. */
export const planCells = (plan: ColumnPlan, row: ImportRow, at: number): RowPlan => {
  const { cells, issues } = readCells(plan, row, at)
  if (isBlank(plan, cells)) return { task: null, warnings: [], unmapped: [], issues }
  const warnings: Array<ImportWarning> = []
  const warn = (column: number, value: string, message: string) => warnings.push({ row: at, column, value, message })
  const filled = {
    ...{ description: "", group: "", assignees: NOBODY, parent: "", subtasks: NO_SUBTASKS },
    ...{ status: DEFAULT_STATUS, priority: DEFAULT_PRIORITY, dueDate: null as Timestamp | null }
  }
  const kept: Array<readonly [number, string]> = []
  const name = cells.get(plan.nameIndex)
  if (name === undefined) warn(plan.nameIndex, "", `has no name; imported as ${UNTITLED}`)
  const { keyIndex = -1 } = plan
  const key = cells.get(keyIndex)?.trim() ?? ""
  cells.delete(plan.nameIndex)
  for (const [index, field] of plan.fields) {
    const cell = cells.get(index)
    if (cell === undefined) continue
    if (field === "assignees") filled.assignees = addressesIn(cell)
    else if (field === "group" || field === "description") filled[field] = cell
    else if (field === "parent") filled.parent = cell.trim()
    else if (field === "checklist") {
      const { isCut, items } = readChecklist(cell)
      filled.subtasks = items
      if (isCut) warn(index, cell, `has an item of over ${NAME_LENGTH} characters; cut`)
      if (items.length > MAX_SUBTASKS) {
        const message = `must have at most ${MAX_SUBTASKS} items, the most subtasks of a task`
        issues.push({ path: ["rows", String(at), String(index)], message })
      }
    } else {
      const problem = fillField(filled, field, cell, plan)
      if (problem !== null) warn(index, cell, `${problem}; left out`)
    }
    cells.delete(index)
  }
  for (const { fills, index } of plan.columns) {
    const cell = cells.get(index)
    if (cell === undefined) continue
    const problem = fills === null ? null : fillField(filled, fills, cell, { dateOrders: plan.dateOrders })
    if (problem !== null) warn(index, cell, `${problem}; kept as text`)
    // A date whose order only other cells show must be read alone from now on.
    const isAmbiguous = fills === "dueDate" && filled.dueDate !== null && readDate(cell.trim()) === null
    kept.push([index, isAmbiguous ? String(cellOf(PLAIN, "dueDate", filled.dueDate)) : cell])
    cells.delete(index)
  }
  cells.delete(keyIndex)
  const tooLarge = exceedLimit(kept.map(([, cell]) => cell))
  return {
    task: { row: at, name: name ?? UNTITLED, ...filled, key, cells: kept },
    warnings,
    unmapped: [...cells],
    issues: tooLarge ? [...issues, { path: ["rows", String(at)], message: VALUES_RULE }] : issues
  }
}

/** Plans one row of at most 100 cells, like `planCells`. */
export const planRow = (plan: ColumnPlan, row: ImportRow, at: number): RowPlan => {
  if (Object.keys(row).length <= MAX_COLUMNS) return planCells(plan, row, at)
  const issue = { path: ["rows", String(at)], message: `must have at most ${MAX_COLUMNS} cells` }
  return { task: null, warnings: [], unmapped: [], issues: [issue] }
}
