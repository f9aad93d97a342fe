import { NUMBER_TEXT } from "@boardwright/sql"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { openSqlite, type SqliteDatabase } from "./driver.js"

/** The default of better-sqlite3, in KiB; `node:sqlite` leaves SQLite's 2,000. */
export const CACHE_KIB = 16_000

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

/** Defines the SQL function that our statements call. */
export const defineFunction = (db: SqliteDatabase): unknown => db.function(NUMBER_TEXT, { deterministic: true }, textOf)

/**
 * Opens a connection and defines the SQL function that our statements call. Its busy timeout is 0: a locked file must never
 * block the event loop, so callers retry.
 */
export const openConnection = (filename: string, readonly = false): SqliteDatabase => {
  const db = openSqlite(filename, { readonly, timeout: 0 })
  defineFunction(db)
  return db
}

/** Sets how much of the file a connection caches. */
export const setCacheSize = (db: SqliteDatabase): Effect.Effect<unknown, SqlError> =>
  attempt(() => db.pragma(`cache_size = -${CACHE_KIB}`))
