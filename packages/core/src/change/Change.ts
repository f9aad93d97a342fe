import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { Timestamp } from "../values/Timestamp.js"

/**
 * Who may read the changes of a type, beside their recipient: those who may read the workspace or the board now, the
 * managers of the board or of the workspace, or nobody else.
 */
export const CHANGE_READERS = {
  "workspace.created": "workspace",
  "workspace.updated": "workspace",
  "workspace.transferred": "workspace",
  "workspace.deleted": "nobody",
  "workspaceMember.added": "workspaceManagers",
  "workspaceMember.updated": "workspaceManagers",
  "workspaceMember.removed": "workspaceManagers",
  "workspaceInvitation.created": "workspaceManagers",
  "workspaceInvitation.updated": "workspaceManagers",
  "workspaceInvitation.accepted": "workspaceManagers",
  "workspaceInvitation.declined": "workspaceManagers",
  "workspaceInvitation.withdrawn": "workspaceManagers",
  "board.created": "board",
  "board.updated": "board",
  "board.deleted": "nobody",
  "board.restored": "board",
  "board.purged": "workspace",
  "group.created": "board",
  "group.updated": "board",
  "group.deleted": "board",
  "column.created": "board",
  "column.updated": "board",
  "column.deleted": "board",
  "member.added": "board",
  "member.updated": "board",
  "member.removed": "board",
  "invitation.created": "managers",
  "invitation.updated": "managers",
  "invitation.accepted": "managers",
  "invitation.declined": "managers",
  "invitation.withdrawn": "managers",
  "task.created": "board",
  "task.updated": "board",
  "task.moved": "board",
  "task.transferred": "board",
  "task.deleted": "board",
  "task.restored": "board",
  "task.purged": "board",
  "comment.created": "board",
  "comment.updated": "board",
  "comment.deleted": "board",
  "subtask.created": "board",
  "subtask.updated": "board",
  "subtask.deleted": "board",
  "timeEntry.created": "board",
  "timeEntry.updated": "board",
  "timeEntry.deleted": "board",
  "webhook.created": "managers",
  "webhook.updated": "managers",
  "webhook.secretRotated": "managers",
  "webhook.deleted": "managers"
} as const satisfies Record<string, "workspace" | "workspaceManagers" | "board" | "managers" | "nobody">

/** What happened: a noun and a verb. Readers must ignore types they do not know. */
export type ChangeType = keyof typeof CHANGE_READERS

/** Who may read a change. A webhook may be one of a workspace. */
export const readersOf = ({ boardId, type }: Pick<NewChange, "boardId" | "type">) => {
  const readers = CHANGE_READERS[type]
  return readers === "managers" && boardId === null ? "workspaceManagers" : readers
}

/** The id of the board or workspace whose readers these are. */
export const readPlaceOf = (change: Pick<NewChange, "boardId" | "type" | "workspaceId">): string =>
  readersOf(change).startsWith("workspace") ? change.workspaceId : (change.boardId ?? change.workspaceId)

/** Every type of change. */
export const CHANGE_TYPES = Object.keys(CHANGE_READERS) as ReadonlyArray<ChangeType>

/** A field's value before and after. Null before for what is new, null after for what is gone. */
export interface FieldChange {
  readonly from: Json
  readonly to: Json
}

/** By field; a custom value is the field `columnValues.<column id>`. */
export type FieldChanges = { readonly [field: string]: FieldChange }

/** A change as a use case records it. */
export interface NewChange {
  readonly type: ChangeType
  readonly workspaceId: WorkspaceId
  /** Null for a change of the workspace itself, or of who has a role in it. */
  readonly boardId: BoardId | null
  /** The task that it is about, or that it happened on. */
  readonly taskId: TaskId | null
  /** The id of what changed; of a member, the user's id. */
  readonly subjectId: string
  /** The user who may read it without access to the board: the one who lost or was offered that access. */
  readonly recipientId: UserId | null
  readonly fields: FieldChanges
}

/** Where a change came from. */
export interface ChangeOrigin {
  /** The HTTP request. */
  readonly requestId: string | null
  /** The API token that the actor used. */
  readonly tokenId: string | null
  /** The batch that it is part of. */
  readonly batchId: string | null
}

/** A change with who made it and when, as it is stored. */
export interface StoredChange extends NewChange, ChangeOrigin {
  readonly at: Timestamp
  /** Null for the operator. */
  readonly actorId: UserId | null
}

/** A change of the feed. */
export interface Change extends StoredChange {
  /** From 1, without gaps, in the order in which changes became visible. */
  readonly position: number
  /** Never reused. */
  readonly id: string
}
