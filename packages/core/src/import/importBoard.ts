import { Effect, Option, Schema, Stream } from "effect"
import type { WorkspaceAccess } from "../access/AccessRepository.js"
import { requireWorkspace } from "../access/authorize.js"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { recording } from "../change/recording.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeInput, failOnIssues, type InvalidInput, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { makeYieldPoint, yieldToEventLoop } from "../values/yieldPoint.js"
import { BoardImport, type ImportRow, type ImportWarning, MAX_ROWS } from "./BoardImport.js"
import { gatherDateOrders } from "./dateOrders.js"
import { findPeople, matchPeople, type People } from "./people.js"
import { type ColumnPlan, planColumns } from "./planColumns.js"
import { type PlannedTask, planRow } from "./planRow.js"
import { groupIssues, storeImport } from "./storeImport.js"

/** Everything that an import will store, planned before anything is written. */
export interface ImportPlan extends ColumnPlan {
  readonly tasks: ReadonlyArray<PlannedTask>
  /** In order of appearance; empty if no column names groups. */
  readonly groups: ReadonlyArray<string>
  /** Blank rows. */
  readonly skipped: number
  readonly warnings: ReadonlyArray<ImportWarning>
}

/** Rows between two yield points; rows with too many cells take the longest. */
const ROWS_PER_YIELD = 4

const dateOrdersOf = Effect.fnUntraced(function* (plan: ColumnPlan, rows: ReadonlyArray<ImportRow>) {
  const { add, found } = gatherDateOrders(plan)
  const yieldPoint = yield* makeYieldPoint
  for (const [at, row] of rows.entries()) {
    add(row)
    if (at % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield* yieldPoint
  }
  return found()
})

const planRows = Effect.fnUntraced(function* (
  columns: ColumnPlan,
  rows: ReadonlyArray<ImportRow>,
  found: ReadonlyArray<Issue>
) {
  const plan = { ...columns, dateOrders: yield* dateOrdersOf(columns, rows) }
  const tasks: Array<PlannedTask> = []
  const warnings: Array<ImportWarning> = []
  const issues: Array<Issue> = [...found]
  const warned = new Set<number>()
  const groups = new Set<string>()
  const hasGroups = [...plan.fields.values()].includes("group")
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
    if (planned.task !== null) {
      tasks.push(planned.task)
      if (hasGroups) groups.add(planned.task.group || DEFAULT_GROUP_NAME)
    }
    if (at % ROWS_PER_YIELD === ROWS_PER_YIELD - 1) yield* yieldPoint
  }
  yield* failOnIssues([...issues, ...groupIssues(groups, "columnMappings")])
  return { tasks, groups: [...groups], warnings }
})

/** Plans an import. Fails with `InvalidInput` that lists the problems of the mappings and of the rows. */
export const planImport = Effect.fnUntraced(function* (input: typeof BoardImport.Type) {
  const { issues, plan } = planColumns(input)
  const rows = yield* planRows(plan, input.rows, issues)
  const result: ImportPlan = { ...plan, ...rows, skipped: input.rows.length - rows.tasks.length }
  return result
})

const decodeMappings = Schema.decodeUnknownOption(BoardImport.pick("columnMappings", "firstColumnIndex", "headers"))
/** Without readable mappings the name column is unknown, so no cell is checked against the length of a name. */
const NO_COLUMNS: ReturnType<typeof planColumns> = {
  plan: { nameIndex: -1, columns: [], fields: new Map(), verbatim: false },
  issues: []
}

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

const NOBODY: People = new Map()

/** The people of a planned import, and its warnings in order of rows, also about addresses that match nobody. */
const assign = Effect.fnUntraced(function* ({ fields, tasks, warnings }: ImportPlan, access: WorkspaceAccess) {
  const column = [...fields].find(([, field]) => field === "assignees")?.[0]
  if (column === undefined) return { people: NOBODY, warnings }
  const people = yield* findPeople(access)
  const unmatched = tasks.flatMap(({ assignees, row }): ReadonlyArray<ImportWarning> => {
    const value = matchPeople(people, assignees).unknown.join(", ")
    return value === ""
      ? []
      : [{ row, column, value, message: "matches no member of the workspace's boards; left out" }]
  })
  return { people, warnings: [...warnings, ...unmatched].toSorted((a, b) => a.row - b.row) }
})

const decode = decodeInput(BoardImport)

/**
 * Creates a board from a spreadsheet in one transaction: a column for each mapped column except the name column and those
 * that set a field, a task for each row that is not blank. Assignees are the workspace's owner and members of its boards.
 * With `dryRun` it returns the same and creates no board (`board` is null). Yields to
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
  const access = yield* requireWorkspace(WorkspaceId.make(decoded.workspaceId), "manage the workspace")
  const { people, warnings } = yield* assign(plan, access)
  const { columns, groups, skipped, tasks } = plan
  const { description = "", name, workspaceId } = decoded
  const toStore = { name, description, workspaceId, columns, groups, people, tasks: Stream.fromIterable(tasks) }
  const board = options.dryRun ? null : yield* recording(storeImport(toStore))
  return { board, imported: tasks.length, skipped, warnings }
})
