import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"

/** How often something may happen to a key. */
export interface ThrottleRule {
  /** Uses in a window; at least 1. */
  readonly limit: number
  /** A window starts with a key's first use. */
  readonly windowMillis: number
  /**
   * How long a key is blocked once the limit is used up: null for the rest of the window; else `firstMillis`, after which
   * one use is allowed and each further one doubles the wait, up to `longestMillis`. The key starts from nothing when a
   * whole window has passed since the last wait ended.
   */
  readonly wait: null | { readonly firstMillis: number; readonly longestMillis: number }
}

/**
 * Limits how often something happens to a key. Of any number of concurrent uses exactly as many are allowed as of
 * consecutive ones. A key is always consumed by the same rule.
 */
export class Throttle extends Context.Tag("@boardwright/core/Throttle")<
  Throttle,
  {
    /**
     * Counts a use and answers null, or answers until when the key is blocked, in milliseconds since 1970. A refused use
     * changes nothing.
     */
    readonly consume: (key: string, rule: ThrottleRule) => Effect.Effect<number | null, StorageUnavailable>
    /** Takes one use back, and ends the wait. */
    readonly refund: (key: string) => Effect.Effect<void, StorageUnavailable>
    /** Starts the key from nothing. */
    readonly reset: (key: string) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
