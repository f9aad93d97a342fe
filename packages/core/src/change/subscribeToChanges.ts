import { Duration, Effect } from "effect"
import { retryDelay } from "../background/retryDelay.js"
import type { Change } from "./Change.js"
import type { ChangeCursor } from "./ChangeCursor.js"
import { type ChangesHandler, cursorOf, type FollowedChanges, forEachChange } from "./forEachChange.js"

/** Handles a change. The cursor continues after it. */
export type HandleChange<E, R> = (change: Change, cursor: ChangeCursor) => Effect.Effect<unknown, E, R>

/** What is followed from where: see `cursorOf`. */
export interface SubscribeToChanges extends FollowedChanges {
  readonly since?: string | undefined
}

/** The longest pause after a handler failed. */
export const LONGEST_PAUSE = Duration.minutes(5)

/** Handles changes. One whose handling fails is read and handled again after a pause that grows; each failure is logged. */
const retrying = <E, R>(handle: HandleChange<E, R>): ChangesHandler<R>["handle"] => {
  let failed = { position: 0, attempts: 0 }
  return (change, cursor) => {
    const { position } = change
    return Effect.matchCauseEffect(
      Effect.suspend(() => handle(change, cursor)),
      {
        onSuccess: () => Effect.succeed("next" as const),
        onFailure: (cause) => {
          const attempts = failed.position === position ? failed.attempts : 0
          failed = { position, attempts: attempts + 1 }
          return Effect.logWarning("handler of a change failed, will be tried again", cause).pipe(
            Effect.annotateLogs(failed),
            Effect.zipRight(Effect.flatMap(retryDelay(attempts, LONGEST_PAUSE), Effect.sleep)),
            Effect.as("again" as const)
          )
        }
      }
    )
  }
}

/**
 * Checks the input and returns an effect that handles each change that the current actor may read, in order and one at a
 * time, until it is interrupted or the instance closes. The caller keeps the cursor. What fails is tried again after growing
 * pauses, so that no later change is handled before it. A change is handed over, also again, while the actor may read it.
 * Fails as `listChanges` does, then also if the access to the board or workspace is lost or the cursor expires.
 */
export const subscribeToChanges = <E, R>({ since, ...followed }: SubscribeToChanges, handle: HandleChange<E, R>) =>
  Effect.map(cursorOf(followed, since), (start) => forEachChange(followed, start, { handle: retrying(handle) }))
