import type { PlainStatement } from "@boardwright/sql"
import { Effect, Schedule } from "effect"
import type { Transactions } from "./Transactions.js"

/** How many rows one statement removes at most. */
const SWEPT = 10_000

const sweeping = (table: string): PlainStatement => ({
  operation: "RateCounts.sweep",
  writes: true,
  text: `with ended as (delete from ${table} where key = any(array(
      select key from ${table} where resets_at < now() limit ${SWEPT} for update skip locked))
    returning key) select count(*) as "swept" from ended`
})

/** Removes the rows of a table of counts whose windows have ended, once a minute until the scope ends. */
export const sweepEnded = (transactions: Transactions, table: string) =>
  transactions.alone(transactions.prepare(sweeping(table)), [], true).pipe(
    Effect.repeat({ while: (rows) => (rows[0] as { readonly swept: number }).swept === SWEPT }),
    // Tried again; that storage is unavailable is logged by the requests and mail delivery that notice it.
    Effect.catchTag("StorageUnavailable", () => Effect.void),
    Effect.catchAllCause((cause) => Effect.logWarning("old rate counts were not removed, will be tried again", cause)),
    Effect.repeat(Schedule.spaced("1 minute")),
    Effect.forkScoped
  )
