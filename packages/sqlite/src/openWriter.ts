import { migrate, StorageNotUsable } from "@boardwright/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Cause, Context, Effect, Exit, Layer, type Scope } from "effect"
import { notUsable } from "./notUsable.js"
import { preparedAgain } from "./preparedAgain.js"
import { sameFile } from "./sameFile.js"
import { deadlineIn, whileBusy } from "./waiting.js"
import { Writer } from "./Writer.js"

const prepareFile = Effect.fnUntraced(function* (connection: Connection, filename: string, patienceMillis: number) {
  const pragma = (text: string) =>
    whileBusy(connection.execute(`pragma ${text}`, [], undefined), deadlineIn(patienceMillis))
  // A held file must never block the event loop: whoever meets one pauses by timer.
  yield* pragma("busy_timeout = 0")
  const [checked] = yield* pragma("quick_check(1)")
  if (checked?.quick_check !== "ok") {
    return yield* new StorageNotUsable({ message: `${filename} is damaged; restore it from a backup` })
  }
  yield* pragma("journal_mode = wal")
  yield* pragma("synchronous = full")
  yield* pragma("foreign_keys = on")
})

// BEGIN IMMEDIATE lets one process at a time in, and the others find the work done.
const migrateAlone = (client: SqlClient.SqlClient, connection: Connection, patienceMillis: number) =>
  Effect.acquireUseRelease(
    Effect.suspend(() => whileBusy(connection.execute("begin immediate", [], undefined), deadlineIn(patienceMillis))),
    () =>
      migrate.pipe(
        Effect.provideService(SqlClient.SqlClient, client),
        Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
        Effect.zipLeft(connection.execute("commit", [], undefined))
      ),
    (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(connection.execute("rollback", [], undefined)))
  )

const open = Effect.fnUntraced(function* (filename: string, patienceMillis: number) {
  const context = yield* Layer.build(SqliteClient.layer({ filename, disableWAL: true }))
  const client = Context.get(context, SqliteClient.SqliteClient)
  const connection = preparedAgain(yield* client.reserve)
  yield* prepareFile(connection, filename, patienceMillis)
  yield* migrateAlone(client, connection, patienceMillis)
  return new Writer(connection, patienceMillis, filename === ":memory:" ? Effect.void : sameFile(filename))
})

/**
 * Opens the connection that writes, checks the file and migrates it. When the scope closes, what is open is committed
 * and the write-ahead log goes into the file.
 */
export const openWriter = (
  filename: string,
  patienceMillis: number
): Effect.Effect<Writer, StorageNotUsable, Scope.Scope> =>
  open(filename, patienceMillis).pipe(
    Effect.tap((writer) =>
      Effect.addFinalizer(() =>
        Effect.zipRight(
          writer.settle,
          Effect.ignore(writer.connection.execute("pragma wal_checkpoint(truncate)", [], undefined))
        )
      )
    ),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(notUsable(filename, Cause.squash(cause)))
    )
  )
