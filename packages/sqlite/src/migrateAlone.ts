import { migrate } from "@boardwright/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type Sqlite from "better-sqlite3"
import { Effect, Exit, Stream } from "effect"
import { prepared } from "./prepared.js"
import { attempt, deadlineIn, whileBusy } from "./waiting.js"

/** The connection as @effect/sql takes one. */
const connectionOf = (db: Sqlite.Database): Connection => {
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

/**
 * Brings the tables up to date on a connection. BEGIN IMMEDIATE lets one process at a time in, and the others find the
 * work done.
 */
export const migrateAlone = (db: Sqlite.Database, patienceMillis: number) => {
  const connection = connectionOf(db)
  const execute = (text: string) => connection.execute(text, [], undefined)
  const migrating = migrate.pipe(
    // Everything runs in the transaction of our own connection; the client's is an empty database that nothing reaches.
    Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
    Effect.provide(SqliteClient.layer({ filename: ":memory:", disableWAL: true })),
    Effect.zipLeft(execute("commit"))
  )
  return Effect.acquireUseRelease(
    Effect.suspend(() => whileBusy(execute("begin immediate"), deadlineIn(patienceMillis))),
    () => migrating,
    (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(execute("rollback")))
  )
}
