import { Task } from "@boardwright/core"
import { type Context, Effect, Option } from "effect"
import type { Fields } from "./codecs.js"
import type { Database } from "./Database.js"
import { COMMENT, SLICE, SUBTASK, TIME_ENTRY, TOTAL } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertUpTo } from "./insert.js"
import { paged } from "./pages.js"
import { idsWithinBytes, orderOf } from "./shownChildren.js"
import { byColumn, columns, command, forUpdate, query, returning } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Repository = Context.Tag.Service<Task.TaskRepository>
type Methods =
  | "insertComment"
  | "lockComment"
  | "replaceComment"
  | "removeComment"
  | "listComments"
  | "authors"
  | "insertSubtask"
  | "removeSubtask"
  | "listSubtasks"
  | "lockSubtask"
  | "replaceSubtask"
  | "insertTimeEntry"
  | "lockTimeEntry"
  | "replaceTimeEntry"
  | "removeTimeEntry"
  | "listTimeEntries"

const { taskId } = SUBTASK

const listUnderTask = <F extends Fields>(db: Db, operation: string, table: string, fields: F) => {
  const list = query(db, operation, {
    given: { taskId, ...SLICE },
    result: fields,
    text: (sql, p) => sql`select ${columns(sql, fields)} from ${sql.literal(table)}
      where id in ${idsWithinBytes(sql, table, {
        task: sql`${p.taskId}`,
        order: orderOf(table),
        bytes: Task.MAX_PAGE_BYTES,
        slice: sql`limit ${p.limit} offset ${p.offset}`
      })} order by ${sql.literal(orderOf(table))}`
  })
  const total = query(db, operation, {
    given: { taskId },
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from ${sql.literal(table)} where task_id = ${p.taskId}`
  })
  return (id: Task.TaskId, slice: Parameters<Repository["listComments"]>[1]) =>
    paged(slice, list({ taskId: id, limit: slice.limit, offset: slice.offset }), total({ taskId: id }))
}

const lockUnderTask = <F extends Fields>(db: Db, operation: string, table: string, fields: F) => {
  const lock = findBy(db, operation, table, fields, { id: COMMENT.id, taskId }, forUpdate)
  return (taskId: Task.TaskId, id: string) => lock({ id, taskId })
}

/** Writes the fields of a row that are not named. */
const replaceUnderTask = <F extends Fields>(
  db: Db,
  operation: string,
  table: string,
  fields: F & { readonly id: Fields[string]; readonly taskId: Fields[string] },
  unchanged: ReadonlyArray<keyof F & string>
) =>
  command(db, operation, {
    given: fields,
    text: (
      sql,
      p
    ) => sql`update ${sql.literal(table)} set ${sql.update(byColumn(fields, ["id", "taskId", ...unchanged]))}
      where id = ${p.id} and task_id = ${p.taskId}`
  })

const removeUnderTask = <F extends Fields>(db: Db, operation: string, table: string, fields: F) => {
  const remove = returning(db, operation, {
    given: { id: COMMENT.id, taskId },
    result: fields,
    text: (sql, p) => sql`delete from ${sql.literal(table)} where id = ${p.id} and task_id = ${p.taskId}
      returning ${columns(sql, fields)}`
  })
  return (taskId: Task.TaskId, id: string) =>
    Effect.map(remove({ id, taskId }), ([removed]) => Option.fromNullable(removed))
}

/** The part of the task repository that stores comments, subtasks and time entries. */
export const taskChildren = (db: Db): Pick<Repository, Methods> => {
  const authors = query(db, "TaskRepository.authors", {
    batched: true,
    given: { taskId },
    result: { userId: COMMENT.userId },
    text: (sql, p) => sql`select distinct user_id as "userId" from boardwright_comment where task_id = ${p.taskId}`
  })
  return {
    authors: (id) => Effect.map(authors({ taskId: id }), (rows) => rows.map(({ userId }) => userId)),
    insertComment: insertUpTo(db, "TaskRepository.insertComment", "boardwright_comment", COMMENT, Task.MAX_COMMENTS),
    lockComment: lockUnderTask(db, "TaskRepository.lockComment", "boardwright_comment", COMMENT),
    replaceComment: replaceUnderTask(db, "TaskRepository.replaceComment", "boardwright_comment", COMMENT, [
      "userId",
      "createdAt"
    ]),
    removeComment: removeUnderTask(db, "TaskRepository.removeComment", "boardwright_comment", COMMENT),
    listComments: listUnderTask(db, "TaskRepository.listComments", "boardwright_comment", COMMENT),
    insertSubtask: insertUpTo(db, "TaskRepository.insertSubtask", "boardwright_subtask", SUBTASK, Task.MAX_SUBTASKS),
    removeSubtask: removeUnderTask(db, "TaskRepository.removeSubtask", "boardwright_subtask", SUBTASK),
    listSubtasks: listUnderTask(db, "TaskRepository.listSubtasks", "boardwright_subtask", SUBTASK),
    lockSubtask: lockUnderTask(db, "TaskRepository.lockSubtask", "boardwright_subtask", SUBTASK),
    replaceSubtask: replaceUnderTask(db, "TaskRepository.replaceSubtask", "boardwright_subtask", SUBTASK, [
      "createdAt"
    ]),
    insertTimeEntry: insertUpTo(
      db,
      "TaskRepository.insertTimeEntry",
      "boardwright_time_entry",
      TIME_ENTRY,
      Task.MAX_TIME_ENTRIES
    ),
    lockTimeEntry: lockUnderTask(db, "TaskRepository.lockTimeEntry", "boardwright_time_entry", TIME_ENTRY),
    replaceTimeEntry: replaceUnderTask(db, "TaskRepository.replaceTimeEntry", "boardwright_time_entry", TIME_ENTRY, [
      "userId",
      "createdAt"
    ]),
    removeTimeEntry: removeUnderTask(db, "TaskRepository.removeTimeEntry", "boardwright_time_entry", TIME_ENTRY),
    listTimeEntries: listUnderTask(db, "TaskRepository.listTimeEntries", "boardwright_time_entry", TIME_ENTRY)
  }
}
