import type { Effect } from "effect"

/** The platform's `AbortSignal`, typed through Effect: this package imports no platform's types. */
export type Signal = NonNullable<NonNullable<Parameters<typeof Effect.runPromiseExit>[1]>["signal"]>

/** The last argument of every call. */
export interface CallOptions {
  /** Aborting it interrupts the call and rolls its writes back; the promise rejects with the reason. */
  readonly signal?: Signal | undefined
}
