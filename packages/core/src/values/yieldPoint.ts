import { Effect } from "effect"

/** Longest time that other work is kept waiting, in nanoseconds. */
const LONGEST = 10_000_000n

/** Lets timers, sockets and other fibers run. */
export const yieldToEventLoop = Effect.sleep(0)

/**
 * Makes an effect for long work to run between its steps: it yields to the event loop when 10 ms have passed since it
 * last did. A yield costs a timer of a millisecond and the time that the other work takes.
 */
export const makeYieldPoint = Effect.map(Effect.clock, (clock) => {
  let from = clock.unsafeCurrentTimeNanos()
  const next = Effect.map(yieldToEventLoop, () => {
    from = clock.unsafeCurrentTimeNanos()
  })
  return Effect.suspend(() => (clock.unsafeCurrentTimeNanos() - from < LONGEST ? Effect.void : next))
})

/** Items that are worked on between two yield points; rows with too many cells take the longest. */
const ITEMS_PER_YIELD = 4

/** Does short work for each item, and yields to the event loop in between. */
export const forEachYielding = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  work: (item: A, at: number) => void
) {
  const yieldPoint = yield* makeYieldPoint
  for (const [at, item] of items.entries()) {
    work(item, at)
    if (at % ITEMS_PER_YIELD === ITEMS_PER_YIELD - 1) yield* yieldPoint
  }
})

/** Most tasks that long work reads or stores between two yield points. */
export const TASKS_PER_BATCH = 250
