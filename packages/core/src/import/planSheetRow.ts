import type { Issue } from "../values/InvalidInput.js"
import type { SheetPlan } from "./planColumns.js"
import { planCells, type PlannedTask } from "./planRow.js"
import type { SheetRow, SheetWarning } from "./SheetImport.js"

/** The plan of a row. A blank row has no task; the task does not count if there are issues. */
export interface SheetRowPlan {
  readonly task: PlannedTask | null
  readonly warnings: ReadonlyArray<SheetWarning>
  readonly issues: ReadonlyArray<Issue>
}

/** Plans one row by the rules of `planCells`, with problems by line and header. */
export const planSheetRow = (plan: SheetPlan, { cells, line }: SheetRow): SheetRowPlan => {
  const headerOf = (index: number) => plan.headers.get(index) ?? `Column ${index + 1}`
  const { issues, task, unmapped, warnings } = planCells(plan, { ...cells }, line)
  const left = unmapped.map(([column, value]) => ({ column, value, message: "is in no mapped column; left out" }))
  return {
    task,
    warnings: [...warnings, ...left].map(({ column, message, value }) => ({
      line,
      column: headerOf(column),
      value,
      message
    })),
    issues: issues.map(({ message, path }) => ({
      path: [`line ${line}`, ...path.slice(2).map(Number).map(headerOf)],
      message
    }))
  }
}
