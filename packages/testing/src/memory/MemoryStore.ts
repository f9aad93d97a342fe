import { Context, Effect, FiberRef, Layer, Ref } from "effect"
import { emptyState, type MemoryState } from "./MemoryState.js"

/** The state a transaction works on, or null once it has ended. */
type OpenState = Ref.Ref<MemoryState | null>

const ended = (): never => {
  throw new Error("the transaction this call belongs to has ended")
}

const make = Effect.gen(function* () {
  const committed = yield* Ref.make(emptyState)
  const lock = yield* Effect.makeSemaphore(1)
  const open = FiberRef.unsafeMake<OpenState | null>(null)

  const read = <A>(question: (state: MemoryState) => A): Effect.Effect<A> =>
    Effect.flatMap(FiberRef.get(open), (transaction) =>
      transaction === null
        ? Effect.map(Ref.get(committed), question)
        : Effect.map(Ref.get(transaction), (state) => question(state ?? ended()))
    )

  const change = <A>(step: (state: MemoryState) => readonly [A, MemoryState]): Effect.Effect<A> =>
    Effect.flatMap(FiberRef.get(open), (transaction) =>
      transaction === null
        ? lock.withPermits(1)(Ref.modify(committed, step))
        : Ref.modify(transaction, (state) => step(state ?? ended()))
    )

  const alone = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const transaction: OpenState = yield* Ref.make<MemoryState | null>(yield* Ref.get(committed))
        return yield* restore(Effect.locally(work, open, transaction)).pipe(
          Effect.tap(() => Effect.flatMap(Ref.get(transaction), (state) => Ref.set(committed, state ?? ended()))),
          Effect.ensuring(Ref.set(transaction, null))
        )
      })
    )

  const transact = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(open), (transaction) =>
      transaction === null
        ? lock.withPermits(1)(alone(work))
        : Effect.dieMessage("transactions do not nest: this one was begun inside another")
    )

  return { read, change, transact, snapshot: Ref.get(committed) }
})

/**
 * Where every memory adapter keeps its data. One transaction runs at a time, on a copy that its fibers carry and that
 * takes the place of the committed state when it succeeds; calls outside it read what is committed and write after it.
 */
export class MemoryStore extends Context.Tag("@boardwright/testing/MemoryStore")<
  MemoryStore,
  {
    /** Asks the state of the transaction that the call is in, else the committed one. */
    readonly read: <A>(question: (state: MemoryState) => A) => Effect.Effect<A>
    /** Changes that state in one step; where the step throws, nothing changes and the effect dies. */
    readonly change: <A>(step: (state: MemoryState) => readonly [A, MemoryState]) => Effect.Effect<A>
    /** Runs work on a copy of the committed state; dies inside another transaction. */
    readonly transact: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** All that is committed. */
    readonly snapshot: Effect.Effect<MemoryState>
  }
>() {
  /** An empty store, one for each time that a layer is built. */
  static readonly layer: Layer.Layer<MemoryStore> = Layer.effect(MemoryStore, make)

  /** Changes the state and answers nothing. */
  static update(
    store: Context.Tag.Service<MemoryStore>,
    step: (state: MemoryState) => MemoryState
  ): Effect.Effect<void> {
    return store.change((state) => [undefined, step(state)] as const)
  }
}
