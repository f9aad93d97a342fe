import { Task } from "@boardwright/core"
import { NUMBER_TEXT, READ_CELL } from "@boardwright/sql"
import { Record } from "effect"
import { openSqlite, type SqliteDatabase } from "./driver.js"

/** The default of better-sqlite3, in KiB; `node:sqlite` leaves SQLite's 2,000. */
export const CACHE_KIB = 16_000

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

const readAs = (sort: Task.CellSort) => (cell: unknown) => {
  const [reading = null] = (typeof cell === "string" ? Task.cellKey(sort, {}, JSON.parse(cell)) : null) ?? []
  return typeof reading === "boolean" ? Number(reading) : reading
}

/** Defines the SQL functions that our statements call. */
export const defineFunctions = (db: SqliteDatabase): void => {
  db.function(NUMBER_TEXT, { deterministic: true }, textOf)
  for (const [sort, name] of Record.toEntries(READ_CELL)) db.function(name, { deterministic: true }, readAs(sort))
}

/**
 * Opens a connection and defines the SQL functions that our statements call. Its busy timeout is 0: a locked file must never
 * block the event loop, so callers retry. A thread that may be blocked sets its own.
 */
export const openConnection = (filename: string, readonly = false, timeout = 0): SqliteDatabase => {
  const db = openSqlite(filename, { readonly, timeout })
  defineFunctions(db)
  return db
}

/** Sets how much of the file a connection caches. */
export const setCacheSize = (db: SqliteDatabase): unknown => db.pragma(`cache_size = -${CACHE_KIB}`)
