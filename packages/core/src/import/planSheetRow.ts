import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import type { Issue } from "../values/InvalidInput.js"
import { NAME_LENGTH, TEXT_LENGTH, textProblem } from "../values/Text.js"
import type { SheetPlan } from "./planColumns.js"
import { type PlannedTask, planRow, UNTITLED } from "./planRow.js"
import { type Filled, fillField } from "./readCell.js"
import type { SheetRow, SheetWarning } from "./SheetImport.js"

/** A task as a row of a sheet describes it. */
export interface SheetTask extends PlannedTask {
  /** The name of its group; empty for the default group. */
  readonly group: string
  readonly description: string
  /** Addresses. */
  readonly assignees: ReadonlyArray<string>
}

/** The plan of a row. A blank row has no task; the task does not count if there are issues. */
export interface SheetRowPlan {
  readonly task: SheetTask | null
  readonly warnings: ReadonlyArray<SheetWarning>
  readonly issues: ReadonlyArray<Issue>
}

interface Own extends Filled {
  group: string
  description: string
  assignees: ReadonlyArray<string>
}

const addressesIn = (cell: string): ReadonlyArray<string> =>
  cell
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== "")

const LIMITS = { group: NAME_LENGTH, description: TEXT_LENGTH, assignees: TEXT_LENGTH } as const

/** Sets the field from a cell, or returns the rule that the cell breaks. */
const setText = (own: Own, field: keyof typeof LIMITS, cell: string): string | null => {
  const problem = textProblem(cell, LIMITS[field])
  if (problem !== null) return problem
  if (field === "assignees") own.assignees = addressesIn(cell)
  else own[field] = field === "group" ? cell.trim() : cell
  return null
}

/** Plans one row by the rules of `planRow`; never throws, whatever the row contains. */
export const planSheetRow = (plan: SheetPlan, { cells, line }: SheetRow): SheetRowPlan => {
  const headerOf = (index: number) => plan.headers.get(index) ?? `Column ${index + 1}`
  const own: Own = { group: "", description: "", assignees: [] }
  const warnings: Array<SheetWarning> = []
  const issues: Array<Issue> = []
  const warn = (index: number, value: string, message: string) =>
    warnings.push({ line, column: headerOf(index), value, message })
  const refuse = (indexes: ReadonlyArray<number>, message: string) =>
    issues.push({ path: [`line ${line}`, ...indexes.map(headerOf)], message })
  const rest: { [index: number]: string } = {}
  let hasFields = false
  for (const [index, cell] of cells.entries()) {
    const field = plan.fields.get(index)
    if (field === undefined) rest[index] = cell
    const isBlank = plan.verbatim && field === "description" ? cell === "" : cell.trim() === ""
    if (field === undefined || isBlank) continue
    hasFields ||= field !== "group"
    if (field === "group" || field === "description" || field === "assignees") {
      const problem = setText(own, field, cell)
      if (problem !== null) refuse([index], problem)
    } else {
      const problem = fillField(own, field, cell, plan.verbatim)
      if (problem !== null) warn(index, cell, `${problem}; left out`)
    }
  }
  const row = planRow(plan, rest, line)
  for (const { message, path } of row.issues) refuse(path.slice(2).map(Number), message)
  for (const { column, message, value } of row.warnings) warn(column, value, message)
  for (const [index, value] of row.unmapped) warn(index, value, "is in no mapped column; left out")
  if (row.task !== null) return { task: { ...row.task, ...own }, warnings, issues }
  if (!hasFields) return { task: null, warnings, issues }
  warn(plan.nameIndex, "", `has no name; imported as ${UNTITLED}`)
  const nameless = { name: UNTITLED, status: DEFAULT_STATUS, priority: DEFAULT_PRIORITY, dueDate: null, cells: [] }
  return { task: { ...nameless, ...own }, warnings, issues }
}
