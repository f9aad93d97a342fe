import type { Ports } from "@boardwright/core"
import type { Parameter, PlainStatement } from "@boardwright/sql"
import { Effect, Either, Exit, FiberRef } from "effect"
import { type Answered, askAlone, type Values } from "./askAlone.js"
import type { Connections, Restore } from "./Connections.js"
import { attemptsFor, fault, inDoubt, isInDoubt } from "./faults.js"
import { type Named, named } from "./named.js"
import { GRACE_MILLIS, LIMITS } from "./PostgresOptions.js"
import { pauseBefore } from "./pauseBefore.js"
import type { Sent, Session } from "./Session.js"

type Rows = Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

/** A transaction that runs. Once a statement of it failed it takes no more. */
interface Transaction {
  readonly session: Session
  open: boolean
  failure: { readonly error: Error; readonly fault: Effect.Effect<never, Ports.StorageUnavailable> } | null
}

// Whatever the database has been told to begin with by default.
const BEGIN = { text: "begin isolation level read committed" }
const COMMIT = { text: "commit", ends: true }
const ROLLBACK = { text: "rollback", ends: true }
const TAKE_LONG = { text: `set local statement_timeout = ${LIMITS.heavyMillis}` }

/** The fault of a transaction of which a statement failed, be it one that nobody waits for: the database gave it up. */
const noted = (transaction: Transaction, operation: string, error: Error) =>
  (transaction.failure ??= { error, fault: fault(operation, error) }).fault

/** Runs statements, by themselves or in the transaction of the calling fiber, which is READ COMMITTED. */
export class Transactions {
  readonly #current = FiberRef.unsafeMake<Transaction | null>(null)

  constructor(
    readonly connections: Connections,
    private readonly qualified: (text: string) => string
  ) {}

  /** A statement to run here: its schema named, and its name given. */
  readonly prepare = (statement: PlainStatement): Named => named({ ...statement, text: this.qualified(statement.text) })

  /** A statement, in the caller's transaction where there is one, else by itself or as `outside` does it. */
  run(statement: Named, values: ReadonlyArray<Parameter>, outside?: Rows): Rows {
    return Effect.withFiberRuntime((fiber) => {
      const transaction = fiber.getFiberRef(this.#current)
      if (transaction !== null) return this.#inside(transaction, statement, values)
      if (statement.heavy === true) return this.transact(this.run(statement, values))
      return outside ?? this.alone(statement, values)
    })
  }

  /** A statement that is a transaction of its own, for whoever waits for it in a fiber; `ask` says more. */
  alone(statement: Named, values: Values, repeatable?: boolean): Rows {
    return Effect.async((resume) => {
      let over = () => {}
      const stopWaiting = this.ask(
        statement,
        values,
        (answer) => {
          resume(answer)
          over()
        },
        repeatable
      )
      return Effect.async<void>((ended) => {
        over = () => ended(Effect.void)
        if (stopWaiting()) over()
      })
    })
  }

  /** Asks a statement that is a transaction of its own, as `askAlone` says. Reads may be done twice. */
  ask(statement: Named, values: Values, answered: Answered, repeatable = !statement.writes): () => boolean {
    return askAlone(this.connections, statement, values, repeatable, answered)
  }

  /** The work as part of the caller's transaction, else as one of its own. */
  atomic<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.withFiberRuntime((fiber) => (fiber.getFiberRef(this.#current) === null ? this.transact(work) : work))
  }

  /** Runs work in a transaction, again from its start where it met another writer; answered when it is committed. */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    const attempt = (restore: Restore, count: number): Effect.Effect<A, E | Ports.StorageUnavailable, R> =>
      Effect.flatMap(this.#attempt(work, restore), ({ end, error }) =>
        error !== null && count < attemptsFor(error)
          ? Effect.zipRight(restore(pauseBefore(count)), attempt(restore, count + 1))
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

  #inside(transaction: Transaction, statement: Named, values: ReadonlyArray<Parameter>): Rows {
    const { heavy, name, operation, text, writes } = statement
    if (!transaction.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
    const sent = { name, text, values, reads: !writes }
    const { answerMillis } = transaction.session
    if (heavy !== true) return this.#send(transaction, operation, sent, answerMillis)
    return Effect.zipRight(
      this.#send(transaction, operation, TAKE_LONG, answerMillis),
      this.#send(transaction, operation, sent, LIMITS.heavyMillis + GRACE_MILLIS)
    )
  }

  #send(transaction: Transaction, operation: string, sent: Sent, limitMillis: number): Rows {
    if (transaction.failure !== null) return transaction.failure.fault
    return Effect.async((resume) =>
      transaction.session.send(sent, limitMillis, (error, result) =>
        resume(error === null ? Effect.succeed(result.rows) : noted(transaction, operation, error))
      )
    )
  }

  /** One run of a transaction: how it ended, and the error of a statement or of the commit that it had. */
  readonly #attempt = Effect.fnUntraced(function* <A, E, R>(
    this: Transactions,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    const session = yield* this.#take("Transactor.begin", restore)
    const transaction: Transaction = { session, open: true, failure: null }
    // Nobody waits for it alone: it goes with the first statement, which is not done where it failed.
    session.send(BEGIN, session.answerMillis, (error) => void (error && noted(transaction, "Transactor.begin", error)))
    const ran = yield* Effect.exit(restore(Effect.locally(work, this.#current, transaction)))
    transaction.open = false
    const keeps = Exit.isSuccess(ran) && transaction.failure === null
    const ended = yield* Effect.either(session.run(keeps ? COMMIT : ROLLBACK, session.answerMillis))
    session.release(Either.isLeft(ended))
    if (keeps && Either.isLeft(ended)) {
      const error = ended.left
      return isInDoubt(error)
        ? { error: null, end: inDoubt("Transactor.commit", error) }
        : { error, end: fault("Transactor.commit", error) }
    }
    // A statement that nobody waited for may have failed as late as now. Then the database takes a commit for a rollback.
    const { failure } = transaction
    return { error: failure?.error ?? null, end: failure !== null && Exit.isSuccess(ran) ? failure.fault : ran }
  })

  #take(operation: string, restore: Restore): Effect.Effect<Session, Ports.StorageUnavailable> {
    return Effect.catchAll(this.connections.take(restore), (error) => fault(operation, error))
  }
}
