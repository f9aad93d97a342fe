import type { Change, ChangeType, Role } from "@boardwright/client"

/** Who may undo a change of a type: those with a role, or of a comment its author. Other types cannot be undone. */
const UNDONE_BY: { readonly [Type in ChangeType]?: "admin" | "editor" | "author" } = {
  "board.updated": "admin",
  "group.created": "editor",
  "group.updated": "editor",
  "group.deleted": "editor",
  "column.created": "editor",
  "column.updated": "editor",
  "column.deleted": "editor",
  "task.created": "editor",
  "task.updated": "editor",
  "task.moved": "editor",
  "workspace.transferred": "admin",
  "task.transferred": "editor",
  "task.deleted": "editor",
  "task.restored": "editor",
  "comment.created": "author",
  "comment.updated": "author",
  "subtask.created": "editor",
  "subtask.updated": "editor",
  "subtask.deleted": "editor",
  "timeEntry.created": "editor",
  "timeEntry.updated": "editor",
  "timeEntry.deleted": "editor"
}
/** Fields of changes that changed tasks in a way that is not recorded. A bound column comes back with the values of its field. */
const BEYOND = ["tasks", "tasksInTrash", "replaceWith"]
const DAYS = 30

/** Whether undoing a change may succeed. What has changed since is found out by trying. */
export const mayUndo = (
  { actorId, at, fields, type }: Pick<Change, "actorId" | "at" | "fields" | "type">,
  me: string,
  role: Role | null
): boolean => {
  const by = UNDONE_BY[type]
  const isOfBoundColumn = type === "column.deleted" && typeof fields["field"]?.from === "string"
  const isBeyond = !isOfBoundColumn && BEYOND.some((field) => Object.hasOwn(fields, field))
  if (by === undefined || isBeyond) return false
  if (Date.now() - Date.parse(at) > DAYS * 24 * 60 * 60 * 1000) return false
  return by === "author" ? actorId === me : role === "admin" || role === by
}
