import { Schema } from "effect"
import { InvalidInput } from "../values/InvalidInput.js"

/** The account owns workspaces that have other members: each issue names one. */
export class WorkspacesShared extends Schema.TaggedError<WorkspacesShared>()("WorkspacesShared", {
  issues: InvalidInput.fields.issues
}) {}
