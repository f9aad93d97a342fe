import type { FieldChanges, NewChange } from "../change/Change.js"
import { TaskId } from "../values/ids.js"
import type { Deletion } from "./Deletion.js"

/** The change of what a deletion holds: that it is there again, or gone for good. */
export const deletionChange = (
  verb: "restored" | "purged",
  { boardId, kind, subjectId, workspaceId }: Deletion,
  fields: FieldChanges = {}
): NewChange => ({
  type: `${kind}.${verb}`,
  workspaceId,
  boardId,
  taskId: kind === "task" ? TaskId.make(subjectId) : null,
  subjectId,
  recipientId: null,
  fields
})
