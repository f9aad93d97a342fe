import { existsSync } from "node:fs"
import { type MigrationStatus, migrationStatus as readStatus, type StorageNotUsable } from "@boardwright/sql"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Cause, Effect } from "effect"
import { notUsable } from "./notUsable.js"

/** Which migrations a file has and which it lacks, all where there is no file; changes nothing. */
export const migrationStatus = ({
  filename
}: {
  readonly filename: string
}): Effect.Effect<MigrationStatus, StorageNotUsable> => {
  const there = existsSync(filename)
  return readStatus.pipe(
    Effect.provide(SqliteClient.layer({ filename: there ? filename : ":memory:", readonly: there, disableWAL: true })),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(notUsable(filename, Cause.squash(cause)))
    )
  )
}
