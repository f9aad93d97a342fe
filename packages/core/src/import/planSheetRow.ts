import { DEFAULT_PRIORITY, DEFAULT_STATUS } from "../task/Task.js"
import type { Issue } from "../values/InvalidInput.js"
import { fits, isUnstorable, LABEL_LENGTH, NAME_LENGTH, TEXT_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import { type PlannedTask, planRow, UNTITLED } from "./planRow.js"
import type { SheetPlan } from "./planSheet.js"
import { readDate } from "./readDate.js"
import { readPriority, readStatus } from "./readLabel.js"
import type { SheetRow, SheetWarning } from "./SheetImport.js"

/** A task as a row of a sheet describes it. */
export interface SheetTask extends PlannedTask {
  /** The name of its group; empty for the first one. */
  readonly group: string
  readonly description: string
  /** Addresses. */
  readonly assignees: ReadonlyArray<string>
}

/** What becomes of a row: no task for a row of blanks; no task counts when there are issues. */
export interface SheetRowPlan {
  readonly task: SheetTask | null
  readonly warnings: ReadonlyArray<SheetWarning>
  readonly issues: ReadonlyArray<Issue>
}

interface Own {
  status?: string
  priority?: string
  dueDate?: Timestamp | null
  group: string
  description: string
  assignees: ReadonlyArray<string>
}

const addressesIn = (label: string): ReadonlyArray<string> =>
  label
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== "")

const LIMITS = { group: NAME_LENGTH, description: TEXT_LENGTH, assignees: TEXT_LENGTH } as const

/** Sets a field from a cell. The answer is a refusal, or a warning, or null. */
const setField = (
  own: Own,
  field: keyof Own,
  cell: string,
  verbatim: boolean
): { readonly refuses: boolean; readonly why: string } | null => {
  const label = cell.trim()
  if (field === "dueDate") {
    own.dueDate = readDate(label)
    return own.dueDate === null ? { refuses: false, why: "is not a date, or could be two; left out" } : null
  }
  if (field === "status" || field === "priority") {
    if (!fits(label, LABEL_LENGTH)) return { refuses: false, why: `has over ${LABEL_LENGTH} characters; left out` }
    own[field] = verbatim ? label : field === "status" ? readStatus(label) : readPriority(label)
    return null
  }
  if (isUnstorable(cell)) return { refuses: true, why: "must not hold a NUL character or a lone surrogate" }
  if (!fits(cell, LIMITS[field])) return { refuses: true, why: `must have at most ${LIMITS[field]} characters` }
  if (field === "assignees") own.assignees = addressesIn(label)
  else own[field] = field === "group" ? label : cell
  return null
}

/** Plans one row by the rules of `planRow`; pure, and never throws whatever the row holds. */
export const planSheetRow = (plan: SheetPlan, { cells, line }: SheetRow): SheetRowPlan => {
  const headerOf = (index: number) => plan.headers.get(index) ?? `Column ${index + 1}`
  const own: Own = { group: "", description: "", assignees: [] }
  const warnings: Array<SheetWarning> = []
  const issues: Array<Issue> = []
  const rest: { [index: number]: string } = {}
  let says = false
  for (const [index, cell] of cells.entries()) {
    const field = plan.fields.get(index)
    if (field === undefined) rest[index] = cell
    const isBlank = plan.verbatim && field === "description" ? cell === "" : cell.trim() === ""
    if (field === undefined || isBlank) continue
    says ||= field !== "group"
    const problem = setField(own, field, cell, plan.verbatim)
    if (problem?.refuses === true) issues.push({ path: [`line ${line}`, headerOf(index)], message: problem.why })
    else if (problem !== null) warnings.push({ line, column: headerOf(index), value: cell, message: problem.why })
  }
  const row = planRow(plan, rest, line)
  for (const { path, message } of row.issues) {
    issues.push({ path: [`line ${line}`, ...path.slice(2).map((index) => headerOf(Number(index)))], message })
  }
  for (const { column, message, value } of row.warnings)
    warnings.push({ line, column: headerOf(column), value, message })
  for (const [index, value] of row.unmapped) {
    warnings.push({ line, column: headerOf(index), value, message: "is in no mapped column; left out" })
  }
  if (row.task !== null) return { task: { ...row.task, ...own }, warnings, issues }
  if (!says) return { task: null, warnings, issues }
  warnings.push({ line, column: headerOf(plan.nameIndex), value: "", message: `has no name; imported as ${UNTITLED}` })
  const nameless = { name: UNTITLED, status: DEFAULT_STATUS, priority: DEFAULT_PRIORITY, dueDate: null, cells: [] }
  return { task: { ...nameless, ...own }, warnings, issues }
}
