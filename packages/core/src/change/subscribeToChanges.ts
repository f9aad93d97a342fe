import { Duration, Effect } from "effect"
import { retryDelay } from "../background/retryDelay.js"
import type { Change } from "./Change.js"
import { type ChangeCursor, cursorAt, parseCursor } from "./ChangeCursor.js"
import { cursorOf, type FollowedChanges, forEachPage } from "./forEachPage.js"

/** Handles a change. The cursor continues after it. */
export type HandleChange<E, R> = (change: Change, cursor: ChangeCursor) => Effect.Effect<unknown, E, R>

/** What is followed from where: see `cursorOf`. */
export interface SubscribeToChanges extends FollowedChanges {
  readonly since?: string | undefined
}

/** The longest pause after a handler failed. */
export const LONGEST_PAUSE = Duration.minutes(5)

/** Tries the work again after growing pauses until it succeeds. Each failure is logged. */
const untilDone = <A, E, R>(work: Effect.Effect<A, E, R>, position: number, attempts = 0): Effect.Effect<A, never, R> =>
  Effect.catchAllCause(work, (cause) =>
    Effect.logWarning("handler of a change failed, will be tried again", cause).pipe(
      Effect.annotateLogs({ position, attempts: attempts + 1 }),
      Effect.zipRight(Effect.flatMap(retryDelay(attempts, LONGEST_PAUSE), Effect.sleep)),
      Effect.zipRight(Effect.suspend(() => untilDone(work, position, attempts + 1)))
    )
  )

/**
 * Checks the input and returns an effect that handles each change that the current actor may read, in order and one at a
 * time, until it is interrupted or the instance closes. The caller keeps the cursor. What fails is tried again after growing
 * pauses, so that no later change is handled before it. Fails as `listChanges` does, then also if the access to the board or
 * workspace is lost or the cursor expires.
 */
export const subscribeToChanges = <E, R>({ since, ...followed }: SubscribeToChanges, handle: HandleChange<E, R>) =>
  Effect.map(cursorOf(followed, since), (start) =>
    forEachPage(followed, start, ({ changes, cursor }) => {
      const epoch = parseCursor(cursor)?.epoch ?? ""
      return Effect.as(
        Effect.forEach(
          changes,
          (change) =>
            untilDone(
              Effect.suspend(() => handle(change, cursorAt(epoch, change.position))),
              change.position
            ),
          { discard: true }
        ),
        true
      )
    })
  )
