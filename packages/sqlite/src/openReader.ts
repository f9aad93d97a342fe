import type { Run, StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { fault, isBusy } from "./faults.js"
import { notUsable } from "./notUsable.js"
import { openConnection } from "./openConnection.js"
import { setCacheSize } from "./setCacheSize.js"
import { type Prepared, prepared } from "./prepared.js"
import { attempt, deadlineIn, whileBusy } from "./waiting.js"

/** Runs a read at once, and again while another process holds the file. */
export const reading =
  (operation: string, patienceMillis: number, read: Prepared): Run =>
  (parameters) => {
    try {
      return Effect.succeed(read(parameters))
    } catch (error) {
      if (!isBusy(error)) return fault(operation, error)
      const again = attempt(() => read(parameters))
      return Effect.catchAll(whileBusy(again, deadlineIn(patienceMillis)), (last) => fault(operation, last))
    }
  }

/**
 * Opens a connection for reads beside the one that writes. It sees what is committed, never waits for the writer and
 * costs little more than the driver itself.
 */
export const openReader = (
  filename: string,
  patienceMillis: number
): Effect.Effect<(text: string) => Prepared, StorageNotUsable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => openConnection(filename, true)),
    (db) => Effect.sync(() => db.close())
  ).pipe(
    Effect.tap((db) => whileBusy(setCacheSize(db), deadlineIn(patienceMillis))),
    Effect.mapBoth({
      onFailure: (cause) => notUsable(filename, cause),
      onSuccess: (db) => (text: string) => prepared(db, text)
    })
  )
