import { Schema } from "effect"
import { InvalidInput } from "../values/InvalidInput.js"

/** The change cannot be undone as things are now: each issue names a field and why, and for a batch the task. */
export class UndoConflict extends Schema.TaggedError<UndoConflict>()("UndoConflict", {
  issues: Schema.Array(
    Schema.Struct({ ...InvalidInput.fields.issues.value.fields, taskId: Schema.optional(Schema.String) })
  )
}) {}
