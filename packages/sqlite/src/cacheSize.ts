import type { SqliteDatabase } from "./driver.js"

/** The default of better-sqlite3, in KiB; `node:sqlite` leaves SQLite's 2,000. */
export const CACHE_KIB = 16_000

/** Sets how much of the file a connection caches. */
export const setCacheSize = (db: SqliteDatabase): unknown => db.pragma(`cache_size = -${CACHE_KIB}`)
