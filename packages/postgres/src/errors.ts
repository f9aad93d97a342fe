import { Ports } from "@boardwright/core"
import { Exit } from "effect"
import pg from "pg"
import type { Target } from "./postgresUrl.js"

/** The SQLSTATE of the server's error that an error is or was caused by, or null. */
export const codeOf = (error: unknown): string | null => {
  if (error instanceof pg.DatabaseError) return error.code ?? null
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : null
}

// Connection exceptions; transactions rolled back; out of disk, memory or connections; locks not available; ended by an
// operator, a timeout or a crash; a standby that accepts no writes; errors of the system and of its configuration; wrong
// credentials; a database that is missing, accepts no connections, or does not let this user connect.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const outOfReach = /^(08|40|53|55000|55P03|57|58|25P0[34]|25006|28|3D000|42501|F0|XX00[12])/

/** A server answers and is not the one that `target_session_attrs` asks for. The message is about all servers of a database. */
export class NotWanted extends Error {
  constructor(target: Target) {
    super(target === "primary" ? "has only standbys" : "has no server that accepts writes")
  }
}

/** The pool provided no connection in time. */
export class NoConnection extends Error {
  override readonly message = "The pool provided no connection"
}

/** A statement was not answered in time, so its connection was closed. */
export class NotAnswered extends Error {
  constructor(limitMillis: number) {
    super(`No answer came within ${limitMillis} ms`)
  }
}

// The driver throws a TypeError for a value that it cannot send; its other errors are about the connection.
const isOutOfReach = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === null ? !(error instanceof TypeError) : outOfReach.test(code) || isReadOnly(error)
}

/** Whether the connection on which a statement failed with this error is unusable. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === null ? !(error instanceof TypeError) : /^(08|57P|25P0[34])/.test(code)
}

/** Whether two transactions were in each other's way and one was chosen to give up: a deadlock or a serialization failure. */
export const isConflict = (error: unknown): boolean => /^40(001|P01)$/.test(codeOf(error) ?? "")

/** Whether the server is read-only or a standby, on which unlogged tables cannot be used. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === "25006" || (error.code === "0A000" && error.routine === "get_relation_info"))

/** Whether the server has no space left on its disk. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53100"

/** Whether a statement that failed with this error may have been done: its answer was lost. */
export const isInDoubt = (error: unknown): boolean => {
  const code = codeOf(error)
  // A server that ends a connection or crashes may report this after a commit and before its answer.
  if (code !== null) return /^(08|57P0[12])/.test(code)
  return !(error instanceof TypeError) && !(error instanceof Error && /not queryable/.test(error.message))
}

const detailOf = (error: unknown): string =>
  error instanceof pg.DatabaseError ? [error.code, error.constraint].filter(Boolean).join(" ") : "unknown"

/** The failure of a statement: `StorageUnavailable`, or a defect that contains no SQL and no values. */
export const storageFailure = (operation: string, error: unknown): Exit.Exit<never, Ports.StorageUnavailable> =>
  isOutOfReach(error)
    ? Exit.fail(new Ports.StorageUnavailable({ operation, cause: error }))
    : Exit.die(new Error(`${operation} failed: ${detailOf(error)}`))

/** The defect of a write whose answer was lost: a retryable error could lead to it being done twice. */
export const inDoubt = (operation: string, error: unknown): Exit.Exit<never> =>
  Exit.die(
    new Error(`${operation}: the connection was lost before it was known whether this was done`, { cause: error })
  )
