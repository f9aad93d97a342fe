import { Effect, type Scope } from "effect"
import { openSqlite } from "./driver.js"
import { isBusy } from "./faults.js"
import { notUsable } from "./notUsable.js"
import { ownerOnly } from "./ownerOnly.js"
import { StorageNotUsable } from "@boardwright/sql"

/**
 * Holds `<filename>.lock` until the scope closes, so that one server at a time serves the file. The lock is an open
 * transaction on an empty database: the operating system frees it with the process, however that ends.
 */
export const holdServerLock = (filename: string): Effect.Effect<void, StorageNotUsable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        ownerOnly(`${filename}.lock`)
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
