import { StorageNotUsable } from "@boardwright/sql"
import { Cause, Effect, type Scope } from "effect"
import { Connection } from "./Connection.js"
import { LOG_PAGES } from "./LongTransaction.js"
import { migrateAlone } from "./migrateAlone.js"
import { notUsable } from "./notUsable.js"
import { sameFile } from "./sameFile.js"
import { setCacheSize } from "./setCacheSize.js"
import { attempt, deadlineIn, whileBusy } from "./waiting.js"
import { Writer } from "./Writer.js"

const prepareFile = Effect.fnUntraced(function* ({ db }: Connection, filename: string, patienceMillis: number) {
  const pragma = (text: string) =>
    whileBusy(
      attempt(() => db.pragma(text, { simple: true })),
      deadlineIn(patienceMillis)
    )
  // The check reads every page once, and would leave the cache full of them.
  yield* pragma("cache_size = -1000")
  if ((yield* pragma("quick_check(1)")) !== "ok") {
    return yield* new StorageNotUsable({ message: `${filename} is damaged; restore it from a backup` })
  }
  yield* whileBusy(setCacheSize(db), deadlineIn(patienceMillis))
  yield* pragma("journal_mode = wal")
  yield* pragma("synchronous = full")
  yield* pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  yield* pragma("foreign_keys = on")
})

const open = Effect.fnUntraced(function* (filename: string, patienceMillis: number) {
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => new Connection(filename)),
    (connection) => Effect.sync(() => connection.close())
  )
  yield* prepareFile(connection, filename, patienceMillis)
  yield* migrateAlone(connection.db, patienceMillis)
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
          Effect.zipRight(
            writer.settle,
            Effect.promise(async () => writer.connection.long?.settled)
          ),
          // What another connection still reads stays in the log, and the next start takes it from there.
          Effect.ignore(attempt(() => writer.connection.db.pragma("wal_checkpoint(truncate)")))
        )
      )
    ),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(notUsable(filename, Cause.squash(cause)))
    )
  )
