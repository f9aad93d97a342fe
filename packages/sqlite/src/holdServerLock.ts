import { StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { openSqlite } from "./driver.js"
import { isBusy } from "./errors.js"
import { notUsable } from "./notUsable.js"
import { restrictToOwner } from "./restrictToOwner.js"

/**
 * Holds `<name>.lock` until the scope closes, or fails with `held`. The lock is an open transaction on an empty database,
 * which the operating system releases when the process ends in any way.
 */
export const holdLock = (name: string, held: string): Effect.Effect<void, StorageNotUsable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        restrictToOwner(`${name}.lock`)
        const db = openSqlite(`${name}.lock`, { timeout: 0 })
        try {
          db.exec("begin exclusive")
        } catch (error) {
          db.close()
          throw error
        }
        return db
      },
      catch: (cause) => (isBusy(cause) ? new StorageNotUsable({ message: held, cause }) : notUsable(name, cause))
    }),
    (db) => Effect.sync(() => db.close())
  )

/** Makes one server at a time serve the file. */
export const holdServerLock = (filename: string): Effect.Effect<void, StorageNotUsable, Scope.Scope> =>
  holdLock(filename, `${filename} is in use by another server`)
