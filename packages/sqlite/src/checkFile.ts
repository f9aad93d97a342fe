import { existsSync } from "node:fs"
import { explained, StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { openSqlite } from "./driver.js"
import { migrationStatus } from "./migrations.js"
import { notUsable } from "./notUsable.js"

/** How long to retry while another process holds the database. */
const PATIENCE_MILLIS = 10_000

/** Uses a connection of its own, and waits while another process holds the file. */
export const using = <A>(filename: string, work: (db: ReturnType<typeof openSqlite>) => A) =>
  retryWhileBusy(
    attempt(() => {
      const db = openSqlite(filename, { timeout: 0 })
      try {
        return work(db)
      } finally {
        db.close()
      }
    }),
    deadlineIn(PATIENCE_MILLIS)
  )

export const refuse = (message: string) => new StorageNotUsable({ message })

export const existing = (filename: string) =>
  existsSync(filename) ? Effect.void : Effect.fail(refuse(`${filename} does not exist`))

/**
 * Checks a database's file from end to end: its pages, indexes and references. Fails if it is damaged, is no database of
 * Boardwright, or was written by a newer version. Reads the whole file, and changes nothing.
 */
export const checkFile = (filename: string): Effect.Effect<void, StorageNotUsable> =>
  explained(
    Effect.gen(function* () {
      yield* existing(filename)
      const problems = yield* using(filename, (db) => [
        db.pragma("integrity_check(1)", { simple: true }),
        db.pragma("foreign_key_check", { simple: true }) ?? "ok"
      ])
      if (problems.some((problem) => problem !== "ok")) return yield* refuse(`${filename} is damaged`)
      const { applied, unknown } = yield* migrationStatus({ filename })
      if (applied.length === 0) return yield* refuse(`${filename} is no database of Boardwright`)
      if (unknown.length > 0) return yield* refuse(`${filename} was written by a newer version of Boardwright`)
    }),
    (cause) => notUsable(filename, cause)
  )
