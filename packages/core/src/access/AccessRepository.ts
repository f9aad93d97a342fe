import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { BoardStanding, WorkspaceStanding } from "./policy.js"

/** A user's access to a workspace. */
export interface WorkspaceAccess {
  readonly workspaceId: WorkspaceId
  readonly ownerId: UserId
  readonly standing: WorkspaceStanding
}

/** A user's access to a board. */
export interface BoardAccess {
  readonly boardId: BoardId
  readonly workspaceId: WorkspaceId
  /** The owner of the workspace. */
  readonly ownerId: UserId
  readonly standing: BoardStanding
}

/**
 * Loads a user's access, in one query each. None if the thing does not exist. With null for the user (the operator) the
 * standing is `none`. The role of a member outranks that of an invitation; only a pending invitation counts.
 */
export class AccessRepository extends Context.Tag("@boardwright/core/AccessRepository")<
  AccessRepository,
  {
    readonly workspace: (
      id: WorkspaceId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<WorkspaceAccess>, StorageUnavailable>
    readonly board: (
      id: BoardId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<BoardAccess>, StorageUnavailable>
    /** The board of a task. */
    readonly task: (id: TaskId, userId: UserId | null) => Effect.Effect<Option.Option<BoardAccess>, StorageUnavailable>
  }
>() {}
