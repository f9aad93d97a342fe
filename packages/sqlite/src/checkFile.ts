import { existsSync } from "node:fs"
import { explained, StorageNotUsable } from "@boardwright/sql"
import { Data, Effect } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { openSqlite } from "./driver.js"
import { codeOf } from "./errors.js"
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

/** A file is damaged, is no database of Boardwright, or was written by a newer version. `message` is one line. */
export class FileRejected extends Data.TaggedError("FileRejected")<{
  readonly message: string
  readonly cause?: unknown
}> {}

const reject = (message: string) => new FileRejected({ message })

const explain =
  (filename: string) =>
  (cause: unknown): StorageNotUsable | FileRejected => {
    if (cause instanceof FileRejected) return cause
    const failure = notUsable(filename, cause)
    return /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(failure.cause) ?? "")
      ? new FileRejected({ message: `${filename} is damaged or is no SQLite database`, cause: failure.cause })
      : failure
  }

/**
 * Checks a database's file from end to end: its pages, indexes and references. Reads the whole file, and changes nothing. Fails
 * with `FileRejected` for what it contains, and with `StorageNotUsable` if it cannot be read.
 */
export const checkFile = (filename: string): Effect.Effect<void, StorageNotUsable | FileRejected> =>
  explained(
    Effect.gen(function* () {
      yield* existing(filename)
      const problems = yield* using(filename, (db) => [
        db.pragma("integrity_check(1)", { simple: true }),
        db.pragma("foreign_key_check", { simple: true }) ?? "ok"
      ])
      if (problems.some((problem) => problem !== "ok")) return yield* reject(`${filename} is damaged`)
      const { applied, unknown } = yield* migrationStatus({ filename })
      if (applied.length === 0) return yield* reject(`${filename} is no database of Boardwright`)
      if (unknown.length > 0) return yield* reject(`${filename} was written by a newer version of Boardwright`)
    }),
    explain(filename)
  )
