import type { Run, StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { isBusy, storageFailure } from "./errors.js"
import { notUsable } from "./notUsable.js"
import { openConnection, setCacheSize } from "./openConnection.js"
import { type Prepared, prepared } from "./prepared.js"

/** Runs a read and retries it while another process holds the file. */
export const retryingRead =
  (operation: string, patienceMillis: number, read: Prepared): Run =>
  (parameters) => {
    try {
      return Effect.succeed(read(parameters))
    } catch (error) {
      if (!isBusy(error)) return storageFailure(operation, error)
      const again = attempt(() => read(parameters))
      return Effect.catchAll(retryWhileBusy(again, deadlineIn(patienceMillis)), (error) =>
        storageFailure(operation, error)
      )
    }
  }

/** Opens a connection for reads beside the one that writes. It sees what is committed and never waits for the writer. */
export const openReader = (
  filename: string,
  patienceMillis: number
): Effect.Effect<(text: string) => Prepared, StorageNotUsable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => openConnection(filename, true)),
    (db) => Effect.sync(() => db.close())
  ).pipe(
    Effect.tap((db) =>
      retryWhileBusy(
        attempt(() => setCacheSize(db)),
        deadlineIn(patienceMillis)
      )
    ),
    Effect.mapBoth({
      onFailure: (cause) => notUsable(filename, cause),
      onSuccess: (db) => (text: string) => prepared(db, text)
    })
  )
