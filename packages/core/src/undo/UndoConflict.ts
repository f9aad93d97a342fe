import { Schema } from "effect"
import { InvalidInput } from "../values/InvalidInput.js"

/** The change cannot be undone as things are now: each issue names a field and why. */
export class UndoConflict extends Schema.TaggedError<UndoConflict>()("UndoConflict", {
  issues: InvalidInput.fields.issues
}) {}
