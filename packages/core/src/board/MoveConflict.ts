import { Schema } from "effect"
import { InvalidInput } from "../values/InvalidInput.js"

/** Something is not where the move expects it: each issue names a field and why. */
export class MoveConflict extends Schema.TaggedError<MoveConflict>()("MoveConflict", {
  issues: InvalidInput.fields.issues
}) {}
