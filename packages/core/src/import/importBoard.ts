import { Effect, Option, Schema, Stream } from "effect"
import type { WorkspaceAccess } from "../access/AccessRepository.js"
import { requireWorkspace } from "../access/authorize.js"
import { withMemberFacesAfterChange } from "../board/memberFaces.js"
import { recording } from "../change/recording.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeInput, type InvalidInput } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { forEachYielding, yieldToEventLoop } from "../values/yieldPoint.js"
import { BoardImport, type ImportWarning, MAX_ROWS } from "./BoardImport.js"
import { collectLabels } from "./columnLabels.js"
import { findPeople, matchPeople, NO_MEMBER, type People } from "./people.js"
import { collectMisfits } from "./misfits.js"
import { columnOf, planColumns } from "./planColumns.js"
import { type ImportPlan, planImport, planRows } from "./planImport.js"
import type { PlannedTask } from "./planRow.js"
import { storeImport } from "./storeImport.js"

const countSubtasks = (tasks: ReadonlyArray<PlannedTask>) =>
  tasks.reduce((sum, { subtasks }) => sum + subtasks.length, 0)

const decodeMappings = Schema.decodeUnknownOption(BoardImport.pick("columnMappings", "firstColumnIndex", "headers"))
/** Without readable mappings the name column is unknown, so no cell is checked against the length of a name. */
const NO_COLUMNS: ReturnType<typeof planColumns> = {
  plan: { nameIndex: -1, columns: [], fields: new Map(), verbatim: false },
  issues: []
}

/** Fails with the issues of the schema and, as far as they can be read, those of the mappings and cells. */
const failWithRowIssues = Effect.fnUntraced(function* (input: unknown, found: InvalidInput) {
  // All of the input has just been checked, and the mappings and headers are again.
  yield* yieldToEventLoop
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

/**
 * The people of a planned import, its tasks without the addresses that match nobody, and its warnings in order of rows, also
 * about those addresses.
 */
const assign = Effect.fnUntraced(function* ({ columns, fields, tasks, warnings }: ImportPlan, access: WorkspaceAccess) {
  const field = columnOf({ fields }, "assignees")
  const column = field ?? columns.find(({ fills }) => fills === "assignees")?.index
  const isMatched = column !== undefined || columns.some(({ matchesPeople }) => matchesPeople)
  const people: People = isMatched ? yield* findPeople(access) : new Map()
  if (column === undefined) return { people, tasks, warnings }
  const assigned: Array<PlannedTask> = []
  const unmatched: Array<ImportWarning> = []
  yield* forEachYielding(tasks, (task) => {
    const { known, unknown } = matchPeople(people, task.assignees, field === undefined)
    assigned.push(unknown.length === 0 ? task : { ...task, assignees: known })
    const message = `${NO_MEMBER}; left out`
    // A column of the board keeps a cell without users as it is.
    const isLost = field !== undefined || known.length > 0
    if (unknown.length > 0 && isLost) unmatched.push({ row: task.row, column, value: unknown.join(", "), message })
  })
  return { people, tasks: assigned, warnings: [...warnings, ...unmatched].toSorted((a, b) => a.row - b.row) }
})

const decode = decodeInput(BoardImport)

/**
 * Creates a board from a spreadsheet in one transaction: a column for each mapped column except the name column and those
 * that set a field, a task for each row that is not blank or a subtask. Assignees are the workspace's owner and members of its boards.
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
  const access = yield* requireWorkspace(WorkspaceId.make(decoded.workspaceId), "create boards")
  const { people, tasks, warnings } = yield* assign(plan, access)
  const { columns, groups, skipped } = plan
  const { description = "", name, workspaceId } = decoded
  const collected = collectLabels(columns)
  const misfits = collectMisfits(columns, people)
  yield* forEachYielding(tasks, (task) => {
    collected.add(task)
    misfits.add(task)
  })
  const sheet = { columns, labels: collected.labels, groups, people, tasks: Stream.fromIterable(tasks) }
  const toStore = { name, description, workspaceId, ...sheet }
  const board = options.dryRun ? null : yield* withMemberFacesAfterChange(yield* recording(storeImport(toStore)))
  // The commit of a large import takes long, and so does the answer if it has many warnings.
  yield* yieldToEventLoop
  const hasSubtasks = columnOf(plan, "parent") !== undefined || columnOf(plan, "checklist") !== undefined
  const subtasks = hasSubtasks ? { subtasks: countSubtasks(tasks) } : {}
  const found = misfits.found()
  const columnWarnings = found.length === 0 ? {} : { columnWarnings: found }
  return { board, imported: tasks.length, ...subtasks, skipped, warnings, ...columnWarnings }
})
