import { Task } from "@boardwright/core"
import type { Context } from "effect"
import type { Fields } from "./columns.js"
import type { Database } from "./Database.js"
import { paged } from "./paged.js"
import { COMMENT, SLICE, SUBTASK, TIME_ENTRY, TOTAL } from "./rows.js"
import { idsWithin } from "./shownChildren.js"
import { columns, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Repository = Context.Tag.Service<Task.TaskRepository>

const { taskId } = SUBTASK

const listing = <F extends Fields>(db: Db, operation: string, table: string, fields: F) => {
  const list = query(db, operation, {
    given: { taskId, ...SLICE },
    result: fields,
    text: (sql, p) => sql`select ${columns(sql, fields)} from ${sql.literal(table)}
      where id in ${idsWithin(sql, table, {
        task: sql`${p.taskId}`,
        order: "created_at, id",
        bytes: Task.MAX_PAGE_BYTES,
        slice: sql`limit ${p.limit} offset ${p.offset}`
      })} order by created_at, id`
  })
  const total = query(db, operation, {
    given: { taskId },
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from ${sql.literal(table)} where task_id = ${p.taskId}`
  })
  return (id: Task.TaskId, slice: Parameters<Repository["listComments"]>[1]) =>
    paged(slice, list({ taskId: id, limit: slice.limit, offset: slice.offset }), total({ taskId: id }))
}

/** The part of the task repository that pages through comments, subtasks and time entries. */
export const childLists = (db: Db): Pick<Repository, "listComments" | "listSubtasks" | "listTimeEntries"> => ({
  listComments: listing(db, "TaskRepository.listComments", "boardwright_comment", COMMENT),
  listSubtasks: listing(db, "TaskRepository.listSubtasks", "boardwright_subtask", SUBTASK),
  listTimeEntries: listing(db, "TaskRepository.listTimeEntries", "boardwright_time_entry", TIME_ENTRY)
})
