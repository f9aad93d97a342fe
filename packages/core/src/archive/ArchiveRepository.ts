import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { PlacedTask, TaskDetails } from "../task/Task.js"
import type { Rank } from "../values/Rank.js"
import type { BoardId, TaskId } from "../values/ids.js"

/**
 * A task with its rank, comments, subtasks and time entries; lists are in order of creation (ties by id), subtasks in their
 * order.
 */
export type WholeTask = PlacedTask & Pick<TaskDetails, "comments" | "subtasks" | "timeEntries">

/** The position of a task among the tasks of its board. */
export interface TaskCursor {
  readonly rank: Rank
  readonly id: TaskId
}

/** Reads and stores many whole tasks at once. */
export class ArchiveRepository extends Context.Tag("@boardwright/core/ArchiveRepository")<
  ArchiveRepository,
  {
    /**
     * The board's next tasks after a position (null: from the first), at most `limit`, in order of rank (ties by id).
     * Each page is a snapshot.
     */
    readonly tasks: (
      boardId: BoardId,
      after: TaskCursor | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WholeTask>, StorageUnavailable>
    /** As `tasks`, with subtasks only: the other lists are empty. */
    readonly tasksWithSubtasks: (
      boardId: BoardId,
      after: TaskCursor | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WholeTask>, StorageUnavailable>
    /**
     * Stores the tasks with their lists, all or none; subtasks without a rank. A task in a group of another board is a defect
     * and is not stored.
     */
    readonly insertTasks: (tasks: ReadonlyArray<WholeTask>) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
