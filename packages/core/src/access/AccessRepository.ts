import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { BoardStanding, WorkspaceStanding } from "./policy.js"

/** A workspace and how a user stands to it. */
export interface WorkspaceAccess {
  readonly workspaceId: WorkspaceId
  readonly ownerId: UserId
  readonly standing: WorkspaceStanding
}

/** A board, its workspace, and how a user stands to it. */
export interface BoardAccess {
  readonly boardId: BoardId
  readonly workspaceId: WorkspaceId
  /** The owner of the workspace. */
  readonly ownerId: UserId
  readonly standing: BoardStanding
}

/**
 * Answers who stands where, in one look-up each. None when the thing does not exist. With null for the user (the
 * operator) the standing is `none`. A member's role counts before an invitation's; only a pending invitation counts.
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
