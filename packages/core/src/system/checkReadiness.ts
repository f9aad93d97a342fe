import { Cause, Clock, Duration, Effect, Option } from "effect"
import { LONGEST_RETRY } from "../mail/deliverMail.js"
import { MailQueue } from "../ports/MailQueue.js"
import { StorageUnavailable } from "../ports/PortError.js"
import { StorageHealth } from "../ports/StorageHealth.js"
import { recordStorageSuccess, recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis } from "../values/Timestamp.js"

/** How long all that is asked of storage may take. */
export const READY_WITHIN = Duration.seconds(2)

/** A mail that waits longer than this is late: its sending has failed several times, or nobody sends. */
export const LATE_AFTER = Duration.minutes(10)

/** Whether requests can be served, and what was found. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: {
    /** Whether storage answers in time. */
    readonly storage: "ok" | "failing"
    /** Whether the database has the migrations that this version needs; it works on those of a newer one too. */
    readonly migrations: "ok" | "newer" | "missing" | "unknown"
    /** Whether mails go out. It is told and does not count: all else is served without, and no other instance sends more. */
    readonly mail: "ok" | "late" | "unknown"
  }
}

const MIGRATIONS = { current: "ok", newer: "newer", older: "missing" } as const

const FAILING: Readiness = {
  ready: false,
  checks: { storage: "failing", migrations: "unknown", mail: "unknown" }
}

/**
 * Finds out whether requests can be served. Takes no longer than `READY_WITHIN` and does not fail: why storage does not
 * answer is logged.
 */
export const checkReadiness = Effect.fn("checkReadiness")(function* () {
  const health = yield* StorageHealth
  const queue = yield* MailQueue
  const now = yield* Clock.currentTimeMillis
  const lateBefore = fromMillis(now - Duration.toMillis(LATE_AFTER))
  // None waits longer for its next attempt.
  const dueBefore = fromMillis(now + Duration.toMillis(LONGEST_RETRY) + 1)
  const asked: Effect.Effect<Readiness> = Effect.gen(function* () {
    yield* health.check
    const migrations = MIGRATIONS[yield* health.schema]
    const mail = (yield* queue.hasOlder(lateBefore, dueBefore)) ? "late" : "ok"
    return { ready: migrations !== "missing", checks: { storage: "ok", migrations, mail } } satisfies Readiness
  }).pipe(
    Effect.tap(recordStorageSuccess),
    Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), FAILING)),
    Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", Cause.die(defect)), FAILING))
  )
  // Apart from us, so that nothing which cannot be interrupted is waited for.
  const answered = yield* Effect.timeoutOption(Effect.disconnect(asked), READY_WITHIN)
  if (Option.isSome(answered)) return answered.value
  const late = new Error(`storage did not answer within ${Duration.toSeconds(READY_WITHIN)} s`)
  yield* recordStorageFailure(new StorageUnavailable({ operation: "checkReadiness", cause: late }))
  return FAILING
})
