import { Cause, Effect } from "effect"
import { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"

/** Logs whatever work fails with, instead of failing. */
export const logFailure = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catchAllCause(work, (cause) => {
    const failure = Cause.squash(cause)
    return failure instanceof StorageUnavailable
      ? recordStorageFailure(failure)
      : Effect.logError("background work failed, will be tried again", cause)
  })
