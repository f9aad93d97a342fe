import { Effect } from "effect"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import { forEachYielding } from "../values/yieldPoint.js"
import { type BoardImport, type ImportRow, type ImportWarning, MAX_IMPORTED_SUBTASKS } from "./BoardImport.js"
import { gatherDateOrders } from "./dateOrders.js"
import { gatherFamilies } from "./families.js"
import { columnOf, type ColumnPlan, planColumns } from "./planColumns.js"
import { type PlannedTask, planRow, UNMAPPED } from "./planRow.js"
import { groupIssues } from "./storeImport.js"

/** Everything that an import will store, planned before anything is written. */
export interface ImportPlan extends ColumnPlan {
  readonly tasks: ReadonlyArray<PlannedTask>
  /** In order of appearance; empty if no column names groups. */
  readonly groups: ReadonlyArray<string>
  /** Blank rows. */
  readonly skipped: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

const dateOrdersOf = Effect.fnUntraced(function* (plan: ColumnPlan, rows: ReadonlyArray<ImportRow>) {
  const { add, found } = gatherDateOrders(plan)
  yield* forEachYielding(rows, add)
  return found()
})

/** Makes subtasks of the rows whose parent is another row, and warns of the others that name one. */
const settleFamilies = Effect.fnUntraced(function* (
  plan: ColumnPlan,
  column: number,
  planned: ReadonlyArray<PlannedTask>
) {
  const { add, settle } = gatherFamilies(plan)
  const tasks: Array<PlannedTask> = []
  const warnings: Array<ImportWarning> = []
  const issues: Array<Issue> = []
  yield* forEachYielding(planned, add)
  yield* forEachYielding(planned, (each) => {
    const { problem, task, warnings: messages } = settle(each)
    if (task !== null) tasks.push(task)
    warnings.push(...messages.map((message) => ({ row: each.row, column, value: each.parent, message })))
    if (problem !== null) issues.push({ path: ["rows", String(each.row), String(column)], message: problem })
  })
  return { tasks, warnings, issues }
})

/** Plans the rows. Fails with the issues that were found before and those of the rows. */
export const planRows = Effect.fnUntraced(function* (
  columns: ColumnPlan,
  rows: ReadonlyArray<ImportRow>,
  found: ReadonlyArray<Issue>
) {
  const plan = { ...columns, dateOrders: yield* dateOrdersOf(columns, rows) }
  const tasks: Array<PlannedTask> = []
  const warnings: Array<ImportWarning> = []
  const issues: Array<Issue> = [...found]
  const warned = new Set<number>()
  let items = 0
  yield* forEachYielding(rows, (row, at) => {
    if (issues.length > MAX_ISSUES || items > MAX_IMPORTED_SUBTASKS) return
    const planned = planRow(plan, row, at)
    issues.push(...planned.issues)
    warnings.push(...planned.warnings)
    for (const [column, value] of planned.unmapped) {
      if (!warned.has(column)) warnings.push({ row: at, column, value, message: UNMAPPED })
      warned.add(column)
    }
    if (planned.task !== null) tasks.push(planned.task)
    items += planned.task?.subtasks.length ?? 0
  })
  if (items > MAX_IMPORTED_SUBTASKS) {
    issues.push({ path: ["columnMappings"], message: `name more than ${MAX_IMPORTED_SUBTASKS} subtasks` })
  }
  const parent = columnOf(plan, "parent")
  const settled =
    parent === undefined ? { tasks, warnings: [], issues: [] } : yield* settleFamilies(plan, parent, tasks)
  const named =
    columnOf(plan, "group") === undefined ? [] : settled.tasks.map(({ group }) => group || DEFAULT_GROUP_NAME)
  const groups = new Set(named)
  yield* failOnIssues([...issues, ...settled.issues, ...groupIssues(groups, "columnMappings")])
  const all = [...warnings, ...settled.warnings]
  return {
    tasks: settled.tasks,
    groups: [...groups],
    skipped: rows.length - tasks.length,
    warnings: settled.warnings.length === 0 ? all : all.toSorted((a, b) => a.row - b.row)
  }
})

/** Plans an import. Fails with `InvalidInput` that lists the problems of the mappings and of the rows. */
export const planImport = Effect.fnUntraced(function* (input: typeof BoardImport.Type) {
  const { issues, plan } = planColumns(input)
  const rows = yield* planRows(plan, input.rows, issues)
  const result: ImportPlan = { ...plan, ...rows }
  return result
})
