import { Effect, type Scope } from "effect"
import type { Pool } from "pg"
import { HostPool } from "./HostPool.js"
import { addressOf, LIMITS, type PostgresOptions } from "./PostgresOptions.js"

const CLOSE_MILLIS = 2 * LIMITS.statementMillis

/** Closes idle connections at once and the others when they are returned; waits for that up to `CLOSE_MILLIS`. */
const close = (pool: Pool): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MILLIS)))
  return Promise.race([pool.end(), patience]).finally(() => clearTimeout(timer))
}

/** Creates a pool, which connects on first use. Closed with the scope. */
export const openPool = (options: PostgresOptions): Effect.Effect<Pool, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new HostPool(addressOf(options), options.connections ?? 10)
      // A lost idle connection has left the pool; the next user gets another one.
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => close(pool))
  )
