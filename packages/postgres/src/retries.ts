import { Effect } from "effect"
import { codeOf, isConflict, isLost, isReadOnly, NotAnswered } from "./errors.js"

const LONGEST_PAUSE_MILLIS = 100

/**
 * How many times work may be tried in all, if the error proves that it was not done: 10 after a deadlock or a
 * serialization failure, 3 after a foreign key or unique violation (the next attempt sees the row that caused it), 2 after
 * a lost connection or one that has become read-only, otherwise 1.
 */
export const attemptsFor = (error: unknown): number => {
  const code = codeOf(error) ?? ""
  if (isConflict(error)) return 10
  if (code === "23503" || code === "23505") return 3
  return isReadOnly(error) || (isLost(error) && !(error instanceof NotAnswered)) ? 2 : 1
}

/** The pause after so many attempts: random up to 2 ms, doubling to 100 ms, so that conflicting writers diverge. */
export const pauseMillis = (attempts: number): number => Math.random() * Math.min(2 ** attempts, LONGEST_PAUSE_MILLIS)

/** Waits for that long in real time, whatever clock the program runs on. */
export const pauseAfter = (attempts: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const timer = setTimeout(() => resume(Effect.void), pauseMillis(attempts))
    return Effect.sync(() => clearTimeout(timer))
  })
