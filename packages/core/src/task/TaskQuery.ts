import type { Timestamp } from "../values/Timestamp.js"
import { hasWords } from "../search/words.js"
import type { UserId } from "../values/ids.js"
import { type CellFilter, matchesCells } from "./CellFilter.js"
import type { Task } from "./Task.js"
import type { InstantField, LabelField, SortKey } from "./TaskSort.js"

/** A range with both its ends; without one it is open on that side. Null is in no range that has an end. */
export interface InstantRange {
  readonly field: InstantField
  readonly from: Timestamp | null
  readonly to: Timestamp | null
}

/** What a list of tasks asks for beyond one group, one status and one assignee. All of it must match. */
export interface TaskQuery {
  readonly oneOf: ReadonlyArray<{ readonly field: LabelField; readonly values: ReadonlyArray<string> }>
  /** Any of the users, or with `nobody` also tasks without assignees. Null for all tasks. */
  readonly assignees: { readonly users: ReadonlyArray<UserId>; readonly nobody: boolean } | null
  readonly ranges: ReadonlyArray<InstantRange>
  /** Null for all tasks. */
  readonly cells: CellFilter | null
  /** Folded, as `queryWords` returns them: one text has a word beginning with each. The name and description are one text, each comment is another. */
  readonly words: ReadonlyArray<string>
  /** Before rank and id. */
  readonly sort: ReadonlyArray<SortKey>
}

/** What a list of a user's tasks asks for. All of it must match. */
export type AssignedQuery = Pick<TaskQuery, "oneOf" | "ranges" | "sort">

type Queried = Pick<Task, LabelField | InstantField | "name" | "description" | "assignees" | "columnValues">

/** Whether a task with these comments matches the query: the model of what the databases do. */
export const matchesQuery = (
  { assignees, cells, oneOf, ranges, words }: TaskQuery,
  task: Queried,
  comments: ReadonlyArray<string>
): boolean =>
  oneOf.every(({ field, values }) => values.includes(task[field])) &&
  (assignees === null ||
    (assignees.nobody && task.assignees.length === 0) ||
    task.assignees.some((userId) => assignees.users.includes(userId))) &&
  (cells === null || matchesCells(cells, task.columnValues)) &&
  (words.length === 0 ||
    hasWords([task.name, task.description], words) ||
    comments.some((content) => hasWords([content], words))) &&
  ranges.every(({ field, from, to }) => {
    const at = task[field]
    return (from === null || (at !== null && at >= from)) && (to === null || (at !== null && at <= to))
  })
