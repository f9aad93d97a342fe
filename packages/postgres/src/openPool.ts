import { Effect, Redacted, type Scope } from "effect"
import pg, { type QueryConfig } from "pg"
import { LIMITS, type PostgresOptions, READABLE_DATES } from "./PostgresOptions.js"

// Sent as a statement and not as start-up options, which poolers between us and the server may refuse.
const SESSION_SETTINGS = [
  READABLE_DATES,
  "set timezone = 'UTC'",
  `set statement_timeout = ${LIMITS.statementMillis}`,
  `set idle_in_transaction_session_timeout = ${2 * LIMITS.statementMillis}`
].join("; ")

// The driver takes a timeout with a query, of which its types know nothing.
const INTRODUCTION: QueryConfig & { readonly query_timeout: number } = {
  text: SESSION_SETTINGS,
  query_timeout: LIMITS.connectMillis
}

const CLOSE_MILLIS = 2 * LIMITS.statementMillis

/** Closes idle connections at once and the others when they come back, and waits for that for a limited time. */
const close = (pool: pg.Pool): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MILLIS)))
  return Promise.race([pool.end(), patience]).finally(() => clearTimeout(timer))
}

/** Makes a pool, which connects when it is first asked. Closed with the scope. */
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
        // The pool's own timeout ends before this.
        onConnect: async (client) => {
          await client.query(INTRODUCTION)
        }
      })
      // The loss of an idle connection is no event: it has left the pool, and the next user gets another.
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => close(pool))
  )
