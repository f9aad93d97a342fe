import { Metric } from "@boardwright/core"
import { explained, type StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { LOG_PAGES } from "./LongTransaction.js"
import { migrateUnderLock } from "./migrations.js"
import { notUsable } from "./notUsable.js"
import { setCacheSize } from "./openConnection.js"
import { sameFile } from "./sameFile.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"
import { WriteConnection } from "./WriteConnection.js"
import { Writer } from "./Writer.js"

/**
 * Reads the first row of each of our tables in each of its orders: a few pages, whatever the size of the file. Throws if the
 * file is no database, is shorter than its header says, or is damaged in these pages.
 */
const readFirstRows = (db: SqliteDatabase): void => {
  const listed = db.prepare(`select tbl_name, case type when 'index' then name end from sqlite_master
    where tbl_name like 'boardwright!_%' escape '!' and rootpage > 0 and coalesce(sql, '') not like '% where %'`)
  for (const [table, index] of listed.raw().all() as ReadonlyArray<readonly [string, string | null]>) {
    db.prepare(`select 1 from "${table}" ${index === null ? "not indexed" : `indexed by "${index}"`} limit 1`).get()
  }
}

const prepareFile = Effect.fnUntraced(function* ({ db }: WriteConnection, patienceMillis: number) {
  const pragma = (text: string) =>
    retryWhileBusy(
      attempt(() => db.pragma(text, { simple: true })),
      deadlineIn(patienceMillis)
    )
  yield* retryWhileBusy(
    attempt(() => setCacheSize(db)),
    deadlineIn(patienceMillis)
  )
  yield* retryWhileBusy(
    attempt(() => readFirstRows(db)),
    deadlineIn(patienceMillis)
  )
  yield* pragma("journal_mode = wal")
  yield* pragma("synchronous = full")
  yield* pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  yield* pragma("foreign_keys = on")
})

const open = Effect.fnUntraced(function* (filename: string, patienceMillis: number) {
  const metrics = yield* Metric.CurrentMetrics
  const connection = yield* Effect.acquireRelease(
    Effect.sync(() => new WriteConnection(filename, metrics?.statements.of("Transactor.commit"))),
    (connection) => Effect.sync(() => connection.close())
  )
  yield* prepareFile(connection, patienceMillis)
  yield* migrateUnderLock(connection.db, patienceMillis)
  // What a savepoint needs to be undone goes to a file from 64 KiB on, which is two writes for each page. Not set earlier: a
  // migration may sort more than fits in memory.
  yield* Effect.sync(() => connection.db.pragma("temp_store = memory"))
  return new Writer(connection, patienceMillis, filename === ":memory:" ? Effect.void : sameFile(filename), metrics)
})

/**
 * Opens the connection that writes, and migrates the file, of which it checks little, so that opening a large one is as fast. When the scope closes, it commits the open group and
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
