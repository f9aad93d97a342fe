import { Chunk, Effect, Option, Stream } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { normalizeEmail } from "../account/Email.js"
import { UserDirectory } from "../account/UserDirectory.js"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { recording } from "../change/recording.js"
import { type UserId, WorkspaceId } from "../values/ids.js"
import { decodeInput, failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import type { People } from "./people.js"
import { planSheet, type SheetPlan } from "./planColumns.js"
import { planSheetRow } from "./planSheetRow.js"
import { SheetImport, type SheetRow, type SheetRows, type SheetWarning } from "./SheetImport.js"
import { groupIssues, storeImport } from "./storeImport.js"

/** Most people that a sheet may name. */
const MAX_PEOPLE = 10_000

/** The result of checking every row of a sheet. */
interface CheckedSheet {
  readonly rows: number
  readonly tasks: number
  readonly warnings: number
  /** In order of appearance; empty if no column names groups. */
  readonly groups: ReadonlyArray<string>
  readonly people: People
}

/** Called for each row as it is checked, with the warnings about it. */
export type RowListener<E = never> = (row: SheetRow, warnings: ReadonlyArray<SheetWarning>) => Effect.Effect<void, E>

/** Reads every row once and stores nothing. Fails with `InvalidInput`, and as the rows and the listener do. */
const checkSheet = Effect.fnUntraced(function* <E, R, E2>(
  plan: SheetPlan,
  rows: SheetRows<E, R>,
  listen: RowListener<E2>
) {
  const directory = yield* UserDirectory
  const hasGroups = [...plan.fields.values()].includes("group")
  const groups = new Set<string>()
  const people = new Map<string, UserId | null>()
  const issues: Array<Issue> = []
  const counts = { rows: 0, tasks: 0, warnings: 0 }

  const assigneesColumn = [...plan.fields].find(([, field]) => field === "assignees")?.[0] ?? -1
  const unknownPeople = Effect.fnUntraced(function* (line: number, addresses: ReadonlyArray<string>) {
    const unknown: Array<SheetWarning> = []
    for (const address of addresses) {
      const key = normalizeEmail(address)
      if (!people.has(key) && people.size < MAX_PEOPLE) {
        people.set(key, Option.getOrNull(Option.map(yield* directory.findByEmail(address), ({ id }) => id)))
      }
      if (typeof people.get(key) !== "string") {
        const column = plan.headers.get(assigneesColumn) ?? ""
        unknown.push({ line, column, value: address, message: "is no user's address; left out" })
      }
    }
    return unknown
  })

  const check = Effect.fnUntraced(function* (row: SheetRow) {
    const planned = planSheetRow(plan, row)
    counts.rows++
    if (issues.length < MAX_ISSUES) issues.push(...planned.issues)
    if (planned.task === null) return yield* listen(row, planned.warnings)
    counts.tasks++
    if (hasGroups) groups.add(planned.task.group || DEFAULT_GROUP_NAME)
    const warnings = [...planned.warnings, ...(yield* unknownPeople(row.line, planned.task.assignees))]
    counts.warnings += warnings.length
    yield* listen(row, warnings)
  })
  yield* Stream.runForEach(rows, check)
  yield* failOnIssues([...groupIssues(groups, "columns"), ...issues])
  const known = [...people].flatMap(([address, id]) => (id === null ? [] : [[address, id] as const]))
  const checked: CheckedSheet = { ...counts, groups: [...groups], people: new Map(known) }
  return checked
})

const tasksOf = <E, R>(plan: SheetPlan, rows: SheetRows<E, R>) =>
  Stream.mapChunks(
    rows,
    Chunk.filterMap((row) => Option.fromNullable(planSheetRow(plan, row).task))
  )

const decode = decodeInput(SheetImport)

/** Options of `importSheet`. A failure of `onRow` ends the import. */
export interface ImportSheetOptions<E = never> {
  /** Check only: no board is created, and the returned board is null. */
  readonly dryRun?: boolean
  /** Called for each row while it is checked. */
  readonly onRow?: RowListener<E>
  /** Called with the number of tasks stored so far. Its effects are not rolled back with the import. */
  readonly onStored?: (tasks: number) => Effect.Effect<void>
}

/**
 * Creates a board from a sheet of any length. The rows are read once to check everything, and again to store them in
 * one transaction; they must be the same both times. Each row may name the group of its task. Assignees may be any users,
 * which reveals whose addresses have accounts: it is for the operator and for hosts, not for requests.
 * Fails with `InvalidInput` that names lines and columns, `NotFound` for the workspace, `Forbidden`, and as the rows
 * do.
 */
export const importSheet = Effect.fnUntraced(function* <E, R, E2 = never>(
  input: SheetImport,
  rows: SheetRows<E, R>,
  { dryRun = false, onRow = () => Effect.void, onStored = () => Effect.void }: ImportSheetOptions<E2> = {}
) {
  const { columns, description = "", name, verbatim, workspaceId } = yield* decode(input)
  const { issues, plan } = planSheet({ columns, name, workspaceId, verbatim })
  yield* failOnIssues(issues)
  yield* requireWorkspace(WorkspaceId.make(workspaceId), "manage the workspace")
  const checked = yield* checkSheet(plan, rows, onRow)
  const tasks = Stream.suspend(() => {
    let stored = 0
    return Stream.mapChunksEffect(tasksOf(plan, rows), (chunk) => Effect.as(onStored((stored += chunk.length)), chunk))
  })
  const { groups, people } = checked
  const toStore = { name, description, workspaceId, columns: plan.columns, groups, people, tasks }
  const board = dryRun ? null : yield* recording(storeImport(toStore))
  return { board, imported: checked.tasks, skipped: checked.rows - checked.tasks, warnings: checked.warnings }
})
