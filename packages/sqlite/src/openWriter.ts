import { explained, StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { LOG_PAGES } from "./LongTransaction.js"
import { migrateUnderLock } from "./migrations.js"
import { notUsable } from "./notUsable.js"
import { setCacheSize } from "./openConnection.js"
import { sameFile } from "./sameFile.js"
import { WriteConnection } from "./WriteConnection.js"
import { Writer } from "./Writer.js"

const prepareFile = Effect.fnUntraced(function* ({ db }: WriteConnection, filename: string, patienceMillis: number) {
  const pragma = (text: string) =>
    retryWhileBusy(
      attempt(() => db.pragma(text, { simple: true })),
      deadlineIn(patienceMillis)
    )
  // The check reads every page once and would fill the cache.
  yield* pragma("cache_size = -1000")
  if ((yield* pragma("quick_check(1)")) !== "ok") {
    return yield* new StorageNotUsable({ message: `${filename} is damaged; restore it from a backup` })
  }
  yield* retryWhileBusy(setCacheSize(db), deadlineIn(patienceMillis))
  yield* pragma("journal_mode = wal")
  yield* pragma("synchronous = full")
  yield* pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  yield* pragma("foreign_keys = on")
})

const open = Effect.fnUntraced(function* (filename: string, patienceMillis: number) {
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => new WriteConnection(filename)),
    (connection) => Effect.sync(() => connection.close())
  )
  yield* prepareFile(connection, filename, patienceMillis)
  yield* migrateUnderLock(connection.db, patienceMillis)
  return new Writer(connection, patienceMillis, filename === ":memory:" ? Effect.void : sameFile(filename))
})

/**
 * Opens the connection that writes, checks the file and migrates it. When the scope closes, it commits the open group and
 * moves the write-ahead log into the file.
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
          // Pages that another connection still reads stay in the log until the next start.
          Effect.ignore(attempt(() => writer.connection.db.pragma("wal_checkpoint(truncate)")))
        )
      )
    ),
    (opened) => explained(opened, (cause) => notUsable(filename, cause))
  )
