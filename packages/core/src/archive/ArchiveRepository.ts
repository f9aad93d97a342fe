import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { PlacedTask, TaskDetails } from "../task/Task.js"
import type { Rank } from "../values/Rank.js"
import type { BoardId, TaskId } from "../values/ids.js"

/** A task with its place and everything under it, each list in order of creation (ties by id). */
export type WholeTask = PlacedTask & Pick<TaskDetails, "comments" | "subtasks" | "timeEntries">

/** Where a task stands among the tasks of its board. */
export interface TaskCursor {
  readonly rank: Rank
  readonly id: TaskId
}

/** Reads and stores many whole tasks at once. */
export class ArchiveRepository extends Context.Tag("@boardwright/core/ArchiveRepository")<
  ArchiveRepository,
  {
    /**
     * The board's next tasks after a place (null: the first), at most `limit`, in order of rank (ties by id). Each page
     * is of one instant.
     */
    readonly tasks: (
      boardId: BoardId,
      after: TaskCursor | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<WholeTask>, StorageUnavailable>
    /**
     * Stores the tasks with everything under them, all or none. A task of a group of another board is a defect, never
     * stored.
     */
    readonly insertTasks: (tasks: ReadonlyArray<WholeTask>) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
