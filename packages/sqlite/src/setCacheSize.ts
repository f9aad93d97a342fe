import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { SqliteDatabase } from "./driver.js"
import { attempt } from "./waiting.js"

/** What better-sqlite3 sets, in KiB; `node:sqlite` leaves SQLite's 2,000. */
export const CACHE_KIB = 16_000

/** Sets the most that a connection caches of the file. */
export const setCacheSize = (db: SqliteDatabase): Effect.Effect<unknown, SqlError> =>
  attempt(() => db.pragma(`cache_size = -${CACHE_KIB}`))
