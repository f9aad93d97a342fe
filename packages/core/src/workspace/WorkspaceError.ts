import { Schema } from "effect"
import { WorkspaceId } from "./Workspace.js"

/** Several workspaces have this name: the oldest of them, for the caller to name one by its id. */
export class WorkspaceAmbiguous extends Schema.TaggedError<WorkspaceAmbiguous>()("WorkspaceAmbiguous", {
  name: Schema.String,
  ids: Schema.Array(WorkspaceId),
  /** How many there are. */
  total: Schema.Number
}) {}
