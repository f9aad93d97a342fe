import { Context, type Effect, type Option } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { BoardId, GroupId, UserId } from "../values/ids.js"
import type {
  Comment,
  PlacedTask,
  Subtask,
  SubtaskId,
  Task,
  TaskDetails,
  TaskId,
  TaskSummary,
  TimeEntry
} from "./Task.js"

/** Which tasks of a board are wanted; every given filter has to match. */
export interface TaskFilter {
  readonly boardId: BoardId
  readonly groupId?: GroupId | undefined
  readonly status?: string | undefined
  /** A user id among the assignees. */
  readonly assignee?: string | undefined
}

/** A task, and how a user stands to its board: as `AccessRepository.task` answers. */
export interface FoundTask<A extends Task> {
  readonly access: BoardAccess
  readonly task: A
}

/** Keeps tasks with their comments, subtasks and time entries. */
export class TaskRepository extends Context.Tag("@boardwright/core/TaskRepository")<
  TaskRepository,
  {
    /** Stores the tasks, all or none. A task of a group of another board is a defect, never stored. */
    readonly insert: (tasks: ReadonlyArray<PlacedTask>) => Effect.Effect<void, StorageUnavailable>
    /** With what is under it, as `shownChildren` cuts it. */
    readonly find: (
      id: TaskId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<FoundTask<TaskDetails>>, StorageUnavailable>
    /** The task alone; no other transaction changes or removes it until this one ends. */
    readonly lock: (
      id: TaskId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<FoundTask<PlacedTask>>, StorageUnavailable>
    /**
     * As `AccessRepository.task` answers; no other transaction holds, locks, changes or removes the task until this one
     * ends. Whoever adds to a task's comments, subtasks or time entries holds it first, so that they can be counted.
     */
    readonly hold: (id: TaskId, userId: UserId | null) => Effect.Effect<Option.Option<BoardAccess>, StorageUnavailable>
    /** In order of rank (ties by id), which is the same on every page. */
    readonly list: (filter: TaskFilter, slice: Slice) => Effect.Effect<Page<TaskSummary>, StorageUnavailable>
    /**
     * Writes every field of the task but its id and board. Given what `lock` gave in the same transaction, assignees
     * that are the same need not be written again.
     */
    readonly replace: (task: PlacedTask, before?: PlacedTask) => Effect.Effect<void, StorageUnavailable>
    /** Removes the task and everything under it. False when there is none. */
    readonly remove: (id: TaskId) => Effect.Effect<boolean, StorageUnavailable>

    /**
     * The comments of a task in order of creation (ties by id). A page ends with the entry whose text takes it to
     * `MAX_PAGE_BYTES`.
     */
    readonly listComments: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<Comment>, StorageUnavailable>
    /** As `listComments`. */
    readonly listSubtasks: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<Subtask>, StorageUnavailable>
    /** As `listComments`. */
    readonly listTimeEntries: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<TimeEntry>, StorageUnavailable>
    /** Stores the comment, unless its task has `MAX_COMMENTS`: false then. */
    readonly insertComment: (comment: Comment) => Effect.Effect<boolean, StorageUnavailable>
    /** Stores the subtask, unless its task has `MAX_SUBTASKS`: false then. */
    readonly insertSubtask: (subtask: Subtask) => Effect.Effect<boolean, StorageUnavailable>
    /** A subtask under its task, which no other transaction changes until this one ends. */
    readonly lockSubtask: (taskId: TaskId, id: SubtaskId) => Effect.Effect<Option.Option<Subtask>, StorageUnavailable>
    /** Writes the subtask's name and completed. */
    readonly replaceSubtask: (subtask: Subtask) => Effect.Effect<void, StorageUnavailable>
    /** Stores the time entry, unless its task has `MAX_TIME_ENTRIES`: false then. */
    readonly insertTimeEntry: (entry: TimeEntry) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
