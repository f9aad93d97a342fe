import { Context, type Effect, type Option } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { TokenPlaces } from "../access/TokenPower.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, UserId, WorkspaceId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { DeletedKind, Deletion, DeletionId } from "./Deletion.js"

/** A deletion, with the user's access to its board as `AccessRepository.board` would return it outside the trash. */
export interface FoundDeletion {
  readonly deletion: Deletion
  readonly access: BoardAccess
  /** Whether the board is in the trash. */
  readonly isBoardInTrash: boolean
}

/** Selects the deletions on a board, or in a workspace. */
export type TrashPlace = { readonly boardId: BoardId } | { readonly workspaceId: WorkspaceId }

/**
 * Stores what was deleted until it is restored or purged. For every other port, what is in the trash does not exist. Only
 * what is on a board in the trash is not looked for there: its tasks keep their own deletions.
 */
export class TrashRepository extends Context.Tag("@boardwright/core/TrashRepository")<
  TrashRepository,
  {
    /**
     * Moves the subject to the trash, in one step however large it is; with `purging`, to be purged. The caller's
     * transaction holds a lock on the subject.
     */
    readonly put: (deletion: Deletion, purging: boolean) => Effect.Effect<void, StorageUnavailable>
    /** Moves each of the tasks to the trash, which the caller's transaction has locked. */
    readonly putTasks: (deletions: ReadonlyArray<Deletion>) => Effect.Effect<void, StorageUnavailable>
    /**
     * The deletions that the user may restore (null: all), newest first (ties by id), without those of tasks whose board
     * is in the trash. With places, only those on boards in them.
     */
    readonly list: (
      place: TrashPlace,
      userId: UserId | null,
      slice: Slice,
      places?: TokenPlaces | null
    ) => Effect.Effect<Page<Deletion>, StorageUnavailable>
    /** A deletion, unless it is being purged; no other transaction restores or purges it until this one ends. */
    readonly lock: (
      id: DeletionId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<FoundDeletion>, StorageUnavailable>
    /** The deletion that holds a board or a task. */
    readonly idOf: (
      kind: DeletedKind,
      subjectId: string
    ) => Effect.Effect<Option.Option<DeletionId>, StorageUnavailable>
    /** Moves the subject back, exactly as it was. */
    readonly restore: (deletion: Deletion) => Effect.Effect<void, StorageUnavailable>
    /** Marks a deletion to be purged: it can no longer be restored. */
    readonly startPurging: (id: DeletionId) => Effect.Effect<void, StorageUnavailable>
    /** The deletions that were made before the instant and are not being purged, oldest first, at most `limit`. */
    readonly listOld: (before: Timestamp, limit: number) => Effect.Effect<ReadonlyArray<Deletion>, StorageUnavailable>
    /** The deletions that are being purged, at most `limit`. */
    readonly listPurging: (limit: number) => Effect.Effect<ReadonlyArray<Deletion>, StorageUnavailable>
    /**
     * Removes at most `limit` rows of what a deletion that is being purged holds, and at last the deletion itself. Of a
     * board, also the deletions on it. Returns how many, 0 if nothing is left.
     */
    readonly removeSome: (deletion: Deletion, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>() {}
