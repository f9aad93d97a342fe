import type { Issue } from "../values/InvalidInput.js"
import type { Families, SettledRow } from "./families.js"
import { columnOf, type SheetPlan } from "./planColumns.js"
import { planCells, type PlannedTask, UNMAPPED } from "./planRow.js"
import type { SheetRow, SheetWarning } from "./SheetImport.js"

/** The plan of a row. A blank row and a subtask have no task; the task does not count if there are issues. */
export interface SheetRowPlan {
  readonly task: PlannedTask | null
  readonly isSubtask: boolean
  readonly warnings: ReadonlyArray<SheetWarning>
  readonly issues: ReadonlyArray<Issue>
}

/** The plan of a sheet, with the rows that are subtasks if a column names parents and all rows were read. */
export interface SettledPlan extends SheetPlan {
  readonly families?: Families
}

const settle = ({ families }: SettledPlan, task: PlannedTask | null): SettledRow =>
  task === null || families === undefined ? { task, warnings: [], problem: null } : families.settle(task)

/** Plans one row by the rules of `planCells`, with problems by line and header. */
export const planSheetRow = (plan: SettledPlan, { cells, line }: SheetRow): SheetRowPlan => {
  const headerOf = (index: number) => plan.headers.get(index) ?? `Column ${index + 1}`
  const planned = planCells(plan, { ...cells }, line)
  const { problem, task, warnings } = settle(plan, planned.task)
  const parentIndex = columnOf(plan, "parent") ?? -1
  const warn = (index: number, value: string, message: string): SheetWarning => {
    return { line, column: headerOf(index), value, message }
  }
  return {
    task,
    isSubtask: planned.task !== null && task === null,
    warnings: [
      ...planned.warnings.map(({ column, message, value }) => warn(column, value, message)),
      ...planned.unmapped.map(([column, value]) => warn(column, value, UNMAPPED)),
      ...warnings.map((message) => warn(parentIndex, planned.task?.parent ?? "", message))
    ],
    issues: [
      ...planned.issues.map(({ message, path }) => ({
        path: [`line ${line}`, ...path.slice(2).map(Number).map(headerOf)],
        message
      })),
      ...(problem === null ? [] : [{ path: [`line ${line}`, headerOf(parentIndex)], message: problem }])
    ]
  }
}
