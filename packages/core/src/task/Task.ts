import type { WithFace } from "../account/faces.js"
import { DEFAULT_FIELDS } from "../board/boundField.js"
import type { BoardId, ColumnId, GroupId, SubtaskId, TaskId, UserId, WorkspaceId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"

export { SubtaskId, TaskId } from "../values/ids.js"
export type { Json } from "../values/Json.js"

/** Custom values by column id; never null. */
export type ColumnValues = { readonly [columnId: string]: Json }

/** A task as lists show it. */
export interface TaskSummary {
  readonly id: TaskId
  readonly boardId: BoardId
  readonly groupId: GroupId
  readonly name: string
  /** An open label: `pending`, `working`, `done` ... */
  readonly status: string
  /** An open label: `high`, `medium`, `low` ... */
  readonly priority: string
  readonly assignees: ReadonlyArray<UserId>
  readonly dueDate: Timestamp | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** What is on a task. `minutes` is the sum of the durations of its time entries, in the client's unit. */
export interface ChildCounts {
  readonly comments: number
  readonly subtasks: number
  readonly subtasksDone: number
  readonly minutes: number
}

/** A task in a list, with what the list includes. */
export interface ListedTask extends TaskSummary {
  readonly columnValues?: ColumnValues
  readonly counts?: ChildCounts
}

/** A listed task of any board, with where it is. */
export interface AssignedTask extends ListedTask {
  readonly boardName: string
  readonly workspaceId: WorkspaceId
}

/** A cell that does not fit the type of its column, and is kept as it is. */
export interface ColumnWarning {
  readonly columnId: ColumnId
  /** The rule that the cell does not fit. */
  readonly message: string
}

export interface Task extends TaskSummary {
  readonly description: string
  readonly columnValues: ColumnValues
  /** In the order of the columns. Not stored: of a task as it is returned, and absent if all cells fit. */
  readonly columnWarnings?: ReadonlyArray<ColumnWarning>
}

/** A task with its place among the tasks of its board. */
export type PlacedTask = Omit<Task, "columnWarnings"> & { readonly rank: Rank }

/** Stored as sent. Only its author changes it. */
export interface Comment {
  readonly id: string
  readonly taskId: TaskId
  /** The author. */
  readonly userId: UserId
  readonly content: string
  readonly mentions: ReadonlyArray<UserId>
  readonly createdAt: Timestamp
  /** The last change; null before the first. */
  readonly editedAt: Timestamp | null
}

export interface Subtask {
  readonly id: SubtaskId
  readonly taskId: TaskId
  readonly name: string
  readonly completed: boolean
  readonly createdAt: Timestamp
}

/** Time that a user spent on a task. */
export interface TimeEntry {
  readonly id: string
  readonly taskId: TaskId
  /** The user who recorded it. */
  readonly userId: UserId
  /** A finite number from 0, in the client's unit. */
  readonly duration: number
  readonly description: string
  readonly createdAt: Timestamp
}

/** The number of all entries of each list. */
export interface ChildTotals {
  readonly comments: number
  readonly subtasks: number
  readonly timeEntries: number
}

/**
 * A task with its comments, subtasks and time entries, in order of creation (subtasks in their order), cut by `shownChildren`;
 * `totals` has the full numbers.
 */
export interface TaskDetails extends Task {
  readonly comments: ReadonlyArray<Comment>
  readonly subtasks: ReadonlyArray<Subtask>
  readonly timeEntries: ReadonlyArray<TimeEntry>
  readonly totals: ChildTotals
  /** Empty: there are no uploads. */
  readonly files: ReadonlyArray<never>
}

export type ShownComment = WithFace<Comment>

/** A task as `getTask` returns it. */
export interface ShownTask extends TaskDetails {
  readonly comments: ReadonlyArray<ShownComment>
}

export const DEFAULT_STATUS = DEFAULT_FIELDS.status
/** Of a task that is created without a priority. */
export const DEFAULT_PRIORITY = DEFAULT_FIELDS.priority

export const withoutRank = ({ rank: _, ...task }: PlacedTask): Task => task
