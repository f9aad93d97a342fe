import type { Ports } from "@boardwright/core"
import type { Parameter, SqlStatement } from "@boardwright/sql"
import { Effect, Either, Exit, FiberRef } from "effect"
import { autocommit, type Callback, type Values } from "./autocommit.js"
import type { Connection, Query } from "./Connection.js"
import type { ConnectionPool, Restore } from "./ConnectionPool.js"
import { codeOf, inDoubt, isInDoubt, storageFailure } from "./errors.js"
import { GRACE_MILLIS, LIMITS } from "./PostgresOptions.js"
import type { PreparedStatement } from "./preparedStatement.js"
import { attemptsFor, pauseAfter } from "./retries.js"

type Rows = Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

/** A running transaction. After one of its statements has failed it accepts no more. */
interface Transaction {
  readonly connection: Connection
  open: boolean
  failure: { readonly error: Error; readonly end: Effect.Effect<never, Ports.StorageUnavailable> } | null
}

// The database's default isolation level may be another one.
const BEGIN = { text: "begin isolation level read committed" }
const COMMIT = { text: "commit", ends: true }
const ROLLBACK = { text: "rollback", ends: true }
const RAISE_TIMEOUT = { text: `set local statement_timeout = ${LIMITS.heavyMillis}` }

/** Records the first failed statement of a transaction, which the database has then aborted. */
const recordFailure = (transaction: Transaction, operation: string, error: Error) =>
  (transaction.failure ??= { error, end: storageFailure(operation, error) }).end

/** Runs statements on their own or in the transaction of the calling fiber, which is READ COMMITTED. */
export class Transactions {
  /** The caller's transaction; set only around the work of `#attempt`, by `Effect.locally`. */
  readonly #current = FiberRef.unsafeMake<Transaction | null>(null)

  constructor(
    readonly pool: ConnectionPool,
    readonly prepare: (statement: SqlStatement) => PreparedStatement
  ) {}

  /** Runs a statement in the caller's transaction; outside one, as `outside` if given, otherwise by `autocommit`. */
  run(statement: PreparedStatement, values: ReadonlyArray<Parameter>, outside?: Rows): Rows {
    return Effect.withFiberRuntime((fiber) => {
      const transaction = fiber.getFiberRef(this.#current)
      if (transaction !== null) return this.#inside(transaction, statement, values)
      if (statement.heavy === true) return this.transact(this.run(statement, values))
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
    return Effect.withFiberRuntime((fiber) => (fiber.getFiberRef(this.#current) === null ? this.transact(work) : work))
  }

  /** Runs work in a transaction and commits it. After a conflict with another writer the work is run again. */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    const attempt = (restore: Restore, count: number): Effect.Effect<A, E | Ports.StorageUnavailable, R> =>
      Effect.flatMap(this.#attempt(work, restore), ({ end, error }) =>
        error !== null && count < attemptsFor(error)
          ? Effect.zipRight(restore(pauseAfter(count)), attempt(restore, count + 1))
          : end
      )
    return Effect.uninterruptibleMask((restore) =>
      Effect.withFiberRuntime((fiber) =>
        fiber.getFiberRef(this.#current) === null
          ? attempt(restore, 1)
          : Effect.dieMessage("A transaction was started inside a transaction; they do not nest")
      )
    )
  }

  #inside(transaction: Transaction, statement: PreparedStatement, values: ReadonlyArray<Parameter>): Rows {
    const { heavy, name, operation, text, unawaited, writes } = statement
    if (!transaction.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
    const query = { name, text, values, reads: !writes }
    const { answerMillis } = transaction.connection
    if (unawaited === true) return this.#sendOnly(transaction, operation, query, answerMillis)
    if (heavy !== true) return this.#send(transaction, operation, query, answerMillis)
    return Effect.zipRight(
      this.#send(transaction, operation, RAISE_TIMEOUT, answerMillis),
      this.#send(transaction, operation, query, LIMITS.heavyMillis + GRACE_MILLIS)
    )
  }

  #send(transaction: Transaction, operation: string, query: Query, limitMillis: number): Rows {
    if (transaction.failure !== null) return transaction.failure.end
    return Effect.async((resume) =>
      transaction.connection.send(query, limitMillis, (error, result) =>
        resume(error === null ? Effect.succeed(result.rows) : recordFailure(transaction, operation, error))
      )
    )
  }

  /** Sends a statement whose failure fails the commit. */
  #sendOnly(transaction: Transaction, operation: string, query: Query, limitMillis: number): Rows {
    return Effect.suspend(() => {
      if (transaction.failure !== null) return transaction.failure.end
      transaction.connection.send(query, limitMillis, (error) => {
        if (error !== null) recordFailure(transaction, operation, error)
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
    const connection = yield* this.#acquire("Transactor.begin", restore)
    const transaction: Transaction = { connection, open: true, failure: null }
    // It is sent with the first statement, which is not run if it failed.
    yield* this.#sendOnly(transaction, "Transactor.begin", BEGIN, connection.answerMillis)
    const ran = yield* Effect.exit(restore(Effect.locally(work, this.#current, transaction)))
    transaction.open = false
    const commits = Exit.isSuccess(ran) && transaction.failure === null
    const ended = yield* Effect.either(connection.run(commits ? COMMIT : ROLLBACK, connection.answerMillis))
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

  #acquire(operation: string, restore: Restore): Effect.Effect<Connection, Ports.StorageUnavailable> {
    return Effect.catchAll(this.pool.acquire(restore), (error) => storageFailure(operation, error))
  }
}
