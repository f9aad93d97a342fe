import { Effect } from "effect"

const LONGEST_MILLIS = 100

/**
 * The pause before work is begun anew: random, of 2 ms at most after the first attempt, doubling to 100 ms, so that
 * writers that met each other do not meet again. Real time, whatever clock the program runs on.
 */
export const pauseBefore = (attempts: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const millis = Math.random() * Math.min(2 ** attempts, LONGEST_MILLIS)
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })
