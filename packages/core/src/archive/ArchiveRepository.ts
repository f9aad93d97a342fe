import { Context, type Effect } from "effect"
import type { BoardStanding } from "../access/policy.js"
import type { Board } from "../board/Board.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Comment, PlacedTask, TaskDetails, TimeEntry } from "../task/Task.js"
import type { BoardId, TaskId, UserId } from "../values/ids.js"

/**
 * A task with its rank, comments, subtasks and time entries; lists are in order of creation (ties by id), subtasks in their
 * order.
 */
export type WholeTask = PlacedTask & Pick<TaskDetails, "comments" | "subtasks" | "timeEntries">

/** A board that a user can read, with what the user is there. */
export interface OwnBoard extends Pick<Board, "id" | "workspaceId" | "name" | "createdAt"> {
  readonly role: BoardStanding
}

/** The user's entries with an id after `after` (`""`: from the first), at most `limit`, in order of id. */
type OwnEntries<A> = (
  userId: UserId,
  after: string,
  limit: number
) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>

/** Reads and stores many whole tasks at once. */
export class ArchiveRepository extends Context.Tag("@boardwright/core/ArchiveRepository")<
  ArchiveRepository,
  {
    /** All tasks of the board in order of rank (ties by id), as a snapshot. */
    readonly taskIds: (boardId: BoardId) => Effect.Effect<ReadonlyArray<TaskId>, StorageUnavailable>
    /** Those of the tasks that are on the board, in the order of the ids, as a snapshot. */
    readonly tasks: (
      boardId: BoardId,
      ids: ReadonlyArray<TaskId>
    ) => Effect.Effect<ReadonlyArray<WholeTask>, StorageUnavailable>
    /** As `tasks`, with subtasks only: the other lists are empty. */
    readonly tasksWithSubtasks: (
      boardId: BoardId,
      ids: ReadonlyArray<TaskId>
    ) => Effect.Effect<ReadonlyArray<WholeTask>, StorageUnavailable>
    /** The boards that the user can read now. The next three are on these. Nothing in the trash is in any. */
    readonly boardsOf: OwnEntries<OwnBoard>
    /** The comments that the user wrote. */
    readonly commentsOf: OwnEntries<Comment>
    /** The time entries that the user recorded. */
    readonly timeEntriesOf: OwnEntries<TimeEntry>
    /** The tasks that are assigned to the user, and those that the user created while their placed change is kept. */
    readonly tasksOf: OwnEntries<PlacedTask>
    /**
     * Stores the tasks with their lists, all or none; subtasks without a rank. A task in a group of another board is a defect
     * and is not stored.
     */
    readonly insertTasks: (tasks: ReadonlyArray<WholeTask>) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
