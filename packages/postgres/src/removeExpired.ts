import type { SqlStatement } from "@boardwright/sql"
import { Effect, Schedule } from "effect"
import type { Transactions } from "./Transactions.js"

/** Most rows that one statement removes. */
const MAX_REMOVED = 10_000

const removing = (table: string): SqlStatement => ({
  operation: "RateCounts.removeExpired",
  writes: true,
  text: `with ended as (delete from ${table} where key = any(array(
      select key from ${table} where resets_at < now() limit ${MAX_REMOVED} for update skip locked))
    returning key) select count(*) as "removed" from ended`
})

/** Removes the rows of a table of counts whose windows have ended, once a minute until the scope closes. */
export const removeExpired = (transactions: Transactions, table: string) =>
  transactions.autocommit(transactions.prepare(removing(table)), [], true).pipe(
    Effect.repeat({ while: (rows) => (rows[0] as { readonly removed: number }).removed === MAX_REMOVED }),
    // Not logged here: the requests and the mail delivery that notice an outage log it.
    Effect.catchTag("StorageUnavailable", () => Effect.void),
    Effect.catchAllCause((cause) =>
      Effect.logWarning("expired rate counts were not removed; retrying in a minute", cause)
    ),
    Effect.repeat(Schedule.spaced("1 minute")),
    Effect.forkScoped
  )
