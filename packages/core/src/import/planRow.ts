import { MAX_SUBTASKS } from "../task/childLimits.js"
import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import { exceedLimit, VALUES_RULE } from "../task/valueLimits.js"
import type { Issue } from "../values/InvalidInput.js"
import { NAME_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import { type ImportRow, type ImportWarning, MAX_COLUMNS } from "./BoardImport.js"
import { type PlannedSubtask, readChecklist } from "./checklist.js"
import { importedCell } from "./importedCell.js"
import type { ColumnPlan } from "./planColumns.js"
import { cellOf } from "../board/boundField.js"
import { readDate } from "../board/readDate.js"
import type { Json } from "../values/Json.js"
import { fillField } from "./fillField.js"
import { addressesIn } from "./people.js"
import { readCells } from "./readCells.js"

/** A task as a row describes it. */
export interface PlannedTask {
  /** The index or line of the row. */
  readonly row: number
  readonly name: string
  readonly description: string
  /** The name of its group; empty for the default group. */
  readonly group: string
  /** Addresses, or ids. */
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

/** What is said of a cell whose column is not mapped. */
export const UNMAPPED = "is in no mapped column; left out"

/** Without other cells, the name of a group makes no task. */
const isBlank = ({ fields }: ColumnPlan, cells: ReadonlyMap<number, string>): boolean =>
  cells.size <= 1 && [...cells.keys()].every((index) => fields.get(index) === "group")

const PLAIN = { options: [] }
const NOBODY: ReadonlyArray<string> = []
const NO_SUBTASKS: ReadonlyArray<PlannedSubtask> = []

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
  const stored: Array<Json> = []
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
  for (const { fills, index, type } of plan.columns) {
    const cell = cells.get(index)
    if (cell === undefined) continue
    if (fills === "assignees") filled.assignees = addressesIn(cell)
    const isFilled = fills !== null && fills !== "assignees"
    const problem = isFilled ? fillField(filled, fills, cell, { dateOrders: plan.dateOrders }) : null
    if (problem !== null) warn(index, cell, `${problem}; kept as text`)
    // A date whose order only other cells show must be read alone from now on.
    const isAmbiguous = fills === "dueDate" && filled.dueDate !== null && readDate(cell.trim()) === null
    const text = isAmbiguous ? String(cellOf(PLAIN, "dueDate", filled.dueDate)) : cell
    kept.push([index, text])
    stored.push(importedCell({ type }, text))
    cells.delete(index)
  }
  cells.delete(keyIndex)
  const tooLarge = exceedLimit(stored)
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
