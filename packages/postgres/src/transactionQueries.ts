import type { Connection, Query } from "./Connection.js"
import type { ConnectionPool } from "./ConnectionPool.js"
import { GRACE_MILLIS, LIMITS, SERVER_TIMEOUTS } from "./PostgresOptions.js"

// The database's default isolation level may be another one.
const BEGIN = { text: "begin isolation level read committed" }
// Behind a pooler a session has no timeouts of ours.
const TIMEOUTS = Object.entries(SERVER_TIMEOUTS).map(([name, millis]) => `set local ${name} = ${millis}`)
const BEGIN_BEHIND_POOLER = { text: [BEGIN.text, ...TIMEOUTS].join("; ") }

/** Begins a transaction on a connection of the pool. */
export const beginOf = (pool: ConnectionPool, connection: Connection): Query =>
  pool.own && connection.isBehindPooler ? BEGIN_BEHIND_POOLER : BEGIN

export const COMMIT: Query = { text: "commit", ends: true }

/** Gives the rest of a transaction the time of a heavy statement. It is sent with that statement. */
export const RAISE_TIMEOUT: Query = { text: `set local statement_timeout = ${LIMITS.heavyMillis}`, isPipelined: true }

/** As `RAISE_TIMEOUT`, before a statement that is planned once for all parameters. */
export const RAISE_FOR_GENERIC: Query = {
  text: `${RAISE_TIMEOUT.text}; set local plan_cache_mode = force_generic_plan`,
  isPipelined: true
}

/** How long a heavy statement is awaited. */
export const HEAVY_MILLIS = LIMITS.heavyMillis + GRACE_MILLIS
