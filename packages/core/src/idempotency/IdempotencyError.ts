import { Schema } from "effect"

/** The key was used for another call: nothing was done. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** The first call with the key did not end in time: nothing was done. May be tried again. */
export class IdempotencyKeyInUse extends Schema.TaggedError<IdempotencyKeyInUse>()("IdempotencyKeyInUse", {
  retryAfterSeconds: Schema.Number
}) {}

/**
 * The first call with the key succeeded and made what has this id, but its result is not stored: it has a secret, or is too
 * long. Nothing was done.
 */
export class IdempotentResultNotStored extends Schema.TaggedError<IdempotentResultNotStored>()(
  "IdempotentResultNotStored",
  { id: Schema.String }
) {}

export type IdempotencyError = IdempotencyKeyReused | IdempotencyKeyInUse | IdempotentResultNotStored
