import type { Effect } from "effect"

/** The platform's `AbortSignal`, typed through Effect: this package imports no platform's types. */
export type Signal = NonNullable<NonNullable<Parameters<typeof Effect.runPromiseExit>[1]>["signal"]>

/** The last argument of every call. */
export interface CallOptions {
  /** Aborting it interrupts the call and rolls its writes back; the promise rejects with the reason. */
  readonly signal?: Signal | undefined
}

/** The last argument of calls that make something. */
export interface MakingOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters that the caller chooses for one call. A call that is repeated with its key within 24 hours
   * returns the result of the first, and makes nothing.
   */
  readonly idempotencyKey?: string | undefined
}
