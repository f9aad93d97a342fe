import type { BoardId, GroupId, SubtaskId, TaskId, UserId } from "../values/ids.js"
import type { Rank } from "../values/Rank.js"
import type { Timestamp } from "../values/Timestamp.js"

export { SubtaskId, TaskId } from "../values/ids.js"

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Custom values by column id; never null. */
export type ColumnValues = { readonly [columnId: string]: Json }

/** What a list of tasks shows of each. */
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
}

/** A piece of work in a group of a board. */
export interface Task extends TaskSummary {
  readonly description: string
  readonly columnValues: ColumnValues
  readonly updatedAt: Timestamp
}

/** A task with its place among the tasks of its board. */
export type PlacedTask = Task & { readonly rank: Rank }

/** What someone said to a task, kept as sent. It is never changed. */
export interface Comment {
  readonly id: string
  readonly taskId: TaskId
  /** The author. */
  readonly userId: UserId
  readonly content: string
  readonly mentions: ReadonlyArray<UserId>
  readonly createdAt: Timestamp
}

/** A step of a task: a name and whether it is done. */
export interface Subtask {
  readonly id: SubtaskId
  readonly taskId: TaskId
  readonly name: string
  readonly completed: boolean
  readonly createdAt: Timestamp
}

/** Time that someone spent on a task. It is never changed. */
export interface TimeEntry {
  readonly id: string
  readonly taskId: TaskId
  /** Who recorded it. */
  readonly userId: UserId
  /** A finite number from 0, in the client's unit. */
  readonly duration: number
  readonly description: string
  readonly createdAt: Timestamp
}

/** How many of each a task has. */
export interface ChildTotals {
  readonly comments: number
  readonly subtasks: number
  readonly timeEntries: number
}

/**
 * A task with what is under it, each list in order of creation and as `shownChildren` cuts it; `totals` says how many
 * there are.
 */
export interface TaskDetails extends Task {
  readonly comments: ReadonlyArray<Comment>
  readonly subtasks: ReadonlyArray<Subtask>
  readonly timeEntries: ReadonlyArray<TimeEntry>
  readonly totals: ChildTotals
  /** Empty: there are no uploads. */
  readonly files: ReadonlyArray<never>
}

/** Of a task that is made without a status. */
export const DEFAULT_STATUS = "pending"
/** Of a task that is made without a priority. */
export const DEFAULT_PRIORITY = "medium"

/** The task as it is shown: its place stays inside. */
export const withoutRank = ({ rank: _, ...task }: PlacedTask): Task => task
