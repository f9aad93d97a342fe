import type * as Statement from "@effect/sql/Statement"
import { listOf } from "./columns.js"
import { gathered } from "./gathered.js"
import { COMMENT, SUBTASK, TIME_ENTRY } from "./rows.js"
import { ASSIGNEES, assigneesOf } from "./taskLists.js"

/** What is under a task `t`, each as a JSON list: its assignees, comments, subtasks and time entries. */
export const partsOf = (sql: Statement.Constructor): Statement.Fragment => {
  const part = (fields: typeof COMMENT | typeof SUBTASK | typeof TIME_ENTRY, from: string) =>
    gathered(sql, fields, { from, where: "task_id = t.id", order: "created_at, id" })
  return sql`${assigneesOf(sql)} as "assignees",
    ${part(COMMENT, "boardwright_comment")} as "comments",
    ${part(SUBTASK, "boardwright_subtask")} as "subtasks",
    ${part(TIME_ENTRY, "boardwright_time_entry")} as "timeEntries"`
}

/** Reads what `partsOf` gathers. */
export const PARTS = {
  ...ASSIGNEES,
  comments: listOf(COMMENT),
  subtasks: listOf(SUBTASK),
  timeEntries: listOf(TIME_ENTRY)
}
