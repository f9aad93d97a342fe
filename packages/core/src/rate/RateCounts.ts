import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"

/** Where a key stands in its window after a request was counted. */
export interface RateCount {
  /** Requests in the window, this one included. */
  readonly count: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetsAt: number
}

/** Counts requests in fixed windows that start with a key's first request. Each request is counted exactly once. */
export class RateCounts extends Context.Tag("@boardwright/core/RateCounts")<
  RateCounts,
  {
    /** Counts one request for the key; a window lasts `windowMillis`. */
    readonly hit: (key: string, windowMillis: number) => Effect.Effect<RateCount, StorageUnavailable>
  }
>() {}
