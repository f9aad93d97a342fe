import { NUMBER_TEXT } from "@boardwright/sql"
import { openSqlite } from "./driver.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

/**
 * Opens a connection with the function that our statements call. A held file must never block the event loop: whoever meets
 * one pauses by timer.
 */
export const openConnection = (filename: string, readonly = false): SqliteDatabase => {
  const db = openSqlite(filename, { readonly, timeout: 0 })
  db.function(NUMBER_TEXT, { deterministic: true }, textOf)
  return db
}
