import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isBusy } from "./faults.js"

// Real time, whatever clock the program runs on: another process holds the file for as long as it holds it.

/** Waits without blocking the event loop. */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/** Lets the event loop read what has come, and what it reads begin: the one is done in its next turn, the other in that after. */
export const untilOthersHaveCome: Effect.Effect<void> = Effect.async((resume) => {
  let immediate = setImmediate(() => {
    immediate = setImmediate(() => resume(Effect.void))
  })
  return Effect.sync(() => clearImmediate(immediate))
})

/** What SQLite does, and its error as a failure. */
export const attempt = <A>(run: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({ try: run, catch: (cause) => new SqlError({ cause }) })

/** The end of a wait that begins now, by `performance.now`. */
export const deadlineIn = (millis: number): number => performance.now() + millis

const LONGEST_PAUSE = 50

/** Tries again while the database is busy, pausing 1 ms to 50 ms, until the deadline; at least once. */
export const whileBusy = <A, E>(
  attempt: Effect.Effect<A, E>,
  deadline: number,
  pausing: (millis: number) => Effect.Effect<void> = pause
): Effect.Effect<A, E> => {
  const again = (millis: number): Effect.Effect<A, E> =>
    Effect.catchAll(attempt, (error) =>
      isBusy(error) && performance.now() < deadline
        ? Effect.zipRight(
            pausing(millis),
            Effect.suspend(() => again(Math.min(2 * millis, LONGEST_PAUSE)))
          )
        : Effect.fail(error)
    )
  return again(1)
}
