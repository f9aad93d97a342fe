import { Cause, Clock, Duration, Effect, Option } from "effect"
import { LONGEST_RETRY } from "../background/retryDelay.js"
import { MailQueue } from "../ports/MailQueue.js"
import { StorageUnavailable } from "../ports/PortError.js"
import { StorageHealth, type WriteState } from "../ports/StorageHealth.js"
import { recordStorageSuccess, recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis } from "../values/Timestamp.js"

/** How long all storage checks together may take. */
export const READY_WITHIN = Duration.seconds(2)

/**
 * A mail that is queued for longer is late: sending has failed several times, or no instance sends. The time for which a
 * sending limit puts it off does not count.
 */
export const LATE_AFTER = Duration.minutes(10)

/** Whether requests can be served, with the result of each check. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: {
    /** Whether storage answers in time. */
    readonly storage: "ok" | "failing"
    /** Whether the database has the migrations that this version needs; it works on those of a newer one too. */
    readonly migrations: "ok" | "newer" | "missing" | "unknown"
    /** What a write would meet. */
    readonly writes: WriteState | "unknown"
    /**
     * Whether mails are sent. It does not count for `ready`: requests are served without it, and no other instance
     * could send.
     */
    readonly mail: "ok" | "late" | "unknown"
  }
}

const MIGRATIONS = { current: "ok", newer: "newer", older: "missing" } as const

const FAILING: Readiness = {
  ready: false,
  checks: { storage: "failing", migrations: "unknown", writes: "unknown", mail: "unknown" }
}

/**
 * Checks whether requests can be served, within `READY_WITHIN`. Does not fail; the cause of a storage failure is
 * logged.
 */
export const checkReadiness = Effect.fn("checkReadiness")(function* () {
  const health = yield* StorageHealth
  const queue = yield* MailQueue
  const now = yield* Clock.currentTimeMillis
  const lateBefore = fromMillis(now - Duration.toMillis(LATE_AFTER))
  // The next attempt of every job that is not put off is due before this.
  const dueBefore = fromMillis(now + Duration.toMillis(LONGEST_RETRY) + 1)
  const checks: Effect.Effect<Readiness> = Effect.gen(function* () {
    yield* health.check
    const migrations = MIGRATIONS[yield* health.schema]
    const writes = yield* health.writes
    const mail = (yield* queue.hasOlder(lateBefore, dueBefore)) ? "late" : "ok"
    const ready = migrations !== "missing" && writes === "ok"
    return { ready, checks: { storage: "ok", migrations, writes, mail } } satisfies Readiness
  }).pipe(
    Effect.tap(recordStorageSuccess),
    Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), FAILING)),
    Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", Cause.die(defect)), FAILING))
  )
  // Disconnected, so that the timeout does not wait for uninterruptible work.
  const result = yield* Effect.timeoutOption(Effect.disconnect(checks), READY_WITHIN)
  if (Option.isSome(result)) return result.value
  const late = new Error(`storage did not answer within ${Duration.toSeconds(READY_WITHIN)} s`)
  yield* recordStorageFailure(new StorageUnavailable({ operation: "checkReadiness", cause: late }))
  return FAILING
})
