import type { StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { withPool } from "./layer.js"
import { poolerClients } from "./poolerClients.js"
import type { PostgresOptions } from "./PostgresOptions.js"

export interface PostgresFacts {
  /** Whether a pooler is in between. */
  readonly pooled: boolean
  readonly version: string
  readonly maxConnections: number
  /** Those of `maxConnections` that only a superuser gets. */
  readonly reserved: number
  readonly used: number
  readonly fsync: string
  readonly fullPageWrites: string
  readonly synchronousCommit: string
  readonly walLevel: string
  readonly timeZone: string
  /** The timeouts of a session without ours; `0` for none. */
  readonly statementTimeout: string
  readonly idleInTransactionTimeout: string
  /** How far the database's clock is ahead of this machine's, in milliseconds, give or take the round trip. */
  readonly clockAhead: number
}

const setting = (name: string, column: string) =>
  `(select reset_val from pg_settings where name = '${name}') as "${column}"`

const FACTS = `select ${[
  "current_setting('server_version') as version",
  setting("max_connections", "maxConnections"),
  setting("superuser_reserved_connections", "reserved"),
  `(select count(*) from pg_stat_activity where backend_type = 'client backend') as used`,
  setting("fsync", "fsync"),
  setting("full_page_writes", "fullPageWrites"),
  setting("synchronous_commit", "synchronousCommit"),
  setting("wal_level", "walLevel"),
  setting("TimeZone", "timeZone"),
  setting("statement_timeout", "statementTimeout"),
  setting("idle_in_transaction_session_timeout", "idleInTransactionTimeout"),
  "extract(epoch from clock_timestamp()) * 1000 as clock"
].join(", ")}`

const PROBE = "insert into boardwright_state (name, value, updated_at) values ('doctor', '0', now())"

/**
 * Looks at a database whose schema is up to date, for the operator. Fails if it cannot be written: a transaction is begun,
 * writes and is rolled back.
 */
export const inspect = (options: PostgresOptions): Effect.Effect<PostgresFacts, StorageNotUsable> =>
  Effect.scoped(
    withPool({ ...options, connections: 1 }, (pool) =>
      Effect.tryPromise(async (): Promise<PostgresFacts> => {
        const before = Date.now()
        const { rows } = await pool.query(FACTS)
        const between = (before + Date.now()) / 2
        const client = await pool.connect()
        try {
          await client.query("begin")
          await client.query(PROBE)
        } finally {
          await client.query("rollback")
          client.release()
        }
        const { clock, maxConnections, reserved, used, ...settings } = rows[0]
        const numbers = { maxConnections: Number(maxConnections), reserved: Number(reserved), used: Number(used) }
        const pooled = poolerClients.has(client)
        return { ...settings, ...numbers, pooled, clockAhead: Math.round(Number(clock) - between) }
      })
    )
  )
