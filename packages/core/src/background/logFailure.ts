import { Cause, Effect, Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"

/** Logs whatever work fails with, instead of failing. */
export const logFailure = <A, R>(work: Effect.Effect<A, StorageUnavailable, R>) =>
  Effect.catchAllCause(work, (cause) =>
    Option.match(Cause.failureOption(cause), {
      onSome: recordStorageFailure,
      onNone: () => Effect.logError("background work failed, will be tried again", cause)
    })
  )
