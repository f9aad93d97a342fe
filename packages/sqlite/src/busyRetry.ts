import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isBusy } from "./errors.js"

// In real time, whatever clock the program runs on: a lock held by another process does not follow a test clock.

/** Waits without blocking the event loop. */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.async((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/** Runs a SQLite operation; its error becomes a failure. */
export const attempt = <A>(run: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({ try: run, catch: (cause) => new SqlError({ cause }) })

/** The deadline of a wait that begins now, by `performance.now`. */
export const deadlineIn = (millis: number): number => performance.now() + millis

const LONGEST_PAUSE = 50

/** Retries while the database is busy, with pauses of 1 ms to 50 ms, until the deadline; tries at least once. */
export const retryWhileBusy = <A, E>(
  attempt: Effect.Effect<A, E>,
  deadline: number,
  pausing: (millis: number) => Effect.Effect<void> = pause
): Effect.Effect<A, E> => {
  const tryAfter = (millis: number): Effect.Effect<A, E> =>
    Effect.catchAll(attempt, (error) =>
      isBusy(error) && performance.now() < deadline
        ? Effect.zipRight(
            pausing(millis),
            Effect.suspend(() => tryAfter(Math.min(2 * millis, LONGEST_PAUSE)))
          )
        : Effect.fail(error)
    )
  return tryAfter(1)
}
