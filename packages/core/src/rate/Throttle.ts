import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"

export interface ThrottleRule {
  /** Uses in a window; at least 1. */
  readonly limit: number
  /** A window starts with a key's first use. */
  readonly windowMillis: number
  /**
   * How long a key is blocked once the limit is used up. Null: for the rest of the window. Else for `firstMillis`; then
   * one use is allowed, and each further use doubles the wait, up to `longestMillis`. The count restarts when a whole
   * window has passed since the last wait ended.
   */
  readonly wait: null | { readonly firstMillis: number; readonly longestMillis: number }
}

/**
 * Limits the uses of a key. Concurrent uses are limited exactly as consecutive ones. A key is always consumed by the
 * same rule.
 */
export class Throttle extends Context.Tag("@boardwright/core/Throttle")<
  Throttle,
  {
    /**
     * Counts a use and returns null; or, if the key is blocked, counts nothing and returns the end of the block in
     * milliseconds since 1970.
     */
    readonly consume: (key: string, rule: ThrottleRule) => Effect.Effect<number | null, StorageUnavailable>
    /** Uncounts one use, and ends the wait. */
    readonly refund: (key: string) => Effect.Effect<void, StorageUnavailable>
    /** Removes the count and the wait. */
    readonly reset: (key: string) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
