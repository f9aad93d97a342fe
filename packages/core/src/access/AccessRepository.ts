import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { BoardStanding, WorkspaceStanding } from "./policy.js"

export interface WorkspaceAccess {
  readonly workspaceId: WorkspaceId
  readonly ownerId: UserId
  readonly standing: WorkspaceStanding
}

export interface BoardAccess {
  readonly boardId: BoardId
  readonly workspaceId: WorkspaceId
  readonly ownerId: UserId
  readonly standing: BoardStanding
}

/**
 * Loads a user's access, in one query each. None if the thing does not exist. With null for the user (the operator) the
 * standing is `none`. On a board and in a workspace, the role of a member outranks that of an invitation; only a pending
 * invitation counts. A user with roles on a board and in its workspace has the stronger one there.
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
    readonly task: (id: TaskId, userId: UserId | null) => Effect.Effect<Option.Option<BoardAccess>, StorageUnavailable>
    /** Every user with access to a board, each once: the owner of its workspace, and members and invited users of both. */
    readonly readersOfBoard: (id: BoardId) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    /** Every user with access to a workspace, each once: its owner, members and invited users, and the readers of its boards. */
    readonly readersOfWorkspace: (id: WorkspaceId) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
  }
>() {}
