import type { Metric, Ports } from "@boardwright/core"
import type { Parameter, SqlStatement, Run } from "@boardwright/sql"
import { Effect, Exit, FiberRef } from "effect"
import { attempt, deadlineIn, pause, retryWhileBusy } from "./busyRetry.js"
import { storageFailure } from "./errors.js"
import { endSavepoint, GroupCommit } from "./GroupCommit.js"
import type { HostConnection } from "./HostConnection.js"
import { Mutex, type Restore } from "./Mutex.js"
import { failureOf, type Prepared, prepared, timed } from "./prepared.js"
import { Transaction } from "./Transaction.js"
import type { WriteConnection } from "./WriteConnection.js"

/** Lets the event loop read pending requests in one turn and process them in the next. */
export const twoEventLoopTurns: Effect.Effect<void> = Effect.async((resume) => {
  let immediate = setImmediate(() => {
    immediate = setImmediate(() => resume(Effect.void))
  })
  return Effect.sync(() => clearImmediate(immediate))
})

const HOST_HAS_ENDED = "The host has ended its transaction before the calls in it were done"

/** A statement on the connection that writes. */
export interface WriterStatement {
  /** Runs it in the caller's transaction. */
  readonly within: (tx: Transaction, parameters: ReadonlyArray<Parameter>) => ReturnType<Run>
  /** Waits for the open transactions to end and runs it. */
  readonly between: Run
  /** Runs it at once; only while the connection is in no transaction. */
  readonly now: Prepared
}

/**
 * Runs transactions on the one connection that writes, one after another. Concurrent ones join a `GroupCommit`; each
 * returns once the commit is on disk.
 */
export class Writer {
  /** The transaction of a fiber and its children; set and cleared only by `#join`, around the work. */
  readonly current = FiberRef.unsafeMake<Transaction | null>(null)
  readonly #lock = new Mutex(() => this.#group?.commit())
  #group: GroupCommit | null = null

  constructor(
    readonly connection: WriteConnection,
    readonly patienceMillis: number,
    /** Fails once the file's name refers to another file or none, so that writes would be lost. */
    readonly isSameFile: Effect.Effect<void, Ports.StorageUnavailable>,
    private readonly metrics: Metric.Metrics | null = null
  ) {}

  prepare({ operation, text }: SqlStatement): WriterStatement {
    const statement = timed(this.metrics?.statements.of(operation), prepared(this.connection.db, text))
    const { long } = this.connection
    return {
      within: (tx, parameters) =>
        tx.whenFree(() => {
          if (!tx.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
          if (tx.failed !== null) return tx.failed
          try {
            if (tx.host !== null) return Effect.succeed(tx.host.run(text, parameters))
            const rows = statement(parameters)
            long?.wrote(parameters)
            return Effect.succeed(rows)
          } catch (error) {
            return (tx.failed = storageFailure(operation, error))
          }
        }),
      between: (parameters) =>
        this.#between(
          Effect.catchAll(
            attempt(() => statement(parameters)),
            (error) => storageFailure(operation, error)
          )
        ),
      now: statement
    }
  }

  /** Whether the connection is in a transaction. */
  get isWriting(): boolean {
    return this.#group?.isOpen === true
  }

  /** Waits for the open transactions to end. */
  readonly settle: Effect.Effect<void> = Effect.suspend(() => this.#between(Effect.void))

  /** Runs work in a transaction and returns once it is committed; inside one, as a savepoint. */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.withFiberRuntime((fiber) => {
      const outer = fiber.getFiberRef(this.current)
      return outer === null
        ? Effect.uninterruptibleMask((restore) => this.#join(work, restore, false))
        : outer.inTurn(Effect.uninterruptibleMask((restore) => this.#nest(outer, work, restore)))
    })
  }

  /** Makes the caller's transaction the only one of its group, and repeats it if another is in the group already. */
  readonly alone: Effect.Effect<void> = Effect.withFiberRuntime((fiber) => {
    const tx = fiber.getFiberRef(this.current)
    if (tx === null || tx.host !== null || this.#group?.setAlone() === true) return Effect.void
    const outermost = tx.outermost ?? tx
    outermost.repeats = true
    return Effect.interrupt
  })

  /** Runs work in a transaction of the host. Waits until no other connection has the lock for writing, ours included. */
  joinHost<A, E, R>(
    host: HostConnection,
    work: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    const tx = new Transaction(host)
    const end = Effect.sync(() => {
      tx.open = false
    })
    return retryWhileBusy(attempt(host.lock), deadlineIn(this.patienceMillis)).pipe(
      Effect.catchAll((error) => storageFailure("HostTransactions.join", error)),
      Effect.zipRight(Effect.ensuring(Effect.locally(work, this.current, tx), end))
    )
  }

  readonly #join: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    restore: Restore,
    isAlone: boolean
  ) => Effect.Effect<A, E | Ports.StorageUnavailable, R> = Effect.fnUntraced(function* <A, E, R>(
    this: Writer,
    work: Effect.Effect<A, E, R>,
    restore: Restore,
    isAlone: boolean
  ) {
    const deadline = deadlineIn(this.patienceMillis)
    yield* this.#lock.acquire(restore)
    if (isAlone) this.#group?.commit()
    const group = yield* this.#open(deadline, restore)
    const failure = group.begin()
    const tx = new Transaction()
    if (failure !== null) tx.failed = storageFailure("Transactor.begin", failure)
    yield* FiberRef.set(this.current, tx)
    const running: Effect.Effect<A, E | Ports.StorageUnavailable, R> = tx.failed ?? restore(work)
    const ran = yield* Effect.exit(running)
    yield* FiberRef.set(this.current, null)
    tx.open = false
    const exit = tx.failed !== null && Exit.isSuccess(ran) ? yield* Effect.exit(tx.failed) : ran
    group.end(Exit.isSuccess(exit) && !tx.repeats)
    if (group.isFull) group.commit()
    // The next in the queue joins the group; the last of them commits it.
    this.#lock.release()
    if (tx.repeats) return yield* this.#join(work, restore, true)
    yield* group.settled
    return yield* exit
  })

  readonly #nest = Effect.fnUntraced(function* <A, E, R>(
    this: Writer,
    outer: Transaction,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    if (!outer.open) return yield* Effect.dieMessage("A savepoint was begun after its transaction had ended")
    if (outer.failed !== null) return yield* outer.failed
    if (outer.host?.db.inTransaction === false) return yield* Effect.dieMessage(HOST_HAS_ENDED)
    const { nested } = outer.host ?? this.connection
    const failure = failureOf(nested.save)
    if (failure !== null) return yield* (outer.failed = storageFailure("Transactor.begin", failure))
    const tx = new Transaction(outer.host, outer.outermost ?? outer)
    const ran = yield* Effect.exit(restore(Effect.locally(work, this.current, tx)))
    tx.open = false
    if (!outer.open) return yield* Effect.dieMessage("A savepoint ended after its transaction")
    const exit: Exit.Exit<A, E | Ports.StorageUnavailable> =
      tx.failed !== null && Exit.isSuccess(ran) ? yield* Effect.exit(tx.failed) : ran
    const unended = endSavepoint(nested, Exit.isSuccess(exit))
    // SQLite ends the whole transaction after some failures, and the savepoint with it.
    if (unended !== null) outer.failed = tx.failed ?? storageFailure("Transactor.commit", unended)
    return yield* outer.failed ?? exit
  })

  /** The open group, or a new one, which begins after all pending requests had the chance to queue. */
  #open(deadline: number, restore: Restore): Effect.Effect<GroupCommit, Ports.StorageUnavailable> {
    const group = this.#group
    return group?.isOpen === true
      ? Effect.succeed(group)
      : Effect.zipRight(twoEventLoopTurns, this.#begin(deadline, restore))
  }

  readonly #begin = Effect.fnUntraced(function* (this: Writer, deadline: number, restore: Restore) {
    const begin = GroupCommit.begin(this.connection, deadline, (millis) => restore(pause(millis)))
    this.#group = yield* Effect.catchAll(begin, (error) => storageFailure("Transactor.begin", error)).pipe(
      (begun) => Effect.zipRight(this.isSameFile, begun),
      Effect.onError(() => Effect.sync(() => this.#lock.release()))
    )
    return this.#group
  })

  #between<A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        this.#lock.acquire(restore),
        Effect.ensuring(
          Effect.suspend(() => {
            this.#group?.commit()
            return work
          }),
          Effect.sync(() => this.#lock.release())
        )
      )
    )
  }
}
