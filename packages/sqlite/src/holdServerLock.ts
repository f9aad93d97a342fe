import { StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { openSqlite } from "./driver.js"
import { isBusy } from "./errors.js"
import { notUsable } from "./notUsable.js"
import { restrictToOwner } from "./restrictToOwner.js"

/**
 * Holds `<filename>.lock` until the scope closes, so that one server at a time serves the file. The lock is an open
 * transaction on an empty database, which the operating system releases when the process ends in any way.
 */
export const holdServerLock = (filename: string): Effect.Effect<void, StorageNotUsable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        restrictToOwner(`${filename}.lock`)
        const db = openSqlite(`${filename}.lock`, { timeout: 0 })
        try {
          db.exec("begin exclusive")
        } catch (error) {
          db.close()
          throw error
        }
        return db
      },
      catch: (cause) =>
        isBusy(cause)
          ? new StorageNotUsable({ message: `${filename} is in use by another server`, cause })
          : notUsable(filename, cause)
    }),
    (db) => Effect.sync(() => db.close())
  )
