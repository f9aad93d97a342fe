import type { Ports } from "@boardwright/core"
import type { Parameter, SqlStatement, Run } from "@boardwright/sql"
import { Effect, Exit, FiberRef } from "effect"
import type { Connection } from "./Connection.js"
import { fault } from "./faults.js"
import { Group } from "./Group.js"
import { type Prepared, prepared } from "./prepared.js"
import { type Restore, Turn } from "./Turn.js"
import { attempt, deadlineIn, pause, untilOthersHaveCome } from "./waiting.js"

/** A transaction that runs. Once a statement of it failed it takes no more. */
export interface Transaction {
  open: boolean
  failed: Effect.Effect<never, Ports.StorageUnavailable> | null
}

/** A statement of the connection that writes. */
export interface WriterStatement {
  /** Runs it in a transaction of the calling fiber. */
  readonly within: (tx: Transaction, parameters: ReadonlyArray<Parameter>) => ReturnType<Run>
  /** Runs it between transactions, as soon as there is none. */
  readonly between: Run
  /** Runs it now, which is to be asked for while there is no transaction only. */
  readonly now: Prepared
}

/**
 * The one connection that writes. Transactions that are asked for at about the same time share a BEGIN IMMEDIATE ...
 * COMMIT, each in a savepoint of its own after those before it, and each is answered once the commit is on disk: one
 * flush serves them all (group commit; Hagmann, "Reimplementing the Cedar file system", 1987).
 */
export class Writer {
  /** The transaction that a fiber and its children are in. */
  readonly current = FiberRef.unsafeMake<Transaction | null>(null)
  readonly #turn = new Turn(() => this.#group?.commit())
  #group: Group | null = null

  constructor(
    readonly connection: Connection,
    readonly patienceMillis: number,
    /** Fails when what would be written goes nowhere. */
    private readonly isWritable: Effect.Effect<void, Ports.StorageUnavailable>
  ) {}

  /** Makes a statement ready to run. */
  prepare({ operation, text }: SqlStatement): WriterStatement {
    const statement = prepared(this.connection.db, text)
    return {
      within: (tx, parameters) => {
        if (!tx.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
        if (tx.failed !== null) return tx.failed
        try {
          return Effect.succeed(statement(parameters))
        } catch (error) {
          return (tx.failed = fault(operation, error))
        }
      },
      between: (parameters) =>
        this.#between(
          Effect.catchAll(
            attempt(() => statement(parameters)),
            (error) => fault(operation, error)
          )
        ),
      now: statement
    }
  }

  /** Whether the connection is in a transaction. */
  get isWriting(): boolean {
    return this.#group?.isOpen === true
  }

  /** Waits for what is being written. */
  readonly settle: Effect.Effect<void> = Effect.suspend(() => this.#between(Effect.void))

  /** The work as one transaction, answered when it is committed. */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.withFiberRuntime<A, E | Ports.StorageUnavailable, R>((fiber) =>
      fiber.getFiberRef(this.current) === null
        ? Effect.uninterruptibleMask((restore) => this.#join(work, restore))
        : Effect.dieMessage("A transaction was started inside a transaction; they do not nest")
    )
  }

  readonly #join = Effect.fnUntraced(function* <A, E, R>(this: Writer, work: Effect.Effect<A, E, R>, restore: Restore) {
    const deadline = deadlineIn(this.patienceMillis)
    yield* this.#turn.take(restore)
    const group = yield* this.#open(deadline, restore)
    const failure = group.begin()
    const tx: Transaction = { open: true, failed: failure === null ? null : fault("Transactor.begin", failure) }
    yield* FiberRef.set(this.current, tx)
    const running: Effect.Effect<A, E | Ports.StorageUnavailable, R> = tx.failed ?? restore(work)
    const ran = yield* Effect.exit(running)
    yield* FiberRef.set(this.current, null)
    tx.open = false
    const exit = tx.failed !== null && Exit.isSuccess(ran) ? yield* Effect.exit(tx.failed) : ran
    group.end(Exit.isSuccess(exit))
    if (group.isFull) group.commit()
    // Whoever waits for the turn joins; the last of them commits.
    this.#turn.pass()
    yield* group.settled
    return yield* exit
  })

  /** The open group, or a new one: begun when everyone who is ready to write has asked for the turn. */
  #open(deadline: number, restore: Restore): Effect.Effect<Group, Ports.StorageUnavailable> {
    const group = this.#group
    return group?.isOpen === true
      ? Effect.succeed(group)
      : Effect.zipRight(untilOthersHaveCome, this.#begin(deadline, restore))
  }

  readonly #begin = Effect.fnUntraced(function* (this: Writer, deadline: number, restore: Restore) {
    const begin = Group.begin(this.connection, deadline, (millis) => restore(pause(millis)))
    this.#group = yield* Effect.catchAll(begin, (error) => fault("Transactor.begin", error)).pipe(
      (begun) => Effect.zipRight(this.isWritable, begun),
      Effect.onError(() => Effect.sync(() => this.#turn.pass()))
    )
    return this.#group
  })

  #between<A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        this.#turn.take(restore),
        Effect.ensuring(
          Effect.suspend(() => {
            this.#group?.commit()
            return work
          }),
          Effect.sync(() => this.#turn.pass())
        )
      )
    )
  }
}
