import { Ports } from "@boardwright/core"
import type { Parameter, PlainStatement } from "@boardwright/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Deferred, Effect, Exit, FiberId, FiberRef } from "effect"
import { fault } from "./faults.js"
import { Turn } from "./Turn.js"
import { deadlineIn, oneTurnOfTheLoop, pause, whileBusy } from "./waiting.js"

/** A transaction that runs. Once a statement of it failed it takes no more. */
export interface Transaction {
  open: boolean
  failed: Effect.Effect<never, Ports.StorageUnavailable> | null
}

/** Transactions that are committed as one. */
class Group {
  readonly settled = Deferred.unsafeMake<void, Ports.StorageUnavailable>(FiberId.none)
  readonly began = performance.now()
  kept = 0
}

const MOST_MEMBERS = 64
const LONGEST_MILLIS = 5

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

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
    readonly patienceMillis: number
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

  /** Commits what is open; nothing runs while it does. */
  readonly settle: Effect.Effect<void> = Effect.suspend(() =>
    this.#between(Effect.suspend(() => (this.#group === null ? Effect.void : this.#commit(this.#group))))
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
    yield* restore(this.#turn.take)
    const leads = this.#group === null
    const group = this.#group ?? (yield* this.#begin(deadline, restore))
    const exit = yield* this.#member(group, work, restore)
    const full = group.kept >= MOST_MEMBERS || performance.now() - group.began >= LONGEST_MILLIS
    if (full) yield* this.#commit(group)
    this.#turn.pass()
    if (leads && !full) {
      // Whoever is ready now asks for the turn first and joins.
      yield* oneTurnOfTheLoop
      yield* this.#between(this.#commit(group))
    }
    yield* Deferred.await(group.settled)
    return yield* exit
  })

  readonly #begin = Effect.fnUntraced(function* (this: Writer, deadline: number, restore: Restore) {
    yield* whileBusy(this.#execute("begin immediate"), deadline, (millis) => restore(pause(millis))).pipe(
      // A connection that was left inside a transaction is clean again for the next.
      Effect.tapError(() => this.#rollback),
      Effect.catchAll((error) => fault("Transactor.begin", error)),
      Effect.onError(() => Effect.sync(() => this.#turn.pass()))
    )
    return (this.#group = new Group())
  })

  /** Runs one member's work; whatever failed is undone alone. */
  readonly #member = Effect.fnUntraced(function* <A, E, R>(
    this: Writer,
    group: Group,
    work: Effect.Effect<A, E, R>,
    restore: Restore
  ) {
    const first = group.kept === 0
    const tx: Transaction = { open: true, failed: null }
    const open = first
      ? Effect.void
      : Effect.catchAll(this.#execute("savepoint member"), (error) => (tx.failed = fault("Transactor.begin", error)))
    const ran = yield* Effect.exit(Effect.zipRight(open, restore(Effect.locally(work, this.current, tx))))
    tx.open = false
    const exit = tx.failed !== null && Exit.isSuccess(ran) ? yield* Effect.exit(tx.failed) : ran
    if (Exit.isSuccess(exit)) group.kept++
    if (first) {
      if (Exit.isFailure(exit)) yield* this.#undo(group)
    } else {
      const undo = Exit.isSuccess(exit) ? Effect.void : this.#execute("rollback to member")
      yield* Effect.catchAll(Effect.zipRight(undo, this.#execute("release member")), (error) =>
        this.#lose(group, error)
      )
    }
    return exit
  })

  #execute(text: string): Effect.Effect<unknown, SqlError> {
    return this.connection.execute(text, [], undefined)
  }

  /** Rolls everything back; an error means that SQLite has done so by itself. */
  get #rollback(): Effect.Effect<void> {
    return Effect.ignore(this.#execute("rollback"))
  }

  #undo(group: Group): Effect.Effect<unknown> {
    this.#group = null
    return Effect.zipRight(this.#rollback, Deferred.succeed(group.settled, undefined))
  }

  #lose(group: Group, cause: unknown): Effect.Effect<unknown> {
    this.#group = null
    const lost = new Ports.StorageUnavailable({ operation: "Transactor.commit", cause })
    return Effect.zipRight(this.#rollback, Deferred.fail(group.settled, lost))
  }

  #commit(group: Group): Effect.Effect<unknown> {
    return Effect.suspend(() => {
      if (this.#group !== group) return Effect.void
      this.#group = null
      return Effect.matchEffect(this.#execute("commit"), {
        onSuccess: () => Deferred.succeed(group.settled, undefined),
        onFailure: (error) => this.#lose(group, error)
      })
    })
  }

  #between<A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        restore(this.#turn.take),
        Effect.ensuring(
          work,
          Effect.sync(() => this.#turn.pass())
        )
      )
    )
  }
}
