import { migrate } from "@boardwright/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit } from "effect"
import { clientOn, connectionOn } from "./clientOn.js"
import type { SqliteDatabase } from "./driver.js"
import { deadlineIn, whileBusy } from "./waiting.js"

/**
 * Brings the tables up to date on a connection. BEGIN IMMEDIATE lets one process at a time in, and the others find the
 * work done.
 */
export const migrateAlone = (db: SqliteDatabase, patienceMillis: number) => {
  const connection = connectionOn(db)
  const execute = (text: string) => connection.execute(text, [], undefined)
  const migrating = migrate.pipe(
    // The transaction that is open already, in which the migrator nests its own.
    Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
    Effect.provideServiceEffect(SqlClient.SqlClient, clientOn(connection)),
    Effect.zipLeft(execute("commit"))
  )
  return Effect.acquireUseRelease(
    Effect.suspend(() => whileBusy(execute("begin immediate"), deadlineIn(patienceMillis))),
    () => migrating,
    (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(execute("rollback")))
  )
}
