import { Effect } from "effect"

/** Longest time that other work is kept waiting, in nanoseconds. */
const LONGEST = 10_000_000n

/** Lets timers, sockets and other fibers run. */
export const yieldToEventLoop = Effect.sleep(0)

/**
 * Whether long work has had its 10 ms, and the effect by which it yields. A yield costs a timer of a millisecond and the time
 * that the other work takes.
 */
export const makeTurn = Effect.map(Effect.clock, (clock) => {
  let from = clock.unsafeCurrentTimeNanos()
  return {
    isOver: () => clock.unsafeCurrentTimeNanos() - from >= LONGEST,
    next: Effect.map(yieldToEventLoop, () => {
      from = clock.unsafeCurrentTimeNanos()
    })
  }
})

/**
 * Makes an effect for long work to run between its steps: it yields to the event loop when 10 ms have passed since it
 * last did.
 */
export const makeYieldPoint = Effect.map(makeTurn, ({ isOver, next }) =>
  Effect.suspend(() => (isOver() ? next : Effect.void))
)

/** Does short work for each item, and yields to the event loop in between. */
export const forEachYielding = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  work: (item: A, at: number) => void
) {
  const { isOver, next } = yield* makeTurn
  for (const [at, item] of items.entries()) {
    work(item, at)
    if (isOver()) yield* next
  }
})

/** Most tasks that long work reads or stores between two yield points. */
export const TASKS_PER_BATCH = 250
