import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, TaskId, UserId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

/** The kinds of mails about tasks. */
export type NotificationKind = "assigned" | "mentioned" | "due"

/** What a user is to be told by mail. */
export interface Notification {
  readonly id: string
  readonly userId: UserId
  readonly kind: NotificationKind
  readonly boardId: BoardId
  /** Null for the tasks of a new board together. */
  readonly taskId: TaskId | null
  /** How many tasks it is about. */
  readonly tasks: number
  /** Who did it; null for the operator and for what nobody did. */
  readonly actorId: UserId | null
  readonly createdAt: Timestamp
}

/** A notification with the names and the place that the task has now. */
export interface FoundNotification extends Notification {
  /** Null if the task is deleted or no longer assigned to the user. */
  readonly taskName: string | null
  /** Null if the board is deleted. */
  readonly boardName: string | null
}

/** An assignment of a task that is due and not done. */
export type DueTask = Pick<Notification, "userId" | "boardId"> & { readonly taskId: TaskId }

/** Stores what the next mail to each user is about. */
export class NotificationRepository extends Context.Tag("@boardwright/core/NotificationRepository")<
  NotificationRepository,
  {
    /** Part of the transaction it is called in. */
    readonly insert: (notifications: ReadonlyArray<Notification>) => Effect.Effect<void, StorageUnavailable>
    /** Up to `limit` notifications of the user, oldest first. */
    readonly list: (
      userId: UserId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<FoundNotification>, StorageUnavailable>
    readonly remove: (ids: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
    /** How many tasks of the board are assigned to each user. */
    readonly countAssigned: (
      boardId: BoardId
    ) => Effect.Effect<ReadonlyArray<{ readonly userId: UserId; readonly tasks: number }>, StorageUnavailable>
    /** The time zones that accounts have, each once, and null for those without one. */
    readonly timezones: Effect.Effect<ReadonlyArray<string | null>, StorageUnavailable>
    /**
     * Assignments of tasks that are not done and due from `from` until before `until` to verified, enabled accounts of the
     * time zone (null: those without one) that were not reminded on `day` or later, by user, at most `limit`.
     */
    readonly findDue: (
      timezone: string | null,
      day: string,
      from: Timestamp,
      until: Timestamp,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DueTask>, StorageUnavailable>
    /** Marks the account as reminded on the day, as 2027-03-01. True for one of any number of concurrent calls. */
    readonly markReminded: (userId: UserId, day: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
