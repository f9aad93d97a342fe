import { Effect, Redacted, type Scope } from "effect"
import pg, { type QueryConfig } from "pg"
import { LIMITS, type PostgresOptions, READABLE_DATES } from "./PostgresOptions.js"

// Sent as a statement, because poolers in front of the server may refuse start-up options.
const SESSION_SETTINGS = [
  READABLE_DATES,
  "set timezone = 'UTC'",
  `set statement_timeout = ${LIMITS.statementMillis}`,
  `set idle_in_transaction_session_timeout = ${2 * LIMITS.statementMillis}`
].join("; ")

// The driver accepts a timeout per query, which its types lack.
const SET_UP: QueryConfig & { readonly query_timeout: number } = {
  text: SESSION_SETTINGS,
  query_timeout: LIMITS.connectMillis
}

const CLOSE_MILLIS = 2 * LIMITS.statementMillis

/** Closes idle connections at once and the others when they are returned; waits for that up to `CLOSE_MILLIS`. */
const close = (pool: pg.Pool): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MILLIS)))
  return Promise.race([pool.end(), patience]).finally(() => clearTimeout(timer))
}

/** Creates a pool, which connects on first use. Closed with the scope. */
export const openPool = ({ connections, url }: PostgresOptions): Effect.Effect<pg.Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool({
        connectionString: Redacted.isRedacted(url) ? Redacted.value(url) : url,
        application_name: "boardwright",
        max: connections ?? 10,
        connectionTimeoutMillis: LIMITS.connectMillis,
        idleTimeoutMillis: LIMITS.idleMillis,
        keepAlive: true,
        pipeline: true,
        // The pool's own timeout ends before this one's.
        onConnect: async (client) => {
          await client.query(SET_UP)
        }
      })
      // A lost idle connection has left the pool; the next user gets another one.
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => close(pool))
  )
