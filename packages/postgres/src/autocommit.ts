import type { Ports } from "@boardwright/core"
import type { Parameter } from "@boardwright/sql"
import { Exit } from "effect"
import type { Connection } from "./Connection.js"
import type { ConnectionPool } from "./ConnectionPool.js"
import { inDoubt, isInDoubt, isLost, storageFailure } from "./errors.js"
import type { PreparedStatement } from "./preparedStatement.js"
import { attemptsFor, pauseMillis } from "./retries.js"

/** Parameters; of a batch, arrays with one entry per caller. */
export type Values = ReadonlyArray<Parameter | ReadonlyArray<Parameter>>

/** Called once with the rows of a statement, or with what was made of them. */
export type Callback<A = ReadonlyArray<unknown>> = (exit: Exit.Exit<A, Ports.StorageUnavailable>) => void

/**
 * Runs a statement as its own transaction and retries it where it was not done. If `repeatable`, it may be done twice, so
 * a lost answer leaves no doubt. Returns a function that cancels the wait for a connection or for the next attempt and
 * returns whether it did; a running statement is not cancelled.
 */
export const autocommit = (
  pool: ConnectionPool,
  { name, operation, text, times }: PreparedStatement,
  values: Values,
  repeatable: boolean,
  done: Callback
): (() => boolean) => {
  const query = { name, text, values, times }
  let isRunning = false
  let cancelWait: () => void = () => {}
  const fail = (error: Error, attempts: number): void => {
    if (!repeatable && isInDoubt(error)) return done(inDoubt(operation, error))
    if (attempts >= attemptsFor(error)) return done(storageFailure(operation, error))
    const timer = setTimeout(() => attempt(attempts + 1), pauseMillis(attempts))
    cancelWait = () => clearTimeout(timer)
  }
  const run = (connection: Connection, attempts: number): void =>
    connection.send(query, connection.answerMillis, (error, result) => {
      isRunning = false
      connection.release(error !== null && isLost(error))
      if (error === null) done(Exit.succeed(result.rows))
      else fail(error, attempts)
    })
  const attempt = (attempts: number): void => {
    cancelWait = pool.request((connection) => {
      if (connection instanceof Error) return done(storageFailure(operation, connection))
      isRunning = true
      pool.setUp(connection, (error) => {
        if (error === null) return run(connection, attempts)
        isRunning = false
        done(storageFailure(operation, error))
      })
    })
  }
  attempt(1)
  return () => {
    if (!isRunning) cancelWait()
    return !isRunning
  }
}
