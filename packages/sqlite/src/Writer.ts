import type { Ports } from "@boardwright/core"
import type { Parameter, PlainStatement } from "@boardwright/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { Effect, Exit, FiberRef } from "effect"
import { fault } from "./faults.js"
import { Group } from "./Group.js"
import { type Restore, Turn } from "./Turn.js"
import { deadlineIn, oneTurnOfTheLoop, pause } from "./waiting.js"

/** A transaction that runs. Once a statement of it failed it takes no more. */
export interface Transaction {
  open: boolean
  failed: Effect.Effect<never, Ports.StorageUnavailable> | null
}

/**
 * The one connection that writes. Transactions that are asked for at about the same time share a BEGIN IMMEDIATE ...
 * COMMIT, each in a savepoint of its own after those before it, and each is answered once the commit is on disk: one
 * flush serves them all (group commit; Hagmann, "Reimplementing the Cedar file system", 1987).
 */
export class Writer {
  /** The transaction that a fiber and its children are in. */
  readonly current = FiberRef.unsafeMake<Transaction | null>(null)
  readonly #turn = new Turn()
  #group: Group | null = null

  constructor(
    readonly connection: Connection,
    readonly patienceMillis: number,
    /** Fails when what would be written goes nowhere. */
    private readonly isWritable: Effect.Effect<void, Ports.StorageUnavailable>
  ) {}

  /** Runs a statement in a transaction of the calling fiber. */
  run(tx: Transaction, { operation, text }: PlainStatement, parameters: ReadonlyArray<Parameter>) {
    if (!tx.open) return Effect.dieMessage(`${operation} was called after its transaction had ended`)
    if (tx.failed !== null) return tx.failed
    return Effect.catchAll(
      this.connection.execute(text, parameters, undefined),
      (error) => (tx.failed = fault(operation, error))
    )
  }

  /** Runs a read between transactions, where readers have no connection of their own. */
  alone({ operation, text }: PlainStatement, parameters: ReadonlyArray<Parameter>) {
    return this.#between(
      Effect.catchAll(this.connection.execute(text, parameters, undefined), (error) => fault(operation, error))
    )
  }

  /** Commits what is open. */
  readonly settle: Effect.Effect<unknown> = Effect.suspend(() =>
    this.#between(Effect.suspend(() => this.#group?.commit ?? Effect.void))
  )

  /** The work as one transaction, answered when it is committed. */
  transact<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.withFiberRuntime<A, E | Ports.StorageUnavailable, R>((fiber) =>
        fiber.getFiberRef(this.current) === null
          ? this.#join(work, restore)
          : Effect.dieMessage("A transaction was started inside a transaction; they do not nest")
      )
    )
  }

  readonly #join = Effect.fnUntraced(function* <A, E, R>(this: Writer, work: Effect.Effect<A, E, R>, restore: Restore) {
    const deadline = deadlineIn(this.patienceMillis)
    yield* this.#turn.take(restore)
    const leads = this.#group?.isOpen !== true
    const group = leads || this.#group === null ? yield* this.#begin(deadline, restore) : this.#group
    const exit = yield* this.#member(group, work, restore)
    if (group.isFull) yield* group.commit
    this.#turn.pass()
    if (leads && group.isOpen) {
      // Whoever is ready now asks for the turn first and joins.
      yield* oneTurnOfTheLoop
      yield* this.#between(group.commit)
    }
    yield* group.settled
    return yield* exit
  })

  readonly #begin = Effect.fnUntraced(function* (this: Writer, deadline: number, restore: Restore) {
    const begin = Group.begin(this.connection, deadline, (millis) => restore(pause(millis)))
    this.#group = yield* Effect.catchAll(begin, (error) => fault("Transactor.begin", error)).pipe(
      (begun) => Effect.zipRight(this.isWritable, begun),
      Effect.onError(() => Effect.sync(() => this.#turn.pass()))
    )
    return this.#group
  })

  /** Runs one member's work. What failed is undone alone: the first by ending the group, which holds nothing yet. */
  readonly #member = Effect.fnUntraced(function* <A, E, R>(
    this: Writer,
    group: Group,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    const first = group.kept === 0
    const tx: Transaction = { open: true, failed: null }
    const begin = first
      ? Effect.void
      : Effect.catchAll(group.execute("savepoint member"), (error) => (tx.failed = fault("Transactor.begin", error)))
    const ran = yield* Effect.exit(Effect.zipRight(begin, restore(Effect.locally(work, this.current, tx))))
    tx.open = false
    const exit = tx.failed !== null && Exit.isSuccess(ran) ? yield* Effect.exit(tx.failed) : ran
    if (Exit.isSuccess(exit)) group.kept++
    else if (first) yield* group.dissolve
    else yield* Effect.catchAll(group.execute("rollback to member"), (error) => group.lose(error))
    if (!first && group.isOpen) {
      yield* Effect.catchAll(group.execute("release member"), (error) => group.lose(error))
    }
    return exit
  })

  #between<A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        this.#turn.take(restore),
        Effect.ensuring(
          work,
          Effect.sync(() => this.#turn.pass())
        )
      )
    )
  }
}
