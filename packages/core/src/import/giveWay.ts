import { Effect } from "effect"

/** Most tasks stored between two looks at the clock. */
export const SLICE = 250

/** How long others may be kept waiting, in nanoseconds. */
const LONGEST = 10_000_000n

/** Lets whatever else waits run: timers, sockets, other fibers. */
export const giveWay = Effect.sleep(0)

/**
 * What long work runs between its slices: gives way whenever others have been waiting for 10 ms. Each turn costs a timer of
 * a millisecond and what the others do in it.
 */
export const takingTurns = Effect.map(Effect.clock, (clock) => {
  let from = clock.unsafeCurrentTimeNanos()
  const next = Effect.map(giveWay, () => {
    from = clock.unsafeCurrentTimeNanos()
  })
  return Effect.suspend(() => (clock.unsafeCurrentTimeNanos() - from < LONGEST ? Effect.void : next))
})
