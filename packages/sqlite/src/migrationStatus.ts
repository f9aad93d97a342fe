import { existsSync } from "node:fs"
import { type MigrationStatus, migrationStatus as readStatus, type StorageNotUsable } from "@boardwright/sql"
import { SqlClient } from "@effect/sql/SqlClient"
import { Cause, Effect } from "effect"
import { clientOn, connectionOn } from "./clientOn.js"
import { openSqlite } from "./driver.js"
import { notUsable } from "./notUsable.js"

/** Which migrations a file has and which it lacks, all where there is no file; changes nothing. */
export const migrationStatus = ({
  filename
}: {
  readonly filename: string
}): Effect.Effect<MigrationStatus, StorageNotUsable> => {
  // A read-only connection would leave the files of a write-ahead log behind, which others may not be able to write.
  const opened = existsSync(filename) ? filename : ":memory:"
  return Effect.acquireUseRelease(
    Effect.sync(() => openSqlite(opened)),
    (db) => Effect.provideServiceEffect(readStatus, SqlClient, clientOn(connectionOn(db))),
    (db) => Effect.sync(() => db.close())
  ).pipe(
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(notUsable(filename, Cause.squash(cause)))
    )
  )
}
