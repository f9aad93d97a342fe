import { Effect } from "effect"
import { failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import type { BoardImport, ImportWarning } from "./BoardImport.js"
import { SLICE, takingTurns } from "./giveWay.js"
import { type ColumnPlan, planColumns } from "./planColumns.js"
import { type PlannedTask, planRow } from "./planRow.js"

/** Everything an import will do, decided before anything is written. */
export interface ImportPlan extends ColumnPlan {
  readonly tasks: ReadonlyArray<PlannedTask>
  /** Rows of blanks. */
  readonly skipped: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

/**
 * Plans an import, giving way to other work as it goes. Fails with `InvalidInput` listing the problems of the mappings
 * and of the rows.
 */
export const planImport = Effect.fnUntraced(function* (input: typeof BoardImport.Type) {
  const { issues: columnIssues, plan } = planColumns(input)
  const tasks: Array<PlannedTask> = []
  const warnings: Array<ImportWarning> = []
  const issues: Array<Issue> = [...columnIssues]
  const warned = new Set<number>()
  const giveWay = yield* takingTurns
  for (const [at, row] of input.rows.entries()) {
    const planned = planRow(plan, row, at)
    issues.push(...planned.issues)
    warnings.push(...planned.warnings)
    for (const [column, value] of planned.unmapped) {
      if (!warned.has(column)) warnings.push({ row: at, column, value, message: "is in no mapped column; left out" })
      warned.add(column)
    }
    if (planned.task !== null) tasks.push(planned.task)
    if (issues.length >= MAX_ISSUES) break
    if (at % SLICE === SLICE - 1) yield* giveWay
  }
  yield* failOnIssues(issues)
  const result: ImportPlan = { ...plan, tasks, skipped: input.rows.length - tasks.length, warnings }
  return result
})
