import type { Metric, Ports } from "@boardwright/core"
import type { Parameter, SqlStatement } from "@boardwright/sql"
import { Effect, Either, Exit, FiberRef } from "effect"
import { autocommit, type Callback, type Values } from "./autocommit.js"
import type { Connection, Query } from "./Connection.js"
import type { ConnectionPool, Restore } from "./ConnectionPool.js"
import { codeOf, inDoubt, isInDoubt, storageFailure } from "./errors.js"
import type { PreparedStatement } from "./preparedStatement.js"
import { attemptsFor, pauseAfter } from "./retries.js"
import { Transaction } from "./Transaction.js"
import { beginOf, COMMIT, HEAVY_MILLIS, RAISE_TIMEOUT } from "./transactionQueries.js"

type Rows = Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

/** Statements that are sent before their answers are awaited. It bounds the memory for rows that a slow database has not taken. */
const MAX_AHEAD = 4

const BEGIN_OPERATION = "Transactor.begin"
const ROLLBACK = { text: "rollback", ends: true }

const SAVE = { text: "savepoint boardwright" }
const RELEASE = { text: "release savepoint boardwright", ends: true }
const UNDO = { text: "rollback to savepoint boardwright", ends: true, recovers: true }

/** How work ended, and the error of its failed statement or commit if it may be run again. */
interface Attempted<A, E> {
  readonly error: Error | null
  readonly end: Effect.Effect<A, E | Ports.StorageUnavailable>
}

/** Runs statements on their own or in the transaction of the calling fiber, which is READ COMMITTED. */
export class Transactions {
  /** The caller's transaction or savepoint; set only around its work, by `Effect.locally`. */
  readonly #current = FiberRef.unsafeMake<Transaction | null>(null)

  /** Whether the caller is in a transaction. */
  readonly isOpen: Effect.Effect<boolean> = Effect.map(FiberRef.get(this.#current), (current) => current !== null)

  readonly #commit: Query

  constructor(
    readonly pool: ConnectionPool,
    readonly prepare: (statement: SqlStatement) => PreparedStatement,
    commitTimes?: Metric.Histogram
  ) {
    this.#commit = { ...COMMIT, times: commitTimes }
  }

  /** Runs a statement in the caller's transaction; outside one, as `outside` if given, otherwise by `autocommit`. */
  run(statement: PreparedStatement, values: ReadonlyArray<Parameter>, outside?: Rows): Rows {
    return Effect.withFiberRuntime((fiber) => {
      const transaction = fiber.getFiberRef(this.#current)
      if (transaction?.needsSavepoints === true) return this.transact(this.run(statement, values))
      if (transaction !== null) return transaction.whenFree(() => this.#inside(transaction, statement, values))
      if (statement.heavy === true && statement.writes) return this.transact(this.run(statement, values))
      return outside ?? this.autocommit(statement, values)
    })
  }

  /** Runs a statement as its own transaction. An interruption waits for the end of a running statement. */
  autocommit(statement: PreparedStatement, values: Values, repeatable?: boolean): Rows {
    return Effect.async((resume) => {
      let finish = () => {}
      const cancel = this.send(
        statement,
        values,
        (exit) => {
          resume(exit)
          finish()
        },
        repeatable
      )
      return Effect.async<void>((finished) => {
        finish = () => finished(Effect.void)
        if (cancel()) finish()
      })
    })
  }

  /** Runs a statement as its own transaction with a callback, without a fiber. Reads are repeatable. */
  send(statement: PreparedStatement, values: Values, done: Callback, repeatable = !statement.writes): () => boolean {
    return autocommit(this.pool, statement, values, repeatable, done)
  }

  /** Runs the work in the caller's transaction, or in a new one if there is none. */
  atomic<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.withFiberRuntime((fiber) => {
      const transaction = fiber.getFiberRef(this.#current)
      return transaction === null || transaction.needsSavepoints ? this.transact(work) : work
    })
  }

  /**
   * Runs work in a transaction and commits it; inside one, as a savepoint. After a conflict with another writer the work is
   * run again.
   */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    const attempt = (
      once: Effect.Effect<Attempted<A, E>, Ports.StorageUnavailable, R>,
      restore: Restore,
      count: number
    ): Effect.Effect<A, E | Ports.StorageUnavailable, R> =>
      Effect.flatMap(once, ({ end, error }) =>
        error !== null && count < attemptsFor(error)
          ? Effect.zipRight(restore(pauseAfter(count)), attempt(once, restore, count + 1))
          : end
      )
    return Effect.withFiberRuntime((fiber) => {
      const outer = fiber.getFiberRef(this.#current)
      return outer === null
        ? Effect.uninterruptibleMask((restore) => attempt(this.#attempt(work, restore), restore, 1))
        : outer.inTurn(Effect.uninterruptibleMask((restore) => attempt(this.#nest(outer, work, restore), restore, 1)))
    })
  }

  /** Runs the work in a transaction of its own, also inside another one, which it neither sees nor holds up. */
  apart<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.locally(this.transact(work), this.#current, null)
  }

  /** Runs work in a transaction that the host has begun on its connection. */
  join<A, E, R>(transaction: Transaction, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const end = Effect.sync(() => {
      transaction.open = false
    })
    return Effect.ensuring(Effect.locally(work, this.#current, transaction), end)
  }

  #inside(transaction: Transaction, statement: PreparedStatement, values: ReadonlyArray<Parameter>): Rows {
    const { heavy, name, operation, text, times, unawaited, writes } = statement
    if (!transaction.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
    const { answerMillis, isHosts } = transaction.connection
    // Nothing stays on a host's connection: no prepared statement, and no setting until its transaction ends.
    const isPipelined = !writes || transaction.hasBegun
    const query = isHosts ? { text, values, times } : { name, text, values, times, isPipelined }
    if (unawaited === true && transaction.connection.unanswered < MAX_AHEAD)
      return this.#sendOnly(transaction, operation, query, answerMillis)
    if (heavy !== true || isHosts) return this.#send(transaction, operation, query, answerMillis)
    return Effect.zipRight(
      this.#sendOnly(transaction, operation, RAISE_TIMEOUT, answerMillis),
      this.#send(transaction, operation, query, HEAVY_MILLIS)
    )
  }

  #send(transaction: Transaction, operation: string, query: Query, limitMillis: number): Rows {
    if (transaction.failure !== null) return transaction.failure.end
    return Effect.async((resume) =>
      transaction.connection.send(query, limitMillis, (error, result) =>
        resume(error === null ? Effect.succeed(result.rows) : transaction.fail(operation, error).end)
      )
    )
  }

  /** Sends a statement whose failure fails the commit. */
  #sendOnly(transaction: Transaction, operation: string, query: Query, limitMillis: number): Rows {
    return Effect.suspend(() => {
      if (transaction.failure !== null) return transaction.failure.end
      transaction.connection.send(query, limitMillis, (error) => {
        if (error !== null) transaction.fail(operation, error)
        else transaction.hasBegun = true
      })
      return Effect.succeed([])
    })
  }

  /** Runs a transaction once: how it ended, and the error of its failed statement or commit. */
  readonly #attempt = Effect.fnUntraced(function* <A, E, R>(
    this: Transactions,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    const connection = yield* this.#acquire(BEGIN_OPERATION, restore)
    const transaction = new Transaction(connection)
    // It is sent with the first statement, which is not run if it failed.
    yield* this.#sendOnly(transaction, BEGIN_OPERATION, beginOf(this.pool, connection), connection.answerMillis)
    const ran = yield* Effect.exit(restore(Effect.locally(work, this.#current, transaction)))
    transaction.open = false
    const commits = Exit.isSuccess(ran) && transaction.failure === null
    const ended = yield* Effect.either(connection.run(commits ? this.#commit : ROLLBACK, connection.answerMillis))
    connection.release(Either.isLeft(ended))
    if (commits && Either.isLeft(ended)) {
      const error = ended.left
      // The server has refused a statement before this commit, which then was a rollback.
      const refused = transaction.failure
      if (refused !== null && codeOf(refused.error) !== null) return refused
      return isInDoubt(error)
        ? { error: null, end: inDoubt("Transactor.commit", error) }
        : { error, end: storageFailure("Transactor.commit", error) }
    }
    // An unawaited statement may have failed as late as now; the database then treats a commit as a rollback.
    const { failure } = transaction
    return { error: failure?.error ?? null, end: failure !== null && Exit.isSuccess(ran) ? failure.end : ran }
  })

  /** Runs work once as a savepoint, which is undone unless it succeeds. */
  readonly #nest = Effect.fnUntraced(function* <A, E, R>(
    this: Transactions,
    outer: Transaction,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    if (!outer.open) return yield* Effect.dieMessage("A savepoint was begun after its transaction had ended")
    if (outer.failure !== null) return yield* outer.failure.end
    const { connection } = outer
    const savepoint = new Transaction(connection, outer.outermost ?? outer)
    yield* this.#sendOnly(savepoint, BEGIN_OPERATION, SAVE, connection.answerMillis)
    const ran = yield* Effect.exit(restore(Effect.locally(work, this.#current, savepoint)))
    savepoint.open = false
    if (!outer.open) return yield* Effect.dieMessage("A savepoint ended after its transaction")
    if (Exit.isSuccess(ran) && savepoint.failure === null) {
      const released = yield* Effect.either(connection.run(RELEASE, connection.answerMillis))
      if (Either.isRight(released)) return { error: null, end: ran }
      // Unless an unawaited statement has failed before it.
      savepoint.fail("Transactor.commit", released.left)
    }
    const { failure } = savepoint
    if (failure?.operation === BEGIN_OPERATION) outer.fail(failure.operation, failure.error)
    else yield* this.#undo(outer, connection)
    const end = failure !== null && Exit.isSuccess(ran) ? failure.end : ran
    return { error: savepoint.isOver || savepoint.isHosts ? null : (failure?.error ?? null), end }
  })

  readonly #undo = Effect.fnUntraced(function* (outer: Transaction, connection: Connection) {
    const undo = Effect.zipRight(
      connection.run(UNDO, connection.answerMillis),
      connection.run(RELEASE, connection.answerMillis)
    )
    const undone = yield* Effect.either(undo)
    if (Either.isLeft(undone)) outer.fail("Transactor.rollback", undone.left)
  })

  #acquire(operation: string, restore: Restore): Effect.Effect<Connection, Ports.StorageUnavailable> {
    return Effect.catchAll(this.pool.acquire(restore), (error) => storageFailure(operation, error))
  }
}
