import { Schema } from "effect"
import { TimestampText } from "../apiParts.js"
import { aDeletion } from "../examples.js"

export const Deletion = Schema.Struct({
  id: Schema.String,
  at: TimestampText,
  actorId: Schema.NullOr(Schema.String).annotations({ description: "Who deleted it; null for the operator" }),
  kind: Schema.Literal("board", "task"),
  workspaceId: Schema.String,
  boardId: Schema.String,
  subjectId: Schema.String.annotations({ description: "The id of the board or the task" }),
  name: Schema.String.annotations({ description: "The name of the board or the task" })
}).annotations({ identifier: "Deletion", examples: [aDeletion] })
