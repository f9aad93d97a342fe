import { Clock, Duration, Effect, Option } from "effect"
import type { Metrics } from "../metric/index.js"
import { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageFailure, recordStorageSuccess } from "../ports/StorageOutage.js"
import { type Timestamp, toMillis } from "../values/Timestamp.js"
import { type AllBacklogs, type Backlog, Backlogs } from "./Backlogs.js"
import type { DatabaseState } from "./DatabaseState.js"
import { findLastBackup } from "./lastBackup.js"

/** For how long the queues are not looked at again, however often the metrics are read. */
export const LOOK_EVERY = Duration.seconds(5)

/** How long the database may take; then the metrics come without it. */
export const LOOK_WITHIN = Duration.seconds(2)

/** What is read from the database. */
interface Found extends AllBacklogs {
  readonly backupAt: Timestamp | null
}

const setFound = (metrics: Metrics, found: Found | null, now: number): void => {
  const ageOf = ({ earliest }: Backlog): number =>
    earliest === null ? 0 : Math.max(0, (now - toMillis(earliest)) / 1000)
  metrics.databaseUp.set(found === null ? 0 : 1)
  metrics.mailQueue.set(found && found.mails.count)
  metrics.mailAge.set(found && ageOf(found.mails))
  metrics.webhookQueue.set(found && found.deliveries.count)
  metrics.webhookAge.set(found && ageOf(found.deliveries))
  metrics.unplaced.set(found && found.changes.count)
  metrics.unplacedAge.set(found && ageOf(found.changes))
  metrics.lastBackup.set(found === null || found.backupAt === null ? null : toMillis(found.backupAt) / 1000)
  metrics.changes.set(found && found.position)
}

/** The queues, or null if the database does not answer in time; the cause is logged. */
const look = Effect.gen(function* () {
  const { read } = yield* Backlogs
  const both = Effect.zipWith(read, findLastBackup, (backlogs, backup): Found => {
    return { ...backlogs, backupAt: Option.getOrNull(Option.map(backup, ({ at }) => at)) }
  })
  const late = () => {
    const cause = new Error(`the database did not answer within ${Duration.toSeconds(LOOK_WITHIN)} s`)
    return new StorageUnavailable({ operation: "Backlogs.read", cause })
  }
  // Disconnected, so that the timeout does not wait for uninterruptible work.
  return yield* Effect.disconnect(both).pipe(
    Effect.timeoutFail({ duration: LOOK_WITHIN, onTimeout: late }),
    Effect.tap(recordStorageSuccess),
    Effect.asSome,
    Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), Option.none())),
    Effect.catchAllDefect((defect) => Effect.as(Effect.logError("unexpected failure", defect), Option.none())),
    Effect.map(Option.getOrNull)
  )
})

/**
 * Builds the effect that writes the metrics in Prometheus's text format. It looks at the queues at most every
 * `LOOK_EVERY`, for at most `LOOK_WITHIN`; without the database it writes everything else.
 */
export const makeMetricsText = (
  metrics: Metrics
): Effect.Effect<Effect.Effect<string>, never, Backlogs | DatabaseState> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Backlogs | DatabaseState>()
    const looking = Effect.zipWith(look, Clock.currentTimeMillis, (found, now) => setFound(metrics, found, now))
    const cached = yield* Effect.cachedWithTTL(Effect.provide(looking, services), LOOK_EVERY)
    return Effect.map(cached, () => metrics.text)
  })
