import { Ports } from "@boardwright/core"
import { Effect } from "effect"

/** SQLite's primary result codes, from 1 on (https://sqlite.org/rescode.html). */
const NAMES = (
  "ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY " +
  "SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB"
).split(" ")

/** Kinds of SQLITE_CONSTRAINT, from 1 on. */
const CONSTRAINTS = "CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID".split(" ")

const CONSTRAINT = 19
const BUSY_SNAPSHOT = 517

/** Names an extended result code: the low byte is the primary code, the rest its kind. */
const nameOf = (code: number): string => {
  if (code === BUSY_SNAPSHOT) return "SQLITE_BUSY_SNAPSHOT"
  const kind = (code & 255) === CONSTRAINT ? CONSTRAINTS[(code >> 8) - 1] : undefined
  return `SQLITE_${NAMES[(code & 255) - 1] ?? code}${kind === undefined ? "" : `_${kind}`}`
}

/** The code of the SQLite error that an error is or was caused by (`SQLITE_BUSY`, `SQLITE_CONSTRAINT_UNIQUE` ...). */
export const codeOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  if (code === "ERR_SQLITE_ERROR" && typeof errcode === "number") return nameOf(errcode)
  if (typeof code === "string" && code.startsWith("SQLITE_")) return code
  // The drivers' errors on a closed connection.
  if (code === "ERR_INVALID_STATE" || (error instanceof TypeError && error.message.includes("connection is not open")))
    return "SQLITE_MISUSE"
  return codeOf(error.cause)
}

const outOfReach =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM|PROTOCOL|INTERRUPT|CORRUPT|NOTADB|PERM|AUTH|MISUSE)/

/** Whether another connection holds the lock. Not if what a transaction has read was changed since: that remains so. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)(?!_SNAPSHOT)/.test(codeOf(error) ?? "")

/** What a failed write has met; null for anything but a full disk or a read-only file. */
export const writeStateOf = (error: unknown): Ports.WriteState | null => {
  const code = codeOf(error) ?? ""
  if (code.startsWith("SQLITE_FULL")) return "full"
  return code.startsWith("SQLITE_READONLY") ? "read-only" : null
}

/** The failure of a statement: `StorageUnavailable`, or a defect that contains no SQL and no values. */
export const storageFailure = (operation: string, error: unknown): Effect.Effect<never, Ports.StorageUnavailable> => {
  const code = codeOf(error)
  return code !== null && outOfReach.test(code)
    ? Effect.fail(new Ports.StorageUnavailable({ operation, cause: error }))
    : Effect.die(new Error(`${operation} failed: ${code ?? "unknown"}`, { cause: error }))
}
