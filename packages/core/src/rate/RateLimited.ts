import { Schema } from "effect"

/** A limit is used up until `resetsAt`, in milliseconds since 1970; the same call may succeed after `retryAfterSeconds`. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  limit: Schema.Number,
  resetsAt: Schema.Number,
  retryAfterSeconds: Schema.Number
}) {}
