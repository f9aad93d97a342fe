import { Effect, Option, Schema } from "effect"
import { failOnIssues, type InvalidInput, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { BoardImport, type ImportRow, type ImportWarning, MAX_ROWS } from "./BoardImport.js"
import { makeYieldPoint } from "../values/yieldPoint.js"
import { type ColumnPlan, planColumns } from "./planColumns.js"
import { type PlannedTask, planRow } from "./planRow.js"

/** Everything an import will do, decided before anything is written. */
export interface ImportPlan extends ColumnPlan {
  readonly tasks: ReadonlyArray<PlannedTask>
  /** Rows of blanks. */
  readonly skipped: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

/** Rows that are planned between two looks at the clock: those with too many cells take the longest. */
const ROWS_BETWEEN = 4

const planRows = Effect.fnUntraced(function* (
  plan: ColumnPlan,
  rows: ReadonlyArray<ImportRow>,
  found: ReadonlyArray<Issue>
) {
  const tasks: Array<PlannedTask> = []
  const warnings: Array<ImportWarning> = []
  const issues: Array<Issue> = [...found]
  const warned = new Set<number>()
  const yieldPoint = yield* makeYieldPoint
  for (const [at, row] of rows.entries()) {
    if (issues.length > MAX_ISSUES) break
    const planned = planRow(plan, row, at)
    issues.push(...planned.issues)
    warnings.push(...planned.warnings)
    for (const [column, value] of planned.unmapped) {
      if (!warned.has(column)) warnings.push({ row: at, column, value, message: "is in no mapped column; left out" })
      warned.add(column)
    }
    if (planned.task !== null) tasks.push(planned.task)
    if (at % ROWS_BETWEEN === ROWS_BETWEEN - 1) yield* yieldPoint
  }
  yield* failOnIssues(issues)
  return { tasks, warnings }
})

/**
 * Plans an import, giving way to other work as it goes. Fails with `InvalidInput` listing the problems of the mappings
 * and of the rows.
 */
export const planImport = Effect.fnUntraced(function* (input: typeof BoardImport.Type) {
  const { issues, plan } = planColumns(input)
  const { tasks, warnings } = yield* planRows(plan, input.rows, issues)
  const result: ImportPlan = { ...plan, tasks, skipped: input.rows.length - tasks.length, warnings }
  return result
})

const decodeMappings = Schema.decodeUnknownOption(BoardImport.pick("columnMappings", "firstColumnIndex", "headers"))
/** Where it is not known which column holds the names, no cell is held to a name's length. */
const NO_COLUMNS: ReturnType<typeof planColumns> = { plan: { nameIndex: -1, columns: [] }, issues: [] }

/**
 * Fails with what a schema has `found` wrong with an import, and with the problems of its mappings and cells, as far as
 * those can be read.
 */
export const refuseImport = Effect.fnUntraced(function* (input: unknown, found: InvalidInput) {
  const rows = isPlainObject(input) ? input["rows"] : undefined
  const { issues, plan } = Option.match(decodeMappings(input), {
    onNone: () => NO_COLUMNS,
    onSome: (mappings) => planColumns({ name: "", workspaceId: "", rows: [], ...mappings })
  })
  const readable = Array.isArray(rows) && rows.length <= MAX_ROWS ? rows : []
  const objects = readable.map((row: unknown) => (isPlainObject(row) ? row : {}))
  yield* planRows(plan, objects, [...found.issues, ...issues])
  return yield* found
})
