import { type Ports, Rate } from "@boardwright/core"
import type { SqlStatement } from "@boardwright/sql"
import { Effect } from "effect"
import type { Callback } from "./autocommit.js"
import { inBatches, mapExit } from "./batches.js"
import type { PreparedStatement } from "./preparedStatement.js"
import { removeExpired } from "./removeExpired.js"
import type { Transactions } from "./Transactions.js"

// Every expression reads the clock after the row is locked, so that the counts of a key follow one another in time. Rows
// are locked in the order of their keys, so that two statements cannot deadlock.
const HIT: SqlStatement = {
  operation: "RateCounts.hit",
  writes: true,
  text: `insert into boardwright_rate_count as counted (key, count, resets_at)
    select key, hits, clock_timestamp() + $3::float8 * interval '1 millisecond'
    from unnest($1::text[], $2::int[]) as asked (key, hits) order by key
    on conflict (key) do update set (count, resets_at) = (
      select case when open then counted.count else 0 end + excluded.count,
        case when open then counted.resets_at else at + length end
      from (select at, length, counted.resets_at > at and counted.resets_at <= at + length as open
        from (select clock_timestamp() as at, $3::float8 * interval '1 millisecond' as length) as now) as stands
    ) returning key, count, (extract(epoch from resets_at) * 1000)::float8 as "resetsAt"`
}

interface Row extends Rate.RateCount {
  readonly key: string
}

interface Hit {
  readonly key: string
  readonly cost: number
}

/** Counts a batch of requests with windows of one length; those of a key are numbered in their order. */
const countBatch = (
  transactions: Transactions,
  statement: PreparedStatement,
  windowMillis: number,
  asked: ReadonlyArray<Hit>,
  done: Callback<ReadonlyArray<Rate.RateCount>>
) => {
  const hits = new Map<string, number>()
  const positions = asked.map(({ cost, key }) => {
    const position = (hits.get(key) ?? 0) + cost
    hits.set(key, position)
    return position
  })
  const counted = (rows: ReadonlyArray<unknown>) => {
    const stored = new Map((rows as ReadonlyArray<Row>).map((row) => [row.key, row]))
    return asked.map(({ key }, at): Rate.RateCount => {
      const { count, resetsAt } = stored.get(key) as Row
      return { count: count - (hits.get(key) ?? 0) + (positions[at] ?? 0), resetsAt }
    })
  }
  const values = [[...hits.keys()], [...hits.values()], windowMillis]
  transactions.send(statement, values, (exit) => done(mapExit(exit, counted)), true)
}

/**
 * Request counts shared by all instances on a database, by the database's clock. Concurrent requests are counted in
 * batches. A crash of the database resets them. Expired ones are removed once a minute.
 */
export const postgresRateCounts = Effect.fnUntraced(function* (transactions: Transactions) {
  yield* removeExpired(transactions, "boardwright_rate_count")
  const statement = transactions.prepare(HIT)
  const ofWindow = new Map<number, (hit: Hit) => Effect.Effect<Rate.RateCount, Ports.StorageUnavailable>>()
  return Rate.RateCounts.of({
    hit: (key, windowMillis, cost = 1) => {
      const hit =
        ofWindow.get(windowMillis) ??
        inBatches((asked: ReadonlyArray<Hit>, done: Callback<ReadonlyArray<Rate.RateCount>>) =>
          countBatch(transactions, statement, windowMillis, asked, done)
        )
      ofWindow.set(windowMillis, hit)
      return hit({ key, cost })
    }
  })
})
