import { Archive, type Board, type Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { json, listOf } from "./codecs.js"
import { Database } from "./Database.js"
import { ASSIGNEE, COMMENT, SUBTASK, TASK, TIME_ENTRY } from "./entities.js"
import { insertMany } from "./insert.js"
import { isOneOf, jsonRows } from "./jsonLists.js"
import { orderOf } from "./shownChildren.js"
import { ownEntries } from "./ownEntries.js"
import { columns, query } from "./statement.js"
import { ASSIGNEES, selectAssignees } from "./listedTask.js"

/** The columns of `selectChildren`. */
const CHILDREN = {
  ...ASSIGNEES,
  comments: listOf(COMMENT),
  subtasks: listOf(SUBTASK),
  timeEntries: listOf(TIME_ENTRY)
}

/** Selects the assignees, comments, subtasks and time entries of a task `t`, each as a JSON list; without history, of those two none. */
const selectChildren = (sql: Statement.Constructor, withHistory: boolean): Statement.Fragment => {
  const rows = (fields: typeof COMMENT | typeof SUBTASK | typeof TIME_ENTRY, from: string) =>
    jsonRows(sql, fields, { from, where: "task_id = t.id", orderBy: orderOf(from) })
  const history = (fields: typeof COMMENT | typeof TIME_ENTRY, from: string) =>
    withHistory ? rows(fields, from) : sql`'[]'`
  return sql`${selectAssignees(sql)}, ${history(COMMENT, "boardwright_comment")} as "comments",
    ${rows(SUBTASK, "boardwright_subtask")} as "subtasks", ${history(TIME_ENTRY, "boardwright_time_entry")} as "timeEntries"`
}

const make = Effect.map(Database, (db) => {
  const taskIds = query(db, "ArchiveRepository.taskIds", {
    given: { boardId: TASK.boardId },
    result: { id: TASK.id },
    long: true,
    text: (sql, p) => sql`select id as "id" from boardwright_task
      where board_id = ${p.boardId} and deletion_id is null order by rank, id`
  })
  const pages = (operation: string, withHistory: boolean) => {
    const page = query(db, operation, {
      given: { boardId: TASK.boardId, ids: json<ReadonlyArray<string>>() },
      result: { ...TASK, ...CHILDREN },
      long: true,
      text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${selectChildren(sql, withHistory)}
      from boardwright_task t where t.board_id = ${p.boardId} and t.deletion_id is null and ${isOneOf(sql, "t.id", p.ids)}`
    })
    return (boardId: Board.BoardId, ids: ReadonlyArray<Task.TaskId>) =>
      Effect.map(page({ boardId, ids }), (tasks) => {
        const byId = new Map(tasks.map((task) => [task.id, task]))
        return ids.flatMap((id) => byId.get(id) ?? [])
      })
  }
  const into = <F extends typeof TASK | typeof ASSIGNEE | typeof COMMENT | typeof SUBTASK | typeof TIME_ENTRY>(
    table: string,
    fields: F
  ) => insertMany(db, "ArchiveRepository.insertTasks", table, fields)
  const insertTasks = into("boardwright_task", TASK)
  const insertAssignees = into("boardwright_task_assignee", ASSIGNEE)
  const insertComments = into("boardwright_comment", COMMENT)
  const insertSubtasks = into("boardwright_subtask", SUBTASK)
  const insertTimeEntries = into("boardwright_time_entry", TIME_ENTRY)
  const assignees = (task: Task.Task) =>
    task.assignees.map((userId, position) => ({ taskId: task.id, position, userId }))

  return Archive.ArchiveRepository.of({
    ...ownEntries(db),
    taskIds: (boardId) => Effect.map(taskIds({ boardId }), (rows) => rows.map(({ id }) => id)),
    tasks: pages("ArchiveRepository.tasks", true),
    tasksWithSubtasks: pages("ArchiveRepository.tasksWithSubtasks", false),
    insertTasks: (whole) =>
      db.atomic(
        Effect.gen(function* () {
          yield* insertTasks(whole)
          yield* insertAssignees(whole.flatMap(assignees))
          yield* insertComments(whole.flatMap(({ comments }) => comments))
          yield* insertSubtasks(whole.flatMap(({ subtasks }) => subtasks))
          yield* insertTimeEntries(whole.flatMap(({ timeEntries }) => timeEntries))
        })
      )
  })
})

/** Reads whole tasks in pages and stores them in batches. */
export const layer: Layer.Layer<Archive.ArchiveRepository, never, Database> = Layer.effect(
  Archive.ArchiveRepository,
  make
)
