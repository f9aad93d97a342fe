import type { FieldChanges, NewChange } from "../change/Change.js"
import { createdFields } from "../change/fieldChanges.js"
import type { UserId, WorkspaceId } from "../values/ids.js"
import type { Workspace } from "./Workspace.js"

/** A change of a workspace itself. */
export const workspaceChange = (
  type: "workspace.created" | "workspace.updated" | "workspace.transferred" | "workspace.deleted",
  workspaceId: WorkspaceId,
  fields: FieldChanges,
  recipientId: UserId | null = null
): NewChange => ({ type, workspaceId, boardId: null, taskId: null, subjectId: workspaceId, recipientId, fields })

export const workspaceCreated = (workspace: Workspace): NewChange =>
  workspaceChange("workspace.created", workspace.id, createdFields(workspace))
