import { statSync } from "node:fs"
import { explained, type StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { existing, using } from "./checkFile.js"
import { notUsable } from "./notUsable.js"

export interface SqliteFacts {
  /** Of SQLite itself. */
  readonly version: string
  readonly journalMode: string
  readonly bytes: number
  /** Of the write-ahead log. */
  readonly logBytes: number
  /** How far the time of the last change is ahead of this machine's clock, in milliseconds; negative as a rule, null without one. */
  readonly lastChangeAhead: number | null
}

/**
 * Looks at a file whose schema is up to date, for the operator. Fails if it cannot be written: a transaction is begun, writes
 * and is rolled back.
 */
export const inspect = (filename: string): Effect.Effect<SqliteFacts, StorageNotUsable> =>
  explained(
    Effect.zipRight(
      existing(filename),
      using(filename, (db): SqliteFacts => {
        const logBytes = statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0
        db.exec("begin immediate")
        try {
          db.exec("insert into boardwright_state (name, value, updated_at) values ('doctor', '0', '')")
        } finally {
          db.exec("rollback")
        }
        const last = db.prepare("select at from boardwright_change order by id desc limit 1").pluck().get()
        return {
          lastChangeAhead: typeof last === "string" ? Date.parse(last) - Date.now() : null,
          version: String(db.prepare("select sqlite_version()").pluck().get()),
          journalMode: String(db.pragma("journal_mode", { simple: true })),
          bytes: statSync(filename).size,
          logBytes
        }
      })
    ),
    (cause) => notUsable(filename, cause)
  )
