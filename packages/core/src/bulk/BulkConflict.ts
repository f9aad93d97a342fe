import { Schema } from "effect"

/** Tasks are not as the operations of a bulk expect them: each issue names a field and, of `expect`, its current value. */
export class BulkConflict extends Schema.TaggedError<BulkConflict>()("BulkConflict", {
  issues: Schema.Array(
    Schema.Struct({
      path: Schema.Array(Schema.String),
      message: Schema.String,
      current: Schema.optional(Schema.Unknown)
    })
  )
}) {}
