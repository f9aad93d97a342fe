import { Redacted } from "effect"
import type { Pool } from "pg"
import { parsePostgresUrl, type PostgresAddress } from "./postgresUrl.js"

interface InSchema {
  /**
   * The schema of the tables, created if missing: 1 to 63 letters, digits, `_` and `-`, case preserved. Statements name it;
   * the `search_path` of sessions does not change. Default: the first schema of the `search_path`, usually `public`.
   */
  readonly schema?: string | undefined
}

/** The database and the size of the connection pool. */
export interface PostgresOptions extends InSchema {
  /**
   * `postgres://user:password@host:port/database`, with libpq's options such as `sslmode=verify-full`. With several hosts,
   * separated by commas, connections use the first one that accepts writes; `target_session_attrs` may be `any`,
   * `read-write` or `primary`.
   */
  readonly url: string | Redacted.Redacted
  /** Most connections; default 10. */
  readonly connections?: number | undefined
}

/**
 * A host's own pool, which stays open when the layer closes. Its sessions keep their settings except `datestyle`, which is
 * set to the style that the driver reads. The host's type parsers are not used.
 */
export interface PostgresPool extends InSchema {
  readonly pool: Pool
}

/**
 * Timeouts of the wait for a connection, of a statement and of a heavy one, and the age at which an idle connection is
 * closed. `hungMillis` limits a statement together with the wait for its connection.
 */
export const LIMITS = {
  connectMillis: 6_000,
  statementMillis: 5_000,
  heavyMillis: 60_000,
  hungMillis: 9_000,
  idleMillis: 30_000
} as const

/** How much later than the server's own statement timeout a connection is closed. */
export const GRACE_MILLIS = 1_000

/** The server's own timeouts, by setting: of a statement, and of a transaction between two of them. */
export const SERVER_TIMEOUTS = {
  statement_timeout: LIMITS.statementMillis,
  idle_in_transaction_session_timeout: 2 * LIMITS.statementMillis
} as const

/** Makes the server send times as the driver reads them, whatever the database is set to. PgBouncer keeps it per client. */
export const READABLE_DATES = "set datestyle = 'ISO'"

/** The servers of the database. An address that this package does not read is left to the driver. */
export const addressOf = ({ url }: PostgresOptions): PostgresAddress => {
  const text = Redacted.isRedacted(url) ? Redacted.value(url) : url
  return parsePostgresUrl(text) ?? { urls: [text], target: "any", name: "the database" }
}

/** The database's address without user, password and options, to show to people. */
export const databaseOf = (options: PostgresOptions | PostgresPool): string =>
  "pool" in options ? "the pool's database" : addressOf(options).name
