import { Ports } from "@boardwright/core"
import { Exit } from "effect"
import pg from "pg"

/** The SQLSTATE of the server's error that an error is or was caused by; null where the server said none. */
export const codeOf = (error: unknown): string | null => {
  if (error instanceof pg.DatabaseError) return error.code ?? null
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : null
}

// Connection exceptions; transactions rolled back; out of disk, memory or connections; locks not had; ended by an
// operator, a timeout or a crash; a standby that takes no writes; errors of the system and of its configuration; wrong
// credentials; a database that is missing, takes no connections, or gives this user no right to connect.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const outOfReach = /^(08|40|53|55000|55P03|57|58|25P0[34]|25006|28|3D000|42501|F0|XX00[12])/

/** A pool gave no connection, or not in time. */
export class NoConnection extends Error {
  override readonly message = "The pool gave no connection"
}

/** A statement was not answered in time, and so its connection was cut. */
export class NotAnswered extends Error {
  constructor(limitMillis: number) {
    super(`No answer came within ${limitMillis} ms`)
  }
}

// The driver throws a TypeError for what it cannot send; whatever else comes from it is about the connection.
const isOutOfReach = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === null ? !(error instanceof TypeError) : outOfReach.test(code)
}

/** Whether the connection that a statement failed on like this is of no more use. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === null ? !(error instanceof TypeError) : /^(08|57P|25P0[34])/.test(code)
}

/**
 * How often the same work may be tried, where it was certainly not done: work that met another writer until it gets
 * through, work whose reference went away or whose key came meanwhile until it has seen that, work that lost its
 * connection once more, and anything else once.
 */
export const attemptsFor = (error: unknown): number => {
  const code = codeOf(error) ?? ""
  if (code === "40001" || code === "40P01") return 10
  if (code === "23503" || code === "23505") return 3
  return isLost(error) && !(error instanceof NotAnswered) ? 2 : 1
}

/** Whether a statement that failed like this may have been done all the same: its answer was lost. */
export const isInDoubt = (error: unknown): boolean => {
  const code = codeOf(error)
  // A server that ends a connection or crashes may tell so after a commit and before its answer.
  if (code !== null) return /^(08|57P0[12])/.test(code)
  return !(error instanceof TypeError) && !(error instanceof Error && /not queryable/.test(error.message))
}

const place = (error: unknown): string =>
  error instanceof pg.DatabaseError ? [error.code, error.constraint].filter(Boolean).join(" ") : "unknown"

/** A failed statement as the ports know it: storage out of reach, or a defect that tells no SQL and no values. */
export const fault = (operation: string, error: unknown): Exit.Exit<never, Ports.StorageUnavailable> =>
  isOutOfReach(error)
    ? Exit.fail(new Ports.StorageUnavailable({ operation, cause: error }))
    : Exit.die(new Error(`${operation} failed: ${place(error)}`))

/** A write whose answer was lost: as a "not done, try again" it could be done twice. */
export const inDoubt = (operation: string, error: unknown): Exit.Exit<never> =>
  Exit.die(
    new Error(`${operation}: the connection was lost before it was known whether this was done`, { cause: error })
  )
