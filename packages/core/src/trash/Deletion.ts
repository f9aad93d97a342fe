import { Schema } from "effect"
import type { Timestamp } from "../values/Timestamp.js"
import type { BoardId, UserId, WorkspaceId } from "../values/ids.js"

export const DeletionId = Schema.String.pipe(Schema.brand("DeletionId"))
export type DeletionId = typeof DeletionId.Type

/** What can be in the trash. */
export type DeletedKind = "board" | "task"

/** A deletion that can be undone: the id of what it removed, and with it everything in that. */
export interface Deletion {
  readonly id: DeletionId
  readonly at: Timestamp
  /** Who deleted it; null for the operator. */
  readonly actorId: UserId | null
  readonly kind: DeletedKind
  readonly workspaceId: WorkspaceId
  /** The board that was deleted, or the board of what was. */
  readonly boardId: BoardId
  /** The id of the board or the task. */
  readonly subjectId: string
  /** The name of the board or the task. */
  readonly name: string
}
