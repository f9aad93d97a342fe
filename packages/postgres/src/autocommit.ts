import type { Ports } from "@boardwright/core"
import type { Parameter } from "@boardwright/sql"
import { Exit } from "effect"
import type { Connection } from "./Connection.js"
import type { ConnectionPool } from "./ConnectionPool.js"
import { inDoubt, isInDoubt, isLost, storageFailure } from "./errors.js"
import type { PreparedStatement } from "./preparedStatement.js"
import { attemptsFor, pauseMillis } from "./retries.js"
import { beginOf, COMMIT, HEAVY_MILLIS, RAISE_FOR_GENERIC, RAISE_TIMEOUT } from "./transactionQueries.js"

/** Parameters; of a batch, arrays with one entry per caller. */
export type Values = ReadonlyArray<Parameter | ReadonlyArray<Parameter>>

type Answer = Error | ReadonlyArray<unknown>

const ignore = () => {}

/** Called once with the rows of a statement, or with what was made of them. */
export type Callback<A = ReadonlyArray<unknown>> = (exit: Exit.Exit<A, Ports.StorageUnavailable>) => void

/**
 * Runs a statement as its own transaction and retries it where it was not done. If `repeatable`, it may be done twice, so
 * a lost answer leaves no doubt. Returns a function that cancels the wait for a connection or for the next attempt and
 * returns whether it did; a running statement is not cancelled.
 */
export const autocommit = (
  pool: ConnectionPool,
  { generic, heavy, name, operation, text, times, writes }: PreparedStatement,
  values: Values,
  repeatable: boolean,
  done: Callback
): (() => boolean) => {
  const query = { name, text, values, times, isPipelined: !writes }
  let isRunning = false
  let cancelWait: () => void = () => {}
  const fail = (error: Error, attempts: number): void => {
    if (!repeatable && isInDoubt(error)) return done(inDoubt(operation, error))
    if (attempts >= attemptsFor(error)) return done(storageFailure(operation, error))
    const timer = setTimeout(() => attempt(attempts + 1), pauseMillis(attempts))
    cancelWait = () => clearTimeout(timer)
  }
  const end = (connection: Connection, attempts: number, isBroken: boolean, answer: Answer): void => {
    isRunning = false
    connection.release(isBroken || (answer instanceof Error && isLost(answer)))
    if (answer instanceof Error) fail(answer, attempts)
    else done(Exit.succeed(answer))
  }
  const run = (connection: Connection, attempts: number): void =>
    connection.send(query, connection.answerMillis, (error, result) =>
      end(connection, attempts, false, error ?? result.rows)
    )
  /** Sends the statement with its transaction in one write. What it read stays read if that does not end well. */
  const runHeavy = (connection: Connection, attempts: number): void => {
    let answer: Answer = []
    connection.send(beginOf(pool, connection), connection.answerMillis, ignore)
    connection.send(generic === true ? RAISE_FOR_GENERIC : RAISE_TIMEOUT, connection.answerMillis, ignore)
    connection.send(query, HEAVY_MILLIS, (error, result) => (answer = error ?? result.rows))
    connection.send(COMMIT, connection.answerMillis, (error) => end(connection, attempts, error !== null, answer))
  }
  const attempt = (attempts: number): void => {
    cancelWait = pool.request((connection) => {
      if (connection instanceof Error) return done(storageFailure(operation, connection))
      isRunning = true
      pool.setUp(connection, (error) => {
        if (error === null) return (heavy === true && !connection.isHosts ? runHeavy : run)(connection, attempts)
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
