import { Effect } from "effect"
import { now } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"
import { DEFAULT_ICON, DEFAULT_WORKSPACE_COLOR, type Workspace, WorkspaceId } from "./Workspace.js"

/** A workspace made now, with the defaults for what is not given. */
export const newWorkspace = (
  id: string,
  given: {
    readonly name: string
    readonly ownerId: UserId
    readonly icon?: string | undefined
    readonly color?: string | undefined
  }
): Effect.Effect<Workspace> =>
  Effect.map(now, (at) => ({
    id: WorkspaceId.make(id),
    name: given.name,
    icon: given.icon ?? DEFAULT_ICON,
    color: given.color ?? DEFAULT_WORKSPACE_COLOR,
    ownerId: given.ownerId,
    createdAt: at,
    updatedAt: at
  }))
