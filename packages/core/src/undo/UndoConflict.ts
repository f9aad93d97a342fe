import { Schema } from "effect"
/** The change cannot be undone as things are now: each issue names a field and why, and for a batch the task. */
export class UndoConflict extends Schema.TaggedError<UndoConflict>()("UndoConflict", {
  issues: Schema.Array(
    Schema.Struct({
      path: Schema.Array(Schema.String),
      message: Schema.String,
      taskId: Schema.optional(Schema.String)
    })
  )
}) {}
