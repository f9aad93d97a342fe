import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, CalendarLinkId, TaskId, UserId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"

export { CalendarLinkId } from "../values/ids.js"

/** A link to a board's calendar as it is stored: by the hash of its key. */
export interface CalendarLink {
  readonly id: CalendarLinkId
  readonly boardId: BoardId
  /** Its maker, whose rights decide whether it works. */
  readonly userId: UserId
  /** The SHA-256 of its key, in hex. */
  readonly hash: string
  readonly createdAt: Timestamp
}

/** What a calendar shows of a task. */
export interface CalendarTask {
  readonly id: TaskId
  readonly rank: Rank
  readonly name: string
  readonly description: string
  readonly status: string
  readonly dueDate: Timestamp | null
  readonly updatedAt: Timestamp
}

/**
 * Stores the links to calendars of boards, and reads what calendars show. Removing a board for good removes its links; in the trash
 * it keeps them.
 */
export class CalendarRepository extends Context.Tag("@boardwright/core/CalendarRepository")<
  CalendarRepository,
  {
    readonly insert: (link: CalendarLink) => Effect.Effect<void, StorageUnavailable>
    /** The link with this hash, unless its maker's account is disabled: all that is read for a wrong key. */
    readonly findByHash: (hash: string) => Effect.Effect<Option.Option<CalendarLink>, StorageUnavailable>
    /** The link of another board is none. */
    readonly find: (
      boardId: BoardId,
      id: CalendarLinkId
    ) => Effect.Effect<Option.Option<CalendarLink>, StorageUnavailable>
    /** The board's links, of one maker or with null of all, in order of creation (ties by id). */
    readonly list: (
      boardId: BoardId,
      userId: UserId | null,
      slice: Slice
    ) => Effect.Effect<Page<CalendarLink>, StorageUnavailable>
    /** The links that the user made, also to boards in the trash, in order of creation (ties by id). */
    readonly listOf: (userId: UserId, slice: Slice) => Effect.Effect<Page<CalendarLink>, StorageUnavailable>
    /** False if there is none with this id. */
    readonly remove: (id: CalendarLinkId) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes every link that the user made. */
    readonly removeOf: (userId: UserId) => Effect.Effect<void, StorageUnavailable>
    /**
     * The board's next tasks after one (null: from the first), at most `limit`, in order of rank (ties by id), without those in the
     * trash. Those without a due date are among them, so that a page costs the same wherever they are.
     */
    readonly tasks: (
      boardId: BoardId,
      after: Pick<CalendarTask, "rank" | "id"> | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CalendarTask>, StorageUnavailable>
  }
>() {}
