import type { UserId, WorkspaceId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export { WorkspaceId } from "../values/ids.js"

/** A container of boards, owned by one user. */
export interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  /** One emoji. */
  readonly icon: string
  /** `#RRGGBB`. */
  readonly color: string
  readonly ownerId: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

export const DEFAULT_ICON = "📋"
/** Indigo. Of a workspace that is created without a color. */
export const DEFAULT_WORKSPACE_COLOR = "#6366F1"
