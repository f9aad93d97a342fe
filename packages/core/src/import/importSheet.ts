import { Chunk, Effect, Option, Stream } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { isEmail } from "../account/Email.js"
import { UserDirectory } from "../account/UserDirectory.js"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { recording } from "../change/recording.js"
import { type UserId, WorkspaceId } from "../values/ids.js"
import { decodeInput, failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import { collectLabels, type ColumnLabels } from "./columnLabels.js"
import { gatherFamilies } from "./families.js"
import { findMisfits } from "./misfits.js"
import { addressesIn, type People, personKey } from "./people.js"
import { columnOf, planSheet, type PlannedColumn, type SheetPlan } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"
import { planSheetRow, type SettledPlan } from "./planSheetRow.js"
import { SheetImport, type SheetRow, type SheetRows, type SheetWarning } from "./SheetImport.js"
import { groupIssues, storeImport } from "./storeImport.js"

/** Most people that a sheet may name. */
const MAX_PEOPLE = 10_000

/** The result of checking every row of a sheet. */
interface CheckedSheet {
  readonly tasks: number
  readonly subtasks: number
  /** Blank rows. */
  readonly skipped: number
  readonly warnings: number
  /** In order of appearance; empty if no column names groups. */
  readonly groups: ReadonlyArray<string>
  readonly labels: ColumnLabels
  readonly people: People
}

/** Called for each row as it is checked, with the warnings about it. */
export type RowListener<E = never> = (row: SheetRow, warnings: ReadonlyArray<SheetWarning>) => Effect.Effect<void, E>

/** The plan with the rows that are subtasks, which takes a reading of all rows if a column names parents. */
const withFamilies = <E, R>(plan: SheetPlan, rows: SheetRows<E, R>): Effect.Effect<SettledPlan, E, R> => {
  if (columnOf(plan, "parent") === undefined) return Effect.succeed(plan)
  const families = gatherFamilies(plan)
  const add = (row: SheetRow) => Effect.sync(() => families.add(planSheetRow(plan, row).task))
  return Effect.as(Stream.runForEach(rows, add), { ...plan, families })
}

/** Reads every row once and stores nothing. Fails with `InvalidInput`, and as the rows and the listener do. */
const checkSheet = Effect.fnUntraced(function* <E, R, E2>(
  plan: SettledPlan,
  rows: SheetRows<E, R>,
  listen: RowListener<E2>
) {
  const directory = yield* UserDirectory
  const hasGroups = [...plan.fields.values()].includes("group")
  const groups = new Set<string>()
  const people = new Map<string, UserId | null>()
  const issues: Array<Issue> = []
  const collected = collectLabels(plan.columns)
  const counts = { tasks: 0, subtasks: 0, skipped: 0, warnings: 0 }

  const findPerson = (person: string) =>
    person.includes("@")
      ? Effect.map(directory.findByEmail(person), (found) => Option.getOrNull(found)?.id ?? null)
      : Effect.map(directory.existing([person]), ([id = null]) => id)
  const unknownAmong = Effect.fnUntraced(function* (persons: ReadonlyArray<string>) {
    const unknown: Array<string> = []
    for (const person of persons) {
      const key = personKey(person)
      if (!people.has(key) && people.size < MAX_PEOPLE) people.set(key, yield* findPerson(person))
      if (typeof people.get(key) !== "string") unknown.push(person)
    }
    return unknown
  })
  const isBound = ({ fills }: PlannedColumn): boolean => fills === "assignees"
  const assigneesColumn = columnOf(plan, "assignees") ?? plan.columns.find(isBound)?.index ?? -1
  const peopleColumns = plan.columns.filter((column) => column.matchesPeople && !isBound(column))
  const unknownPeople = Effect.fnUntraced(function* ({ assignees, cells, row: line }: PlannedTask) {
    const warn =
      (index: number, end: string) =>
      (value: string): SheetWarning => {
        return { line, column: plan.headers.get(index) ?? "", value, message: `is not the address of a user; ${end}` }
      }
    const unknown = yield* unknownAmong(assignees)
    const isKept = unknown.length === assignees.length && plan.columns.some(isBound)
    const warnings = unknown.map(warn(assigneesColumn, isKept ? "kept as text" : "left out"))
    for (const { index } of peopleColumns) {
      const cell = cells.find(([at]) => at === index)?.[1] ?? ""
      // Another entry is a name, which text of people may be.
      const addresses = (yield* unknownAmong(addressesIn(cell))).filter(isEmail)
      if (plan.verbatim) warnings.push(...addresses.map(warn(index, "kept as text")))
    }
    return warnings
  })

  // Cells that should have set a field have their own warnings.
  const misfits = findMisfits(plan.columns.filter(({ fills }) => fills === null))
  const check = Effect.fnUntraced(function* (row: SheetRow) {
    const planned = planSheetRow(plan, row)
    if (issues.length < MAX_ISSUES) issues.push(...planned.issues)
    counts.warnings += planned.warnings.length
    if (planned.task === null) {
      if (!planned.isSubtask) counts.skipped++
      return yield* listen(row, planned.warnings)
    }
    counts.tasks++
    collected.add(planned.task)
    counts.subtasks += planned.task.subtasks.length
    if (hasGroups) groups.add(planned.task.group || DEFAULT_GROUP_NAME)
    const unknown = yield* unknownPeople(planned.task)
    const kept = misfits(planned.task).map(({ column, message, value }): SheetWarning => {
      return { line: row.line, column: plan.headers.get(column) ?? "", value, message: `${message}; kept as text` }
    })
    counts.warnings += unknown.length + kept.length
    yield* listen(row, [...planned.warnings, ...unknown, ...kept])
  })
  yield* Stream.runForEach(rows, check)
  yield* failOnIssues([...groupIssues(groups, "columns"), ...issues])
  const known = [...people].flatMap(([address, id]) => (id === null ? [] : [[address, id] as const]))
  const checked: CheckedSheet = { ...counts, groups: [...groups], labels: collected.labels, people: new Map(known) }
  return checked
})

const tasksOf = <E, R>(plan: SettledPlan, rows: SheetRows<E, R>) =>
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
 * one transaction, and before that if a column names parents; they must be the same each time. Each row may name the group
 * of its task. Assignees may be any users,
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
  const { issues, plan: planned } = planSheet({ columns, name, workspaceId, verbatim })
  yield* failOnIssues(issues)
  yield* requireWorkspace(WorkspaceId.make(workspaceId), "create boards")
  const plan = yield* withFamilies(planned, rows)
  const checked = yield* checkSheet(plan, rows, onRow)
  const tasks = Stream.suspend(() => {
    let stored = 0
    return Stream.mapChunksEffect(tasksOf(plan, rows), (chunk) => Effect.as(onStored((stored += chunk.length)), chunk))
  })
  const { groups, labels, people } = checked
  const toStore = { name, description, workspaceId, columns: plan.columns, labels, groups, people, tasks }
  const board = dryRun ? null : yield* recording(storeImport(toStore))
  const { skipped, subtasks, tasks: imported, warnings } = checked
  return { board, imported, subtasks, skipped, warnings }
})
