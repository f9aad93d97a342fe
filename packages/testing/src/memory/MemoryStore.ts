import type { Ports } from "@boardwright/core"
import { Context, Effect, FiberRef, Layer, Ref } from "effect"
import { emptyState, type MemoryState } from "./MemoryState.js"

/** A result, and the state after it. */
type Step<A> = (state: MemoryState) => readonly [A, MemoryState]

/** A transaction, or a savepoint in one. */
interface Transaction {
  /** What it works on, or null once it has ended. */
  readonly state: Ref.Ref<MemoryState | null>
  /** Held by the open savepoint in it, and by its own changes. */
  readonly turn: Effect.Semaphore
}

const ended = (): never => {
  throw new Error("the transaction this call belongs to has ended")
}

/** Persists committed states. */
export interface Persistence {
  readonly load: Effect.Effect<MemoryState, Ports.StorageUnavailable>
  readonly save: (state: MemoryState) => Effect.Effect<void, Ports.StorageUnavailable>
}

const NOWHERE: Persistence = { load: Effect.sync(emptyState), save: () => Effect.void }

const make = Effect.fnUntraced(function* ({ load, save }: Persistence) {
  const committed = yield* Ref.make(yield* load)
  const lock = yield* Effect.makeSemaphore(1)
  const open = FiberRef.unsafeMake<Transaction | null>(null)

  const read = <A>(question: (state: MemoryState) => A): Effect.Effect<A> =>
    Effect.flatMap(FiberRef.get(open), (transaction) =>
      transaction === null
        ? Effect.map(Ref.get(committed), question)
        : Effect.map(Ref.get(transaction.state), (state) => question(state ?? ended()))
    )

  const commit = (before: MemoryState, after: MemoryState): Effect.Effect<void, Ports.StorageUnavailable> =>
    before === after ? Effect.void : Effect.zipRight(save(after), Ref.set(committed, after))

  const changeCommitted = <A>(step: Step<A>): Effect.Effect<A, Ports.StorageUnavailable> =>
    Effect.uninterruptible(
      Effect.flatMap(Ref.get(committed), (before) => {
        const [answer, after] = step(before)
        return Effect.as(commit(before, after), answer)
      })
    )

  const change = <A>(step: Step<A>): Effect.Effect<A, Ports.StorageUnavailable> =>
    Effect.flatMap(FiberRef.get(open), (transaction) =>
      transaction === null
        ? lock.withPermits(1)(changeCommitted(step))
        : transaction.turn.withPermits(1)(Ref.modify(transaction.state, (state) => step(state ?? ended())))
    )

  /** Runs work on a copy of the state, and stores what it makes of it. */
  const onCopy = <A, E, R>(
    work: Effect.Effect<A, E, R>,
    from: Effect.Effect<MemoryState>,
    store: (before: MemoryState, after: MemoryState) => Effect.Effect<void, Ports.StorageUnavailable>
  ): Effect.Effect<A, E | Ports.StorageUnavailable, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const before = yield* from
        const state = yield* Ref.make<MemoryState | null>(before)
        const transaction: Transaction = { state, turn: Effect.unsafeMakeSemaphore(1) }
        return yield* restore(Effect.locally(work, open, transaction)).pipe(
          Effect.tap(() => Effect.flatMap(Ref.get(state), (after) => store(before, after ?? ended()))),
          Effect.ensuring(Ref.set(state, null))
        )
      })
    )

  const transact = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Ports.StorageUnavailable, R> =>
    Effect.flatMap(FiberRef.get(open), (outer) => {
      if (outer === null) return lock.withPermits(1)(onCopy(work, Ref.get(committed), commit))
      const from = Effect.map(Ref.get(outer.state), (state) => state ?? ended())
      const store = (_: MemoryState, after: MemoryState) =>
        Ref.update(outer.state, (state) => (state === null ? ended() : after))
      return outer.turn.withPermits(1)(onCopy(work, from, store))
    })

  return { read, change, transact, snapshot: Ref.get(committed) }
})

/**
 * The data of all memory adapters. One transaction runs at a time, on a copy that its fibers carry and that
 * replaces the committed state on success; calls outside it read the committed state and write after it.
 */
export class MemoryStore extends Context.Tag("@boardwright/testing/MemoryStore")<
  MemoryStore,
  {
    /** Reads the state of the current transaction, else the committed one. */
    readonly read: <A>(question: (state: MemoryState) => A) => Effect.Effect<A>
    /** Changes that state in one step; if the step throws, nothing changes and the effect dies. */
    readonly change: <A>(step: Step<A>) => Effect.Effect<A, Ports.StorageUnavailable>
    /** Runs work on a copy of the committed state; inside a transaction, of the transaction's. */
    readonly transact: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Ports.StorageUnavailable, R>
    /** The committed state. */
    readonly snapshot: Effect.Effect<MemoryState>
  }
>() {
  /** An empty store, a new one in each build. */
  static readonly layer: Layer.Layer<MemoryStore> = Layer.effect(MemoryStore, Effect.orDie(make(NOWHERE)))

  /**
   * A store that starts from the loaded data and saves each state before committing it: a state that cannot be
   * saved is not committed. Transactions without changes are not saved.
   */
  static persisted(persistence: Persistence): Layer.Layer<MemoryStore, Ports.StorageUnavailable> {
    return Layer.effect(MemoryStore, make(persistence))
  }

  /** Reads the state of the current transaction, and the committed one: only its texts are indexed. */
  static search<A>(
    store: Context.Tag.Service<MemoryStore>,
    question: (state: MemoryState, indexed: MemoryState) => A
  ): Effect.Effect<A> {
    return Effect.flatMap(store.snapshot, (indexed) => store.read((state) => question(state, indexed)))
  }

  /** Changes the state without a result. */
  static update(
    store: Context.Tag.Service<MemoryStore>,
    step: (state: MemoryState) => MemoryState
  ): Effect.Effect<void, Ports.StorageUnavailable> {
    return store.change((state) => [undefined, step(state)] as const)
  }
}
