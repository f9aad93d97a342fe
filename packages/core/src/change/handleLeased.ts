import { Cause, Duration, Effect, Exit, Fiber } from "effect"
import { retryDelay } from "../background/retryDelay.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { type ChangeCursor, cursorAt, parseCursor } from "./ChangeCursor.js"
import type { ConsumerLease } from "./ConsumerLease.js"
import { type ChangesHandler, type FollowedChanges, forEachChange } from "./forEachChange.js"
import { type HandleChange, LONGEST_PAUSE } from "./subscribeToChanges.js"

/** For how long a change is tried before its consumer is parked. */
export const PARK_AFTER = Duration.days(1)

/** What a consumer calls. */
export interface ConsumerHandlers<E, R> {
  readonly handle: HandleChange<E, R>
  /** Called if the changes after the consumer's position are no longer all there; it goes on after the cursor. */
  readonly onExpired: ((cursor: ChangeCursor) => Effect.Effect<unknown, E, R>) | undefined
}

const SOUND = { attempts: 0, failingSince: null, lastError: null }

const NUL = String.fromCharCode(0)
/** What a consumer failed with, as text that can be stored. */
const describe = (cause: Cause.Cause<unknown>): string =>
  String(Cause.squash(cause)).slice(0, 500).toWellFormed().replaceAll(NUL, "")

/** Counts a failed attempt, and parks the consumer if it failed for too long. */
const postpone = Effect.fnUntraced(function* (lease: ConsumerLease, cause: Cause.Cause<unknown>, parksNow = false) {
  const { attempts, failingSince, name, position } = lease.consumer()
  const at = yield* now
  const first = failingSince ?? at
  const due = toMillis(at) + Duration.toMillis(yield* retryDelay(attempts, LONGEST_PAUSE))
  const parks = parksNow || due - toMillis(first) > Duration.toMillis(PARK_AFTER)
  const report = parks
    ? Effect.logError("consumer of changes parked: it stays where it is until it is resumed", cause)
    : Effect.logWarning("consumer of changes failed, will be tried again", cause)
  yield* Effect.annotateLogs(report, { consumer: name, position, attempts: attempts + 1 })
  yield* lease.giveBack({
    attempts: attempts + 1,
    failingSince: first,
    lastError: describe(cause),
    parkedAt: parks ? at : null,
    dueAt: fromMillis(due)
  })
  return false
})

/** Runs the work until it ends, or until the lease is lost; waits in any case until the work has ended. */
const whileKept = <A, R>(lease: ConsumerLease, work: Effect.Effect<A, never, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const working = yield* Effect.fork(restore(work))
      const keeping = yield* Effect.fork(restore(Effect.zipRight(lease.keep, Fiber.interrupt(working))))
      const ended = restore(Fiber.await(working)).pipe(
        Effect.ensuring(Effect.zipRight(Fiber.interrupt(working), Fiber.interrupt(keeping)))
      )
      const exit = yield* ended
      return yield* Exit.isInterrupted(exit) ? Effect.void : Effect.asVoid(exit)
    })
  )

/**
 * Handles what a consumer has not handled yet, then each change as it comes, until the lease is lost, an attempt fails, or the
 * instance closes. The handlers are not interrupted, so that what they did is stored, except where they are interruptible.
 */
export const handleLeased = <E, R>(
  lease: ConsumerLease,
  followed: FollowedChanges,
  { handle, onExpired }: ConsumerHandlers<E, R>
) => {
  const attempt = (work: Effect.Effect<unknown, E, R>, place: { readonly epoch: string; readonly position: number }) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.matchCauseEffect(work, {
        onSuccess: () => lease.store({ ...SOUND, ...place }),
        // An attempt that fails while it is interrupted does not count: the interruption ends it here.
        onFailure: (cause) => Effect.zipRight(restore(Effect.yieldNow()), postpone(lease, cause))
      })
    )
  const handlers: ChangesHandler<R> = {
    handle: (change, cursor) => {
      const { epoch } = parseCursor(cursor) ?? lease.consumer()
      const work = Effect.suspend(() => handle(change, cursor))
      return Effect.map(attempt(work, { epoch, position: change.position }), (goesOn) => (goesOn ? "next" : "end"))
    },
    passed: (cursor) => lease.passTo((parseCursor(cursor) ?? lease.consumer()).position)
  }
  const goOnAfter = (cursor: ChangeCursor, go: (cursor: ChangeCursor) => Effect.Effect<unknown, E, R>) => {
    const { epoch, position } = parseCursor(cursor) ?? lease.consumer()
    return attempt(
      Effect.suspend(() => go(cursor)),
      { epoch, position }
    )
  }
  const { epoch, position } = lease.consumer()
  const following = Effect.catchAll(forEachChange(followed, cursorAt(epoch, position), handlers), (failure) => {
    if (failure._tag !== "CursorExpired") return postpone(lease, Cause.fail(failure))
    return onExpired === undefined ? postpone(lease, Cause.fail(failure), true) : goOnAfter(failure.cursor, onExpired)
  })
  const release = Effect.flatMap(now, (dueAt) => lease.giveBack({ dueAt }))
  return Effect.ensuring(whileKept(lease, following), release)
}
