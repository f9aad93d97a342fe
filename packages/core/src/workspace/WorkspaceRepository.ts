import { Context, type Effect, type Option } from "effect"
import type { Role } from "../access/policy.js"
import type { TokenPlaces } from "../access/TokenPower.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"
import type { ShownWorkspace } from "./shownWorkspace.js"
import type { Workspace, WorkspaceId } from "./Workspace.js"

export interface WorkspaceMember {
  readonly userId: UserId
  readonly role: Role
}

/** Stores workspaces and their members. */
export class WorkspaceRepository extends Context.Tag("@boardwright/core/WorkspaceRepository")<
  WorkspaceRepository,
  {
    readonly insert: (workspace: Workspace) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: WorkspaceId) => Effect.Effect<Option.Option<Workspace>, StorageUnavailable>
    /** Like `find`, and no other transaction changes the workspace until this one ends. */
    readonly lock: (id: WorkspaceId) => Effect.Effect<Option.Option<Workspace>, StorageUnavailable>
    /**
     * The user's own workspaces in order of creation, then those that the user is a member of or invited to, and those with
     * such a board, in order of creation (ties by id). Each once, with the user's role. With places, only those that one of
     * these is in.
     */
    readonly list: (
      userId: UserId,
      slice: Slice,
      places?: TokenPlaces | null
    ) => Effect.Effect<Page<ShownWorkspace>, StorageUnavailable>
    /** The workspaces of all users in order of creation (ties by id). */
    readonly listAll: (slice: Slice) => Effect.Effect<Page<Workspace>, StorageUnavailable>
    /** The workspaces of all users with exactly this name, in order of creation (ties by id). */
    readonly listNamed: (name: string, slice: Slice) => Effect.Effect<Page<Workspace>, StorageUnavailable>
    /**
     * The workspaces that the user owns, or is a member of or invited to, in order of id; no other transaction changes them
     * until this one ends.
     */
    readonly lockOf: (userId: UserId) => Effect.Effect<ReadonlyArray<Workspace>, StorageUnavailable>
    /** How many workspaces the user owns. */
    readonly countOwned: (userId: UserId) => Effect.Effect<number, StorageUnavailable>
    /** Writes every field of the workspace but its id and owner. */
    readonly replace: (workspace: Workspace) => Effect.Effect<void, StorageUnavailable>
    /** Gives the workspace another owner. */
    readonly setOwner: (id: WorkspaceId, ownerId: UserId) => Effect.Effect<void, StorageUnavailable>
    /** Adds a member, or gives the one who is there the new role. Callers have locked the workspace. */
    readonly putMember: (
      id: WorkspaceId,
      member: WorkspaceMember,
      joinedAt: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /** In order of joining, ties by id. The owner is not among them. */
    readonly members: (id: WorkspaceId) => Effect.Effect<ReadonlyArray<WorkspaceMember>, StorageUnavailable>
    readonly removeMember: (id: WorkspaceId, userId: UserId) => Effect.Effect<void, StorageUnavailable>
    /**
     * Removes the workspace and everything in it, and leaves deletions to be purged: one of each of its boards, and one of the
     * workspace itself, as of a board with its id. False when there is none.
     */
    readonly remove: (id: WorkspaceId) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
