import { Ports } from "@boardwright/core"
import { Effect } from "effect"
import { Sqlite } from "./driver.js"

/** The code of the SQLite error that an error is or was caused by (`SQLITE_BUSY`, `SQLITE_IOERR_WRITE` ...). */
export const codeOf = (error: unknown): string | null => {
  if (error instanceof Sqlite.SqliteError) return error.code
  // What better-sqlite3 says where no SQLite is left to ask.
  if (error instanceof TypeError && error.message.includes("connection is not open")) return "SQLITE_MISUSE"
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : null
}

const outOfReach =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL|INTERRUPT|CORRUPT|NOTADB|PERM|AUTH|MISUSE)/

/** Whether another connection holds what was asked for. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? "")

/** A failed statement as the ports know it: storage out of reach, or a defect that tells no SQL and no values. */
export const fault = (operation: string, error: unknown): Effect.Effect<never, Ports.StorageUnavailable> => {
  const code = codeOf(error)
  return code !== null && outOfReach.test(code)
    ? Effect.fail(new Ports.StorageUnavailable({ operation, cause: error }))
    : Effect.die(new Error(`${operation} failed: ${code ?? "unknown"}`, { cause: error }))
}
