import { Effect, Option, Stream } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { MAX_GROUPS } from "../board/boardBudget.js"
import { failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import type { UserId } from "../values/ids.js"
import type { SheetPlan } from "./planSheet.js"
import { planSheetRow } from "./planSheetRow.js"
import { normalizeEmail } from "../account/Email.js"
import type { SheetRow, SheetRows, SheetWarning } from "./SheetImport.js"

/** Most people that a sheet may name. */
export const MAX_PEOPLE = 10_000

/** What is known of a sheet once every row of it was read. */
export interface CheckedSheet {
  readonly rows: number
  readonly tasks: number
  readonly warnings: number
  /** In order of appearance; none where no column says them. */
  readonly groups: ReadonlyArray<string>
  /** Users by normalised address. */
  readonly people: ReadonlyMap<string, UserId>
}

/** Told of each row as it is checked, with what could not be used of it. */
export type RowListener<E = never> = (row: SheetRow, warnings: ReadonlyArray<SheetWarning>) => Effect.Effect<void, E>

/**
 * Reads every row once and stores nothing. An address that is nobody's is a warning of each row that names it. Fails with
 * `InvalidInput` that lists what cannot be stored, and as the rows and the listener do.
 */
export const checkSheet = Effect.fnUntraced(function* <E, R, E2>(
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
  if (groups.size > MAX_GROUPS) {
    issues.unshift({ path: ["columns"], message: `name ${groups.size} groups; a board may have ${MAX_GROUPS}` })
  }
  yield* failOnIssues(issues)
  const known = [...people].flatMap(([address, id]) => (id === null ? [] : [[address, id] as const]))
  const checked: CheckedSheet = { ...counts, groups: [...groups], people: new Map(known) }
  return checked
})
