import { type Ports, Rate } from "@boardwright/core"
import type { PlainStatement } from "@boardwright/sql"
import { Effect } from "effect"
import type { Answered } from "./askAlone.js"
import { gathered, mapped } from "./gathered.js"
import type { Named } from "./named.js"
import { sweepEnded } from "./sweepEnded.js"
import type { Transactions } from "./Transactions.js"

// Every expression reads the clock after the row is locked, so that counts of one key follow one another in time; rows
// are locked in the order of their keys, so that no two statements wait for each other.
const hitting: PlainStatement = {
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

type Counted = Answered<ReadonlyArray<Rate.RateCount>>

/** Counts requests whose windows are as long; those of one key are numbered in the order in which they came. */
const countTogether = (
  transactions: Transactions,
  statement: Named,
  windowMillis: number,
  keys: ReadonlyArray<string>,
  answered: Counted
) => {
  const hits = new Map<string, number>()
  const places = keys.map((key) => {
    const place = (hits.get(key) ?? 0) + 1
    hits.set(key, place)
    return place
  })
  const counted = (rows: ReadonlyArray<unknown>) => {
    const standing = new Map((rows as ReadonlyArray<Row>).map((row) => [row.key, row]))
    return keys.map((key, at): Rate.RateCount => {
      const { count, resetsAt } = standing.get(key) as Row
      return { count: count - (hits.get(key) ?? 0) + (places[at] ?? 0), resetsAt }
    })
  }
  const values = [[...hits.keys()], [...hits.values()], windowMillis]
  transactions.ask(statement, values, (rows) => answered(mapped(rows, counted)), true)
}

/**
 * Counts shared by all instances on a database, those of one moment by one statement, by the database's clock. A crash of the database
 * forgets them. Those whose windows have ended are removed once a minute.
 */
export const postgresRateCounts = Effect.fnUntraced(function* (transactions: Transactions) {
  yield* sweepEnded(transactions, "boardwright_rate_count")
  const statement = transactions.prepare(hitting)
  const ofWindow = new Map<number, (key: string) => Effect.Effect<Rate.RateCount, Ports.StorageUnavailable>>()
  return Rate.RateCounts.of({
    hit: (key, windowMillis) => {
      const hit =
        ofWindow.get(windowMillis) ??
        gathered((keys: ReadonlyArray<string>, answered: Counted) =>
          countTogether(transactions, statement, windowMillis, keys, answered)
        )
      ofWindow.set(windowMillis, hit)
      return hit(key)
    }
  })
})
