import { Rate } from "@boardwright/core"
import { Effect, Schedule } from "effect"
import type { Named, Transactions } from "./Transactions.js"

// Every expression reads the clock after the row is locked, so that counts of one key follow one another in time.
const hitting: Named = {
  name: "boardwright_rate_hit",
  operation: "RateCounts.hit",
  writes: true,
  text: `insert into boardwright_rate_count as counted (key, count, resets_at)
    values ($1, 1, clock_timestamp() + $2::float8 * interval '1 millisecond')
    on conflict (key) do update set (count, resets_at) = (
      select case when open then counted.count + 1 else 1 end, case when open then counted.resets_at else at + length end
      from (select at, length, counted.resets_at > at and counted.resets_at <= at + length as open
        from (select clock_timestamp() as at, $2::float8 * interval '1 millisecond' as length) as now) as stands
    ) returning count, (extract(epoch from resets_at) * 1000)::float8 as "resetsAt"`
}

/** How many one sweep removes at most. */
const SWEPT = 10_000

const sweeping: Named = {
  name: "boardwright_rate_sweep",
  operation: "RateCounts.sweep",
  writes: true,
  text: `with ended as (delete from boardwright_rate_count where key = any(array(
      select key from boardwright_rate_count where resets_at < now() limit ${SWEPT} for update skip locked))
    returning key) select count(*) as "swept" from ended`
}

const sweep = (transactions: Transactions) =>
  transactions.alone(sweeping, [], true).pipe(
    Effect.repeat({ while: (rows) => (rows[0] as { readonly swept: number }).swept === SWEPT }),
    Effect.catchAllCause((cause) => Effect.logWarning("old rate counts were not removed, will be tried again", cause))
  )

/**
 * Counts shared by all instances on a database, each by one statement, by the database's clock. A crash of the database
 * forgets them. Those whose windows have ended are removed once a minute.
 */
export const postgresRateCounts = Effect.fnUntraced(function* (transactions: Transactions) {
  yield* Effect.forkScoped(Effect.repeat(sweep(transactions), Schedule.spaced("1 minute")))
  return Rate.RateCounts.of({
    hit: (key, windowMillis) =>
      Effect.map(transactions.alone(hitting, [key, windowMillis], true), (rows) => rows[0] as Rate.RateCount)
  })
})
