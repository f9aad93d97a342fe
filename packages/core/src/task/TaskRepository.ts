import { Context, type Effect, type Option } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { TokenPlaces } from "../access/TokenPower.js"
import type { Binding } from "../board/Board.js"
import type { RankedPart } from "../board/BoardRepository.js"
import type { RankedEntry } from "../board/placePart.js"
import type { TypedColumn } from "../board/readCell.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { BoardId, GroupId, UserId, WorkspaceId } from "../values/ids.js"
import type { Rank } from "../values/Rank.js"
import type {
  AssignedTask,
  Comment,
  ListedTask,
  PlacedTask,
  Subtask,
  SubtaskId,
  Task,
  TaskDetails,
  TaskId,
  TaskSummary,
  TimeEntry
} from "./Task.js"
import type { AssignedQuery, TaskQuery } from "./TaskQuery.js"

/** Selects tasks of a board; every given filter must match. */
export interface TaskFilter {
  readonly boardId: BoardId
  readonly groupId?: GroupId | undefined
  readonly status?: string | undefined
  /** A user id among the assignees. */
  readonly assignee?: string | undefined
  readonly query?: TaskQuery | undefined
}

/** Selects the tasks that are assigned to a user, on boards that the user can read; every given filter must match. */
export interface AssignedFilter {
  readonly userId: UserId
  /** The places that the user's API token is limited to. */
  readonly places: TokenPlaces | null
  readonly workspaceId?: WorkspaceId | undefined
  readonly query: AssignedQuery
}

/** The parts of each task that a list adds to its summary. */
export interface ListInclude {
  readonly columnValues: boolean
  readonly counts: boolean
}

/** A task, with the user's access as `AccessRepository.task` returns it, and the typed columns of its board in order. */
export interface FoundTask<A extends Task> {
  readonly access: BoardAccess
  readonly task: A
  readonly typed: ReadonlyArray<TypedColumn>
}

/** A locked task, with the columns of its board that are bound to fields. */
export interface LockedTask extends FoundTask<PlacedTask> {
  readonly bindings: ReadonlyArray<Binding>
}

/** A task in the order of its group. */
export type RankedTask = Pick<PlacedTask, "id" | "rank">

/** Stores tasks with their comments, subtasks and time entries. */
export class TaskRepository extends Context.Tag("@boardwright/core/TaskRepository")<
  TaskRepository,
  {
    /** Stores the tasks, all or none. A task in a group of another board is a defect and is not stored. */
    readonly insert: (tasks: ReadonlyArray<PlacedTask>) => Effect.Effect<void, StorageUnavailable>
    /** With its comments, subtasks and time entries, cut by `shownChildren`. */
    readonly find: (
      id: TaskId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<FoundTask<TaskDetails>>, StorageUnavailable>
    /** The task without its lists; no other transaction changes or removes it until this one ends. */
    readonly lock: (id: TaskId, userId: UserId | null) => Effect.Effect<Option.Option<LockedTask>, StorageUnavailable>
    /** As `lock`, with the task that follows it in its group. */
    readonly lockWithNext: (
      id: TaskId,
      userId: UserId | null
    ) => Effect.Effect<Option.Option<LockedTask & { readonly nextId: TaskId | null }>, StorageUnavailable>
    /**
     * The user's access; no other transaction holds, locks, changes or removes the task until this one ends. A
     * transaction that adds a comment, subtask or time entry holds the task first, so that entries are counted exactly.
     */
    readonly hold: (id: TaskId, userId: UserId | null) => Effect.Effect<Option.Option<BoardAccess>, StorageUnavailable>
    /**
     * Locks those of the tasks that are on the board, in the order of their ids, and returns how many bytes their
     * descriptions and column values have.
     */
    readonly lockMany: (
      boardId: BoardId,
      ids: ReadonlyArray<TaskId>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: TaskId; readonly bytes: number }>, StorageUnavailable>
    /** The tasks with these ids, in any order, which the transaction has locked. */
    readonly readLocked: (ids: ReadonlyArray<TaskId>) => Effect.Effect<ReadonlyArray<PlacedTask>, StorageUnavailable>
    /** In order of rank (ties by id). */
    readonly list: (filter: TaskFilter, slice: Slice) => Effect.Effect<Page<TaskSummary>, StorageUnavailable>
    /**
     * As `list`, with column values and counts. Values stay out from the task on before which those of the page have
     * `MAX_PAGE_BYTES`; the first task has its own.
     */
    readonly listWith: (
      filter: TaskFilter,
      slice: Slice,
      include: ListInclude
    ) => Effect.Effect<Page<ListedTask>, StorageUnavailable>
    /**
     * As `listWith`, of all boards that the user can read now, without what is in the trash, in the order of the query, ties by
     * rank and id.
     */
    readonly listAssigned: (
      filter: AssignedFilter,
      slice: Slice,
      include: ListInclude
    ) => Effect.Effect<Page<AssignedTask>, StorageUnavailable>
    /** Where the task is, without a lock. */
    readonly placeOf: (
      id: TaskId
    ) => Effect.Effect<Option.Option<Pick<PlacedTask, "groupId" | "rank">>, StorageUnavailable>
    /** At most `limit` tasks of the group before or after a place in its order, nearest first. */
    readonly nextTo: (
      place: Pick<PlacedTask, "id" | "boardId" | "groupId" | "rank">,
      direction: "before" | "after",
      limit: number
    ) => Effect.Effect<ReadonlyArray<RankedTask>, StorageUnavailable>
    /** Gives those tasks new ranks that still have the old ones. */
    readonly rerank: (
      tasks: ReadonlyArray<{ readonly id: TaskId; readonly from: Rank; readonly to: Rank }>
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Writes every field of the task but its id and board. `before` is the result of `lock` in the same transaction:
     * with it, assignees that did not change need not be written.
     */
    readonly replace: (task: PlacedTask, before?: PlacedTask) => Effect.Effect<void, StorageUnavailable>
    /** Replaces each of the tasks that the transaction has locked, as `replace` does. */
    readonly replaceMany: (
      tasks: ReadonlyArray<{ readonly before: PlacedTask; readonly task: PlacedTask }>
    ) => Effect.Effect<void, StorageUnavailable>

    /**
     * Places a task that the transaction has locked on another board: writes its board, group, rank, status, priority,
     * due date, column values and `updatedAt`. The group of another board is a defect.
     */
    readonly transfer: (task: PlacedTask) => Effect.Effect<void, StorageUnavailable>

    /**
     * The comments of a task in order of creation (ties by id). A page ends with the entry whose text takes it to
     * `MAX_PAGE_BYTES`.
     */
    readonly listComments: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<Comment>, StorageUnavailable>
    /** The authors of a task's comments, each once, in any order. */
    readonly authors: (taskId: TaskId) => Effect.Effect<ReadonlyArray<UserId>, StorageUnavailable>
    /** As `listComments`, but in order of rank; those without one after the others in order of creation. */
    readonly listSubtasks: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<Subtask>, StorageUnavailable>
    /** As `listComments`. */
    readonly listTimeEntries: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<TimeEntry>, StorageUnavailable>
    /** Stores the comment. False if its task has `MAX_COMMENTS`. */
    readonly insertComment: (comment: Comment) => Effect.Effect<boolean, StorageUnavailable>
    /** A comment of the task, which no other transaction changes until this one ends. */
    readonly lockComment: (taskId: TaskId, id: string) => Effect.Effect<Option.Option<Comment>, StorageUnavailable>
    /** Writes the comment's content, mentions and time of change. */
    readonly replaceComment: (comment: Comment) => Effect.Effect<void, StorageUnavailable>
    /** Removes a comment of the task and returns it; none if there is none. The caller's transaction holds the task. */
    readonly removeComment: (taskId: TaskId, id: string) => Effect.Effect<Option.Option<Comment>, StorageUnavailable>
    /** Stores the subtask, without a rank. False if its task has `MAX_SUBTASKS`. */
    readonly insertSubtask: (subtask: Subtask) => Effect.Effect<boolean, StorageUnavailable>
    /** As `lockComment`. */
    readonly lockSubtask: (taskId: TaskId, id: SubtaskId) => Effect.Effect<Option.Option<Subtask>, StorageUnavailable>
    /** Writes the subtask's name and completed. */
    readonly replaceSubtask: (subtask: Subtask) => Effect.Effect<void, StorageUnavailable>
    /** The subtasks of the task in their order. */
    readonly subtaskRanks: (taskId: TaskId) => Effect.Effect<ReadonlyArray<RankedEntry>, StorageUnavailable>
    /** Gives subtasks of the task these ranks. The caller's transaction holds the task. */
    readonly rerankSubtasks: (
      taskId: TaskId,
      ranked: ReadonlyArray<RankedPart>
    ) => Effect.Effect<void, StorageUnavailable>
    /** As `removeComment`. */
    readonly removeSubtask: (taskId: TaskId, id: SubtaskId) => Effect.Effect<Option.Option<Subtask>, StorageUnavailable>
    /** Stores the time entry. False if its task has `MAX_TIME_ENTRIES`. */
    readonly insertTimeEntry: (entry: TimeEntry) => Effect.Effect<boolean, StorageUnavailable>
    /** As `lockComment`. */
    readonly lockTimeEntry: (taskId: TaskId, id: string) => Effect.Effect<Option.Option<TimeEntry>, StorageUnavailable>
    /** Writes the time entry's duration and description. */
    readonly replaceTimeEntry: (entry: TimeEntry) => Effect.Effect<void, StorageUnavailable>
    /** As `removeComment`. */
    readonly removeTimeEntry: (
      taskId: TaskId,
      id: string
    ) => Effect.Effect<Option.Option<TimeEntry>, StorageUnavailable>
  }
>() {}
