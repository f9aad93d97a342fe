import { Context, type Effect } from "effect"
import type { BoardStanding, WorkspaceStanding } from "../access/policy.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Change, ChangeType, StoredChange } from "./Change.js"

/** The extent of the feed. */
export interface FeedHead {
  /** Identifies one life of the database: a restored copy begins another. */
  readonly epoch: string
  /** The position of the last placed change; 0 before the first. */
  readonly position: number
  /** The position before the first change that is kept: cursors from here on can be continued. */
  readonly start: number
}

/** The extent of the feed, and how far it has come for a board, or for a task and the board that it is on. */
export interface FeedHeadOf extends FeedHead {
  /** The position of the last change of it that is kept; 0 if none is. */
  readonly last: number
  /** Whether committed changes wait for a position. */
  readonly more: boolean
}

/** Selects changes of the feed; every given filter must match. */
export interface ChangeFilter {
  readonly workspaceId?: WorkspaceId | undefined
  readonly boardId?: BoardId | undefined
  readonly taskId?: TaskId | undefined
  readonly types?: ReadonlyArray<ChangeType> | undefined
}

/** Selects the changes of a board or of a task; every given filter must match. */
export interface ActivityFilter extends Pick<ChangeFilter, "boardId" | "taskId"> {
  readonly actorId?: UserId | undefined
  readonly type?: ChangeType | undefined
}

/** A part of the feed. */
export interface ChangePage {
  readonly changes: ReadonlyArray<Change>
  /** Where the next page continues. Beyond the last of `changes` if what follows it did not match. */
  readonly position: number
}

/** Selects the changes of a board, of a task, or of a workspace without those of its boards. */
export type ClearedChanges =
  | { readonly boardId: BoardId }
  | { readonly taskId: TaskId }
  | { readonly workspaceId: WorkspaceId }

/** A change with its id, which may have no position yet, and with the ranks in its fields. */
export type FoundChange = Omit<Change, "position">

/**
 * The users who have access to boards and workspaces, each with the standing; without those who have none. And which of the tasks are
 * in the trash, or are to be purged from it.
 */
export interface ChangeReaders {
  readonly boards: ReadonlyArray<{
    readonly boardId: BoardId
    readonly userId: UserId
    readonly standing: BoardStanding
  }>
  readonly workspaces: ReadonlyArray<{
    readonly workspaceId: WorkspaceId
    readonly userId: UserId
    readonly standing: WorkspaceStanding
  }>
  readonly trashed: ReadonlyArray<{ readonly taskId: TaskId; readonly purging: boolean }>
}

/** Most placed changes that one page of neither a board nor a task examines, so that no reader holds up others. */
export const MAX_EXAMINED = 10_000

/** Most bytes of `fields` in a page, which ends with the change that reaches them. */
export const MAX_FIELDS_BYTES = 1024 * 1024

/** Most changes that a batch may have to be found whole. */
export const MAX_FOUND = 1000

/** Most changes that are placed at once. */
export const MAX_PLACED = 1000

/**
 * Stores the feed of changes. A change is written in the transaction that makes it and gets its position, its place in
 * the feed, after the commit: positions are gap-free, every committed change has one, and they follow the order in
 * which changes became visible. Lists leave the ranks in `fields` out.
 */
export class ChangeRepository extends Context.Tag("@boardwright/core/ChangeRepository")<
  ChangeRepository,
  {
    /** Stores the changes, in order, as part of the caller's transaction. */
    readonly append: (changes: ReadonlyArray<StoredChange>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Places up to `MAX_PLACED` committed changes that have no position yet and returns the head after that; `more` if
     * others are left. In a transaction it places none, since everybody would wait for the transaction's end, and `more` is
     * false.
     */
    readonly place: Effect.Effect<FeedHead & { readonly more: boolean }, StorageUnavailable>
    /** The head as it is, without placing. */
    readonly head: Effect.Effect<FeedHead, StorageUnavailable>
    /** The head as it is, for a board or a task. */
    readonly headOf: (
      of: { readonly boardId: BoardId } | { readonly taskId: TaskId }
    ) => Effect.Effect<FeedHeadOf, StorageUnavailable>
    /**
     * The changes after a position, in order, at most `limit`, which the user may read now (null: all): by
     * `CHANGE_READERS`, or as their recipient. Those of a task in the trash have no `fields` for users who may not restore it.
     * Examines at most `MAX_EXAMINED` positions and ends with the change that takes it to `MAX_FIELDS_BYTES`.
     */
    readonly list: (
      after: number,
      filter: ChangeFilter,
      userId: UserId | null,
      limit: number
    ) => Effect.Effect<ChangePage, StorageUnavailable>
    /**
     * The change with this id, or those of the batch with this id in their order, also before they are placed; of a batch
     * with more than `MAX_FOUND` one more than that. None unless the user (null: everybody) may read all of these now.
     */
    readonly find: (id: string, userId: UserId | null) => Effect.Effect<ReadonlyArray<FoundChange>, StorageUnavailable>
    /** Empties `fields` of every change of the part of the task with this id, as part of the caller's transaction. */
    readonly eraseFields: (taskId: TaskId, subjectId: string) => Effect.Effect<void, StorageUnavailable>
    /** Who may read the changes of these boards, tasks and workspaces, beside their recipients. */
    readonly readersOf: (of: {
      readonly boardIds: ReadonlyArray<BoardId>
      readonly taskIds: ReadonlyArray<TaskId>
      readonly workspaceIds: ReadonlyArray<WorkspaceId>
    }) => Effect.Effect<ChangeReaders, StorageUnavailable>
    /**
     * The changes of a board or of a task that the user may read now (null: all), newest first, in pages; only those that
     * are placed. A page ends as those of `list` do, and has no `fields` where they have none.
     */
    readonly listNewest: (
      filter: ActivityFilter,
      userId: UserId | null,
      slice: Slice
    ) => Effect.Effect<Page<Change>, StorageUnavailable>
    /**
     * Removes the oldest changes, at most `limit`, up to the first that was made at or after the instant, has no
     * position yet, or one after `through`. Returns how many.
     */
    readonly removeBefore: (at: Timestamp, limit: number, through?: number) => Effect.Effect<number, StorageUnavailable>
    /**
     * Empties `fields` of the next `limit` placed changes of a board, of a task, or of a workspace itself, of those after a
     * position. Returns the position of the last one, or null if there is none.
     */
    readonly clearFields: (
      of: ClearedChanges,
      after: number,
      limit: number
    ) => Effect.Effect<number | null, StorageUnavailable>
    /** Begins a new epoch: every cursor that was given out expires. */
    readonly renewEpoch: Effect.Effect<void, StorageUnavailable>
  }
>() {}
