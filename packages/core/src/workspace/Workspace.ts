import { Schema } from "effect"
import type { UserId } from "../account/User.js"
import type { Timestamp } from "../values/Timestamp.js"

/** Opaque text: one that no workspace has, whatever its form, is `NotFound`. */
export const WorkspaceId = Schema.String.pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

/** A place for boards, owned by one user. */
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

/** Of a workspace that is made without an icon. */
export const DEFAULT_ICON = "📋"
/** Of a workspace that is made without a color: indigo. */
export const DEFAULT_WORKSPACE_COLOR = "#6366F1"
