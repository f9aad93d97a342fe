import type { Database, DatabaseIdentity } from "@boardwright/sql"
import { Cause, type Context, Effect, Option } from "effect"
import { codeOf } from "./errors.js"
import type { Transactions } from "./Transactions.js"

const SYSTEM = "select system_identifier::text as part from pg_control_system()"
// A standby has no timeline of its own yet.
const TIMELINE = `select case when pg_is_in_recovery() then null
  else substring(pg_walfile_name(pg_current_wal_lsn()) for 8) end as part`
const DATABASE = "select oid::text as part from pg_database where datname = current_database()"
const FEED = "select 'boardwright_feed'::regclass::oid::text as part"

/** Whether the server refused a statement: for lack of rights, or because it does not have such a function. */
const isRefused = (cause: Cause.Cause<unknown>): boolean =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => Cause.isDie(cause),
    onSome: (failure) => /^(42501|55000)$/.test(codeOf(failure) ?? "")
  })

/**
 * The cluster's identifier, its timeline, the database and the table of the feed. The first two are null if the server
 * refuses them to the role, as hosted ones do: then a dump restored into another cluster is noticed only by the rest. The
 * timeline is null on a standby. Read it in a transaction, so that all of it is of one server.
 */
export const databaseIdentity = Effect.fnUntraced(function* (
  transactions: Transactions,
  database: Context.Tag.Service<Database>
) {
  const ask = (text: string) =>
    Effect.map(
      database.prepare({ operation: "ChangeRepository.bind", text, writes: false })([]),
      (rows) => (rows as ReadonlyArray<{ readonly part: string | null }>)[0]?.part ?? null
    )
  // A savepoint, since a statement that is refused fails its transaction.
  const askIfAllowed = (text: string) =>
    Effect.catchAllCause(transactions.transact(ask(text)), (cause) =>
      isRefused(cause) ? Effect.succeed(null) : Effect.failCause(cause)
    )
  const identity: DatabaseIdentity = [
    yield* askIfAllowed(SYSTEM),
    yield* askIfAllowed(TIMELINE),
    yield* ask(DATABASE),
    yield* ask(FEED)
  ]
  return identity
})
