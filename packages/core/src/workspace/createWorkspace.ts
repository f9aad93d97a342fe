import { Effect, Schema } from "effect"
import { requireEverywhere, requireUser } from "../access/Actor.js"
import { lockSession } from "../account/lockSession.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { Color } from "../values/Color.js"
import { Icon } from "../values/Icon.js"
import type { UserId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { shownTo } from "./shownWorkspace.js"
import { workspaceCreated } from "./workspaceChange.js"
import { DEFAULT_ICON, DEFAULT_WORKSPACE_COLOR, type Workspace, WorkspaceId } from "./Workspace.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** A new workspace, with the defaults for absent fields. */
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

/**
 * Name of 1 to 255 characters, icon of one emoji (default: `DEFAULT_ICON`), color as `#RRGGBB` (default:
 * `DEFAULT_WORKSPACE_COLOR`).
 */
export const CreateWorkspace = Schema.Struct({ name: Name, icon: optional(Icon), color: optional(Color) })
export type CreateWorkspace = typeof CreateWorkspace.Encoded

const decode = decodeInput(CreateWorkspace)

/**
 * Creates a workspace that the acting user owns. Fails with `InvalidInput`, `Forbidden` for the operator and for an API token with
 * places, or `Unauthenticated` if the account was deleted or the session ended meanwhile.
 */
export const createWorkspace = Effect.fnUntraced(function* (input: CreateWorkspace) {
  const workspaces = yield* WorkspaceRepository
  const ids = yield* Ids
  const wanted = yield* decode(input)
  yield* requireEverywhere("create workspaces")
  const workspace = yield* newWorkspace(yield* ids.next, { ...wanted, ownerId: yield* requireUser })
  const shown = shownTo(workspace, { standing: "owner" })
  const insert = Effect.zipRight(lockSession, workspaces.insert(workspace))
  return yield* recording(Effect.as(insert, recorded(shown, workspaceCreated(workspace))))
})
