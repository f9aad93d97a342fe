import { availableParallelism } from "node:os"
import { Effect } from "effect"
import type { Settings } from "../settings.js"
import { ConfigurationInvalid } from "../settings/readVariables.js"

/** The number of processes that serve. Fails if the database allows only one, or has fewer connections. */
export const workerCount = ({ database, poolSize, workers }: Settings): Effect.Effect<number, ConfigurationInvalid> => {
  if (workers === 1) return Effect.succeed(1)
  if (database?.kind !== "postgres") {
    return Effect.fail(
      new ConfigurationInvalid(
        "WORKERS: a SQLite file is served by one process; several need PostgreSQL (DATABASE_URL)"
      )
    )
  }
  if (workers === "auto") return Effect.succeed(Math.min(availableParallelism(), poolSize))
  if (workers <= poolSize) return Effect.succeed(workers)
  return Effect.fail(
    new ConfigurationInvalid(
      `WORKERS: ${workers} need at least as many connections, and DATABASE_POOL_SIZE is ${poolSize}`
    )
  )
}
