import { type Account, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { count, json, nullable, number, real, type ValuesOf } from "./codecs.js"
import { TASK_SUMMARY } from "./entities.js"
import { jsonList } from "./jsonLists.js"
import { columns, type Places } from "./statement.js"

/** The column of `selectAssignees`. */
export const ASSIGNEES = { assignees: json<ReadonlyArray<Account.UserId>>() }

/** Selects the assignees of a task `t` as a JSON list. */
export const selectAssignees = (sql: Statement.Constructor): Statement.Fragment => {
  const from = "boardwright_task_assignee"
  return sql`${jsonList(sql, "user_id", { from, where: "task_id = t.id", orderBy: "position" })} as "assignees"`
}

/** The parameters of `selectIncluded`. */
export const INCLUDE = { withValues: number, withCounts: number }

/** The columns of `selectIncluded`; null if it is not included, or values after `Task.MAX_PAGE_BYTES`. */
export const INCLUDED = {
  columnValues: nullable(json<Task.ColumnValues>()),
  comments: nullable(count),
  subtasks: nullable(count),
  subtasksDone: nullable(count),
  minutes: nullable(real)
}

/** An expression: the bytes of a task's column values. */
export const sizeOfValues = (sql: Statement.Constructor): string =>
  sql.onDialectOrElse({
    pg: () => "octet_length(t.column_values::text)",
    orElse: () => "octet_length(t.column_values)"
  })

/** Selects what a list includes. */
export const selectIncluded = (sql: Statement.Constructor, p: Places<typeof INCLUDE>): Statement.Fragment => {
  const included = (selected: string) => sql`case when cast(${p.withCounts} as integer) = 1
    then (select ${sql.literal(selected)}) end`
  const least = sql.onDialectOrElse({ pg: () => "least", orElse: () => "min" })
  const minutes = `coalesce(sum(${least}(duration, ${Task.MOST_COUNTED})), 0) from boardwright_time_entry`
  return sql`case when cast(${p.withValues} as integer) = 1 and others < ${sql.literal(String(Task.MAX_PAGE_BYTES))}
      then t.column_values end as "columnValues",
    ${included("count(*) from boardwright_comment where task_id = t.id")} as "comments",
    ${included("count(*) from boardwright_subtask where task_id = t.id")} as "subtasks",
    ${included("count(*) from boardwright_subtask where task_id = t.id and completed")} as "subtasksDone",
    ${included(`${minutes} where task_id = t.id`)} as "minutes"`
}

/** The columns of `selectSummary`. */
export const SUMMARY = { ...TASK_SUMMARY, ...ASSIGNEES }

/** Selects the summary of a task `t`. */
export const selectSummary = (sql: Statement.Constructor): Statement.Fragment =>
  sql`${columns(sql, TASK_SUMMARY, "t")}, ${selectAssignees(sql)}`

/** The summary in a row. Named field by field: leaving the others out of a row (`...rest`) takes ten times as long. */
export const summaryOf = (row: ValuesOf<typeof SUMMARY>): Task.TaskSummary => ({
  id: row.id,
  boardId: row.boardId,
  groupId: row.groupId,
  name: row.name,
  status: row.status,
  priority: row.priority,
  dueDate: row.dueDate,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  assignees: row.assignees
})

type Row = ValuesOf<typeof SUMMARY & typeof INCLUDED>

/** A task as lists show it. */
export const toListed = (row: Row, withCounts: boolean): Task.ListedTask => {
  const summary = summaryOf(row)
  const listed = row.columnValues === null ? summary : { ...summary, columnValues: row.columnValues }
  if (!withCounts) return listed
  const { comments, minutes, subtasks, subtasksDone } = row
  const counts = {
    comments: comments ?? 0,
    subtasks: subtasks ?? 0,
    subtasksDone: subtasksDone ?? 0,
    minutes: minutes ?? 0
  }
  return { ...listed, counts }
}
