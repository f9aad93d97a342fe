import { existsSync } from "node:fs"
import {
  explained,
  migrate,
  type MigrationStatus,
  migrationStatus as readMigrationStatus,
  type StorageNotUsable
} from "@boardwright/sql"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import { Effect, Exit, Stream } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { openSqlite, type SqliteDatabase } from "./driver.js"
import { notUsable } from "./notUsable.js"
import { prepared } from "./prepared.js"

/** A connection as @effect/sql needs it to run migrations. */
export const connectionOn = (db: SqliteDatabase): Connection => {
  const execute: Connection["execute"] = (text, parameters, transformRows) =>
    Effect.map(
      attempt(() => prepared(db, text)(parameters) as ReadonlyArray<object>),
      (rows) => transformRows?.(rows) ?? rows
    )
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => execute(text, parameters, undefined),
    executeValues: (text, parameters) =>
      Effect.map(execute(text, parameters, undefined), (rows) => rows.map((row) => Object.values(row))),
    executeStream: () => Stream.dieMessage("A migration reads no stream")
  }
}

export const clientOn = (connection: Connection): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler: makeCompilerSqlite(),
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))

/**
 * Applies the missing migrations. BEGIN IMMEDIATE admits one process at a time; the others then find no migration missing.
 */
export const migrateUnderLock = (db: SqliteDatabase, patienceMillis: number) => {
  const connection = connectionOn(db)
  const execute = (text: string) => connection.execute(text, [], undefined)
  const migrating = migrate.pipe(
    // The open transaction, in which the migrator nests its own.
    Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
    Effect.provideServiceEffect(SqlClient.SqlClient, clientOn(connection)),
    Effect.zipLeft(execute("commit"))
  )
  return Effect.acquireUseRelease(
    Effect.suspend(() => retryWhileBusy(execute("begin immediate"), deadlineIn(patienceMillis))),
    () => migrating,
    (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(execute("rollback")))
  )
}

/** Reads which migrations a file has and which it lacks: all if there is no file. */
export const migrationStatus = ({
  filename
}: {
  readonly filename: string
}): Effect.Effect<MigrationStatus, StorageNotUsable> => {
  // A read-only connection would leave write-ahead log files behind that other users may not be able to write.
  const opened = existsSync(filename) ? filename : ":memory:"
  const read = Effect.acquireUseRelease(
    Effect.sync(() => openSqlite(opened)),
    (db) => Effect.provideServiceEffect(readMigrationStatus, SqlClient.SqlClient, clientOn(connectionOn(db))),
    (db) => Effect.sync(() => db.close())
  )
  return explained(read, (cause) => notUsable(filename, cause))
}
