import { Task } from "@boardwright/core"
import type { Context } from "effect"
import type { Database } from "./Database.js"
import { insertUpTo } from "./insertUpTo.js"
import { COMMENT, SUBTASK, TIME_ENTRY } from "./rows.js"
import { columns, command, forUpdate, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Children = Pick<
  Context.Tag.Service<Task.TaskRepository>,
  "insertComment" | "insertSubtask" | "lockSubtask" | "replaceSubtask" | "insertTimeEntry"
>

const { completed, id, name, taskId } = SUBTASK

/** The part of the task repository that keeps comments, subtasks and time entries. */
export const taskChildren = (db: Db): Children => {
  const insertComment = insertUpTo(
    db,
    "TaskRepository.insertComment",
    "boardwright_comment",
    COMMENT,
    Task.MAX_COMMENTS
  )
  const insertSubtask = insertUpTo(
    db,
    "TaskRepository.insertSubtask",
    "boardwright_subtask",
    SUBTASK,
    Task.MAX_SUBTASKS
  )
  const insertTimeEntry = insertUpTo(
    db,
    "TaskRepository.insertTimeEntry",
    "boardwright_time_entry",
    TIME_ENTRY,
    Task.MAX_TIME_ENTRIES
  )
  const lockSubtask = queryOne(db, "TaskRepository.lockSubtask", {
    given: { id, taskId },
    result: SUBTASK,
    text: (sql, p) => sql`select ${columns(sql, SUBTASK)} from boardwright_subtask
      where id = ${p.id} and task_id = ${p.taskId} ${forUpdate(sql)}`
  })
  const replaceSubtask = command(db, "TaskRepository.replaceSubtask", {
    given: { id, taskId, name, completed },
    text: (sql, p) => sql`update boardwright_subtask set name = ${p.name}, completed = ${p.completed}
      where id = ${p.id} and task_id = ${p.taskId}`
  })
  return {
    insertComment: (comment) => insertComment(comment),
    insertSubtask: (subtask) => insertSubtask(subtask),
    lockSubtask: (taskId, id) => lockSubtask({ id, taskId }),
    replaceSubtask: (subtask) => replaceSubtask(subtask),
    insertTimeEntry: (entry) => insertTimeEntry(entry)
  }
}
