import { Effect, Option, Schema, Stream } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { transactional } from "../ports/Transactor.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeInput, failOnIssues, type InvalidInput, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { makeYieldPoint, yieldToEventLoop } from "../values/yieldPoint.js"
import { BoardImport, type ImportRow, type ImportWarning, MAX_ROWS } from "./BoardImport.js"
import { type ColumnPlan, planColumns } from "./planColumns.js"
import { type PlannedTask, planRow } from "./planRow.js"
import { storeImport } from "./storeImport.js"

/** Everything that an import will store, planned before anything is written. */
export interface ImportPlan extends ColumnPlan {
  readonly tasks: ReadonlyArray<PlannedTask>
  /** Blank rows. */
  readonly skipped: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

/** Rows between two yield points; rows with too many cells take the longest. */
const ROWS_PER_YIELD = 4

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
    if (at % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield* yieldPoint
  }
  yield* failOnIssues(issues)
  return { tasks, warnings }
})

/** Plans an import. Fails with `InvalidInput` that lists the problems of the mappings and of the rows. */
export const planImport = Effect.fnUntraced(function* (input: typeof BoardImport.Type) {
  const { issues, plan } = planColumns(input)
  const { tasks, warnings } = yield* planRows(plan, input.rows, issues)
  const result: ImportPlan = { ...plan, tasks, skipped: input.rows.length - tasks.length, warnings }
  return result
})

const decodeMappings = Schema.decodeUnknownOption(BoardImport.pick("columnMappings", "firstColumnIndex", "headers"))
/** Without readable mappings the name column is unknown, so no cell is checked against the length of a name. */
const NO_COLUMNS: ReturnType<typeof planColumns> = { plan: { nameIndex: -1, columns: [] }, issues: [] }

/** Fails with the issues of the schema and, as far as they can be read, those of the mappings and cells. */
const failWithRowIssues = Effect.fnUntraced(function* (input: unknown, found: InvalidInput) {
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

const decode = decodeInput(BoardImport)

/**
 * Creates a board from a spreadsheet in one transaction: a column for each mapped column except the name column, a task
 * for each row that is not blank. With `dryRun` it returns the same and creates no board (`board` is null). Yields to
 * other work, so that a large import does not block a server.
 * Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden`.
 */
export const importBoard = Effect.fnUntraced(function* (
  input: BoardImport,
  options: { readonly dryRun: boolean } = { dryRun: false }
) {
  // The caller has just parsed the input, which takes long if it is large.
  yield* yieldToEventLoop
  const decoded = yield* Effect.catchTag(decode(input), "InvalidInput", (found) => failWithRowIssues(input, found))
  const plan = yield* planImport(decoded)
  yield* requireWorkspace(WorkspaceId.make(decoded.workspaceId), "manage the workspace")
  const { columns, tasks } = plan
  const { description = "", name, workspaceId } = decoded
  const toStore = { name, description, workspaceId, columns, groups: [], tasks: Stream.fromIterable(tasks) }
  const board = options.dryRun ? null : yield* transactional(storeImport(toStore))
  return { board, imported: plan.tasks.length, skipped: plan.skipped, warnings: plan.warnings }
})
