import { Rate } from "@boardwright/core"
import type { SqlStatement } from "@boardwright/sql"
import { Effect } from "effect"
import { removeExpired } from "./removeExpired.js"
import type { Transactions } from "./Transactions.js"

/** SQL: until when a key is blocked after a use, and when its window ends. `at`, `count` and `ends` are SQL. */
const afterUse = (at: string, count: string, ends: string) => {
  const wait = `least($5::float8, $4::float8 * power(2, least(${count} - $2::int, 40))) * interval '1 millisecond'`
  const blockedUntil = `case when ${count} < $2::int then null when $4::float8 is null then ${ends} else ${at} + ${wait} end`
  return {
    blockedUntil,
    resetsAt: `case when ${count} < $2::int or $4::float8 is null then ${ends} else ${at} + ${wait} + length end`
  }
}

const LENGTH = "$3::float8 * interval '1 millisecond' as length"
const first = afterUse("at", "1", "at + length")
const next = afterUse("at", "next", "ends")

// The update reads the clock after the row is locked, so that the uses of a key follow one another in time. A refused use
// must update the row too, because the statement returns only updated rows.
const CONSUME: SqlStatement = {
  operation: "Throttle.consume",
  writes: true,
  text: `insert into boardwright_throttle as kept (key, count, blocked_until, resets_at, refused)
    select $1::text, 1, ${first.blockedUntil}, ${first.resetsAt}, false
    from (select clock_timestamp() as at, ${LENGTH}) as now
    on conflict (key) do update set (count, blocked_until, resets_at, refused) = (
      select case when blocked then kept.count else next end,
        case when blocked then kept.blocked_until else ${next.blockedUntil} end,
        case when blocked then kept.resets_at else ${next.resetsAt} end,
        blocked
      from (select at, length, open and coalesce(kept.blocked_until > at, false) as blocked,
          case when open then kept.count else 0 end + 1 as next,
          case when open then kept.resets_at else at + length end as ends
        from (select at, length, kept.resets_at > at
            and kept.resets_at <= at + length + coalesce($5::float8, 0) * interval '1 millisecond' as open
          from (select clock_timestamp() as at, ${LENGTH}) as now) as stands) as used
    ) returning refused, (extract(epoch from blocked_until) * 1000)::float8 as "blockedUntil"`
}

interface Row {
  readonly refused: boolean
  readonly blockedUntil: number
}

const REFUND: SqlStatement = {
  operation: "Throttle.refund",
  writes: true,
  text: `update boardwright_throttle set count = greatest(count - 1, 0), blocked_until = null where key = $1`
}

const RESET: SqlStatement = {
  operation: "Throttle.reset",
  writes: true,
  text: `delete from boardwright_throttle where key = $1`
}

/**
 * Throttles shared by all instances on a database, by the database's clock. A crash of the database resets them. Expired
 * ones are removed once a minute.
 */
export const postgresThrottle = Effect.fnUntraced(function* (transactions: Transactions) {
  yield* removeExpired(transactions, "boardwright_throttle")
  const consume = transactions.prepare(CONSUME)
  const refund = transactions.prepare(REFUND)
  const reset = transactions.prepare(RESET)
  // Each of these statements may be done twice, which counts one use more or fewer.
  return Rate.Throttle.of({
    consume: (key, { limit, wait, windowMillis }) => {
      const values = [key, limit, windowMillis, wait?.firstMillis ?? null, wait?.longestMillis ?? null]
      return Effect.map(transactions.autocommit(consume, values, true), (rows) => {
        const { blockedUntil, refused } = rows[0] as Row
        return refused ? blockedUntil : null
      })
    },
    refund: (key) => Effect.asVoid(transactions.autocommit(refund, [key], true)),
    reset: (key) => Effect.asVoid(transactions.autocommit(reset, [key], true))
  })
})
