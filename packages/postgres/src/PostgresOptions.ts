import type { Redacted } from "effect"
import type { Pool } from "pg"

/** Where in a database the tables are. */
interface InSchema {
  /**
   * The schema of the tables, made where there is none: 1 to 63 letters, digits, `_` and `-`, case kept. Statements name
   * it, and no session's `search_path` changes. Default: the first of the sessions' `search_path`, mostly `public`.
   */
  readonly schema?: string | undefined
}

/** Which database, and how many connections to it. */
export interface PostgresOptions extends InSchema {
  /** `postgres://user:password@host:port/database`, with libpq's options such as `sslmode=verify-full`. */
  readonly url: string | Redacted.Redacted
  /** Connections at most; 10. */
  readonly connections?: number | undefined
}

/**
 * A pool of the host's own, which stays open when the layer closes. What the host has set for its sessions stays, but for
 * the style of dates, which is made the one that the driver reads; how the host has the driver read types is no matter.
 */
export interface PostgresPool extends InSchema {
  readonly pool: Pool
}

/**
 * How long a connection may take to come (others may have them all), a statement to answer, and one that may touch any
 * number of rows. `hungMillis`: how long a statement and the wait for its connection may take together, however long the
 * wait was.
 */
export const LIMITS = {
  connectMillis: 6_000,
  statementMillis: 5_000,
  heavyMillis: 60_000,
  hungMillis: 9_000,
  idleMillis: 30_000
} as const

/** What the server is told to end by itself; it is given a second longer before the connection is cut. */
export const GRACE_MILLIS = 1_000

/** Makes times come as the driver reads them, whatever the database is set to. */
export const READABLE_DATES = "set datestyle = 'ISO'"
