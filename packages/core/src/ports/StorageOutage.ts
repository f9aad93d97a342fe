import { Clock, Context, Duration, Effect, Layer } from "effect"
import { withService } from "../values/withService.js"
import type { StorageUnavailable } from "./PortError.js"

/** How long storage must be free of failures until an outage is over, so that an intermittent one counts once. */
export const OUTAGE_SETTLES = Duration.seconds(5)

/** An outage that is over: from its first failure to the first success after its last one. */
export interface EndedOutage {
  readonly durationMillis: number
  readonly failures: number
}

interface Current {
  readonly since: number
  failures: number
  lastFailedAt: number
  /** The first success after the last failure. */
  recoveredAt: number | null
}

/** Detects the begin and end of storage outages from failures and successes in any order. Times are in milliseconds. */
export class OutageState {
  #current: Current | null = null

  get isOut(): boolean {
    return this.#current !== null
  }

  /** Counts a failure. Returns whether an outage begins with it, and an earlier one that had ended unreported. */
  recordFailure(at: number): { readonly begins: boolean; readonly ended: EndedOutage | null } {
    const ended = this.#end(at)
    if (this.#current === null) {
      this.#current = { since: at, failures: 1, lastFailedAt: at, recoveredAt: null }
      return { begins: true, ended }
    }
    this.#current.failures += 1
    this.#current.lastFailedAt = at
    this.#current.recoveredAt = null
    return { begins: false, ended }
  }

  /** Returns the outage that ends with this success. */
  recordSuccess(at: number): EndedOutage | null {
    if (this.#current === null) return null
    this.#current.recoveredAt ??= at
    return this.#end(at)
  }

  #end(at: number): EndedOutage | null {
    const current = this.#current
    if (current === null || current.recoveredAt === null) return null
    if (at - current.lastFailedAt < Duration.toMillis(OUTAGE_SETTLES)) return null
    this.#current = null
    return { durationMillis: current.recoveredAt - current.since, failures: current.failures }
  }
}

/** The outage state of a database; one per process unless `newOutage` is provided. */
export class CurrentOutage extends Context.Reference<CurrentOutage>()("@boardwright/core/CurrentOutage", {
  defaultValue: () => new OutageState()
}) {}

/** A separate state for one database. */
export const newOutage: Layer.Layer<CurrentOutage> = Layer.sync(CurrentOutage, () => new OutageState())

const logEnd = ({ durationMillis, failures }: EndedOutage): Effect.Effect<void> => {
  const durationSeconds = Math.round(durationMillis / 100) / 10
  return Effect.logWarning(`storage is available again after ${durationSeconds} s`).pipe(
    Effect.annotateLogs({ durationSeconds, failures })
  )
}

/** Logs the failure that begins an outage, with its operation and cause; counts the failures that follow. */
export const recordStorageFailure = ({ cause, operation }: StorageUnavailable): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { begins, ended } = (yield* CurrentOutage).recordFailure(yield* Clock.currentTimeMillis)
    if (ended !== null) yield* logEnd(ended)
    if (!begins) return
    yield* Effect.logWarning("storage is unavailable", cause).pipe(Effect.annotateLogs({ operation }))
  })

/** Logs the end of an outage, with its duration and number of failures. */
export const recordStorageSuccess: Effect.Effect<void> = withService(CurrentOutage, (outage) =>
  outage.isOut
    ? Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const ended = outage.recordSuccess(at)
        return ended === null ? Effect.void : logEnd(ended)
      })
    : Effect.void
)
