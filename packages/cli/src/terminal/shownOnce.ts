import { Effect, Fiber } from "effect"
import { note } from "./print.js"

/** What becomes of a thing whose secret could not be written. */
interface Lost<E, R> {
  readonly undo: Effect.Effect<unknown, E, R>
  /** The line for people after it was undone. */
  readonly undone: string
  /** The line for people if that failed: the thing still exists. */
  readonly remains: string
}

/** Writes a secret that is not shown again. If standard output fails, or a signal interrupts it, what it belongs to is undone. */
export const shownOnce = <E, R>(
  write: Effect.Effect<void>,
  { remains, undo, undone }: Lost<E, R>
): Effect.Effect<void, never, R> =>
  Effect.onInterrupt(write, () =>
    // In a fiber of its own: what a finalizer forks cannot be interrupted, and adapters interrupt what they fork when they close.
    Effect.flatMap(Effect.forkDaemon(Effect.interruptible(undo)), Fiber.join).pipe(
      Effect.matchCauseEffect({ onFailure: () => note(remains), onSuccess: () => note(undone) })
    )
  )
