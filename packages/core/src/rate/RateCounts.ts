import { Context, type Effect, Schema } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"

/** The window of a key after a request was counted. */
export interface RateCount {
  /** Requests in the window, this one included. */
  readonly count: number
  /** When the window ends, in milliseconds since 1970. */
  readonly resetsAt: number
}

/** Counts requests in fixed windows that start with the key's first request. Each request is counted exactly once. */
export class RateCounts extends Context.Tag("@boardwright/core/RateCounts")<
  RateCounts,
  {
    /**
     * Counts one request for the key, or one that costs as much as several; a negative cost takes back what was counted. A window
     * lasts `windowMillis`.
     */
    readonly hit: (key: string, windowMillis: number, cost?: number) => Effect.Effect<RateCount, StorageUnavailable>
  }
>() {}

/**
 * A limit is used up until `resetsAt`, in milliseconds since 1970, but for `remaining` requests, which are too few for this one.
 * The same call may succeed after `retryAfterSeconds`.
 */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  limit: Schema.Number,
  remaining: Schema.optionalWith(Schema.Number, { exact: true }),
  resetsAt: Schema.Number,
  retryAfterSeconds: Schema.Number
}) {}
