import { Account, Task } from "@boardwright/core"
import { Database, type Dialect, type SqlStatement, repositories } from "@boardwright/sql"
import { Effect, Layer } from "effect"

/**
 * Whether a statement only inserts what it is given. It looks nothing up but what it would repeat or refer to, and that
 * databases do by the indexes without which they take no such statement or reference.
 */
const onlyInserts = (text: string): boolean => text.startsWith("insert ") && !/ (from|join) boardwright_/.test(text)

/** What the repositories prepare on a dialect while they are built and used. */
const recorded = async (
  dialect: Dialect,
  use: (layer: typeof repositories) => Effect.Effect<unknown, unknown, Database>
): Promise<ReadonlyArray<SqlStatement>> => {
  const found: Array<SqlStatement> = []
  const database = Database.of({
    dialect,
    eager: true,
    prepare: (statement) => {
      found.push(statement)
      return () => Effect.succeed([])
    },
    atomic: (work) => work,
    inTransaction: Effect.succeed(false),
    writes: Effect.succeed("ok")
  })
  await Effect.runPromise(Effect.provideService(use(repositories), Database, database))
  return found
}

/**
 * Every statement that the repositories prepare on a dialect, but for those that only insert what they are given and those of the
 * index of words, which is no index of a column.
 */
export const statementsOf = async (dialect: Dialect): Promise<ReadonlyArray<SqlStatement>> => {
  const found = await recorded(dialect, (layer) => Effect.scoped(Layer.build(layer)))
  return found.filter(({ operation, text }) => !onlyInserts(text) && !operation.startsWith("SearchIndex."))
}

/** A page of a user's tasks on all boards, and its total, which are written for what is asked for. */
export const assignedLists = async (dialect: Dialect): Promise<ReadonlyArray<SqlStatement>> => {
  const filter = {
    userId: Account.UserId.make("user-21"),
    places: null,
    query: {
      oneOf: [{ field: "status" as const, values: ["user-7"] }],
      ranges: [],
      sort: [{ by: "field" as const, field: "dueDate" as const, descending: false }]
    }
  }
  const list = Effect.flatMap(Task.TaskRepository, (tasks) =>
    tasks.listAssigned(filter, { page: 2, limit: 50, offset: 50 }, { columnValues: true, counts: true })
  )
  const all = await recorded(dialect, (layer) => Effect.provide(list, layer))
  return all.filter(({ operation }) => operation === "TaskRepository.listAssigned")
}

/** Whether a statement reads the first or last entries of the feed: by no value, but the last are those without a position. */
const isOfFeedEnds = ({ operation }: Pick<SqlStatement, "operation">): boolean =>
  /^ChangeRepository\.(eraseFields|head|headOf|place|removeBefore)$/.test(operation)

/**
 * Whether a statement looks for work of webhooks, which are few, or for columns of an earlier version or time zones, which only an index of
 * them has: it reads them all, and the rest by indexes.
 */
const isOfWork = ({ operation }: Pick<SqlStatement, "operation">): boolean =>
  /^(WebhookRepository\.(hasWork|listDue|firstNeeded)|BoardRepository\.listUnsettled|NotificationRepository\.timezones)$/.test(
    operation
  )

/** Whether a statement counts the queues, each up to a limit. */
const isOfBacklogs = ({ operation }: Pick<SqlStatement, "operation">): boolean => operation === "Backlogs.read"

/**
 * Whether a statement reads the security log of all accounts from an instant on, which may be all there is: then PostgreSQL
 * counts row by row. No route of the server runs it.
 */
const isOfLog = ({ operation }: Pick<SqlStatement, "operation">): boolean =>
  operation === "SecurityEventRepository.listAll"

/** The statements without those of the four kinds above, which have tests of their own. */
export const lookingUp = <A extends Pick<SqlStatement, "operation">>(statements: ReadonlyArray<A>): ReadonlyArray<A> =>
  statements.filter((each) => ![isOfFeedEnds, isOfWork, isOfBacklogs, isOfLog].some((isOne) => isOne(each)))

type Listing = Pick<SqlStatement, "operation" | "text">

/**
 * The lists of all there is, the only ones that may read a whole table, each with the index in whose order a
 * page of it is read, up to the page's end. The total is counted row by row, where the page does not tell it. A search is
 * for what stands anywhere in a name or an address, which no index finds: each row on the way is compared, and that is
 * every row where fewer match than the page takes. No route of the server asks any of them.
 */
const OF_EVERYBODY = new Map([
  ["AccountRepository.list", "boardwright_account_creation"],
  ["ApiTokenRepository.listAll", "boardwright_api_token_user"],
  ["ConsumerRepository.list", "boardwright_consumer_pkey"],
  ["WorkspaceRepository.listAll", "boardwright_workspace_creation"]
])

/** Whether a statement reads a page of such a list, or counts it. */
const isOfEverybody = ({ operation }: Listing): boolean => OF_EVERYBODY.has(operation)

/** The statements that read a page of such a list, each with its index. */
export const everybodysPages = <A extends Listing>(statements: ReadonlyArray<A>): ReadonlyArray<readonly [A, string]> =>
  statements.flatMap((each) => {
    const index = OF_EVERYBODY.get(each.operation)
    return index === undefined || !each.text.includes("limit") ? [] : [[each, index] as const]
  })

/** The statements that read a page of a board's tasks, one for each set of filters. */
export const taskLists = <A extends Listing>(statements: ReadonlyArray<A>): ReadonlyArray<A> =>
  statements.filter(({ operation, text }) => operation === "TaskRepository.list" && text.includes("limit"))

/**
 * Whether a list has an assignee's tasks alone. They are few beside the board's, so that a database that knows its
 * tables finds them first and sorts them then.
 */
const isOfAssignee = ({ text }: Listing): boolean => text.includes("in (select task_id")

/** Whether a statement is of a kind. */
export const isOf = {
  feedEnds: isOfFeedEnds,
  backlogs: isOfBacklogs,
  log: isOfLog,
  everybody: isOfEverybody,
  assignee: isOfAssignee
}

/** What stands where a statement has a value, by the column that it is compared with or stored in. */
const VALUES: Readonly<Record<string, string>> = {
  migration_id: "1",
  user_id: "user-21",
  owner_id: "user-2",
  workspace_id: "workspace-1",
  board_id: "board-7",
  group_id: "group-7",
  webhook_id: "webhook-7",
  task_id: "task-7",
  normalized_email: "user-7@example.com",
  hash: "hash-7",
  purpose: "verify",
  status: "working",
  rank: "a1050007",
  recipient_id: "user-21",
  actor_id: "user-21",
  position: "150000"
}

/** Columns that take no text. */
const OTHERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(^at|_at|_date|_until|_since)$/, "2027-01-01T02:00:00.000Z"],
  [/^(required|visible|strict|unsettled|completed|has_completed_onboarding)$/, "1"],
  [/^(duration|width|token_version|attempts|last_status)$/, "1"],
  [/^(background|column_values|onboarding_data|options|mentions|notifications|types|replay|checks)$/, "{}"]
]

/** The id of something in the table that a name without, or with, an alias speaks of. */
const idIn = (before: string, text: string, alias: string | undefined): string => {
  const tables =
    alias === undefined
      ? [...before.matchAll(/boardwright_(\w+)/g)]
      : [...text.matchAll(new RegExp(`boardwright_(\\w+) ${alias}\\b`, "g"))]
  const table = tables.at(-1)?.[1]
  if (table === undefined) throw new Error(`whose id is it? ${before}`)
  // The database counts them.
  if (table === "change") return "150000"
  return `${table === "mail_job" ? "mail" : table === "account" ? "user" : table}-7`
}

const valueIn = (column: string): string =>
  VALUES[column] ?? OTHERS.find(([pattern]) => pattern.test(column))?.[1] ?? "text"

/** The column that a selected value is inserted into, where a condition follows. */
const insertedInto = (before: string): string | undefined => {
  const [, columns, selected] = /^insert into \S+ \(([^)]*)\) select (.*)$/.exec(before) ?? []
  return selected?.includes(" from ") === false ? columns?.split(", ")[selected.split(", ").length - 1] : undefined
}

const valueOf = (before: string, text: string): string => {
  if (/ c\.(position|id) > $/.test(before)) return "150000"
  if (/ c\.(position|id) <= $/.test(before) || before.endsWith("limit 1) <= ")) return "160000"
  if (before.endsWith("'' = ") || before.endsWith("coalesce(u.timezone, '') = ")) return ""
  if (before.endsWith(`'["*"]' = `)) return '["*"]'
  if (/(column_values ->?|'\$\."' \|\||from \(select) $/.test(before)) return "column-7"
  if (before.endsWith("deletion_id is null or ")) return "1"
  if (before.endsWith("limit ")) return "50"
  if (before.endsWith("cast(")) return "1"
  if (before.endsWith("offset ")) return "0"
  if (before.endsWith("lower(")) return "user-7"
  if (/json_(to|populate)_recordset\((null::\w+, )?$/.test(before)) return "[]"
  const inserted = insertedInto(before)
  if (inserted !== undefined) return inserted === "id" ? "text" : valueIn(inserted)
  if (/(json_array_elements_text|json_each)\($/.test(before)) return '["user-7","user-21","nobody"]'
  const [, alias, column] =
    /(?:(\w+)\.)?"?(\w+)"? (?:=|<>|<|<=|>|>=) (?:case when [\w.]+ is null then [\w.]+ else )?$/.exec(before) ??
    // The first and the second of a pair, as in `(rank, id) > ($1, $2)`.
    /\((?:(\w+)\.)?(\w+), [\w.]+\) [<>] \($/.exec(before) ??
    /\([\w.]+, (?:(\w+)\.)?(\w+)\) [<>] \(\S+, $/.exec(before) ??
    []
  if (column === undefined) throw new Error(`what is wanted after: ${before}`)
  if (column === "id") return idIn(before, text, alias)
  return valueIn(column)
}

/** A statement's values in the order of its places: such as there are in a filled database. */
export const valuesFor = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\$\d+|\+?\?/g)].map(({ index }) => valueOf(text.slice(0, index), text))
