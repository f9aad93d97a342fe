import { Archive, type Task } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"
import { insertMany } from "./insert.js"
import { ASSIGNEE, COMMENT, RANK, SLICE, SUBTASK, TASK, TIME_ENTRY } from "./rows.js"
import { columns, query } from "./statement.js"
import { PARTS, partsOf } from "./wholeTask.js"

// Before every task: no rank is empty.
const START = { rank: "", id: "" } as Archive.TaskCursor

const make = Effect.map(Database, (db) => {
  const tasks = query(db, "ArchiveRepository.tasks", {
    given: { boardId: TASK.boardId, ...RANK, id: TASK.id, limit: SLICE.limit },
    result: { ...TASK, ...PARTS },
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${partsOf(sql)}
      from boardwright_task t where t.board_id = ${p.boardId} and (t.rank, t.id) > (${p.rank}, ${p.id})
      order by t.rank, t.id limit ${p.limit}`
  })
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
    tasks: (boardId, after, limit) => tasks({ boardId, ...(after ?? START), limit }),
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

/** Whole tasks, read a page and stored a list at a time. */
export const layer: Layer.Layer<Archive.ArchiveRepository, never, Database> = Layer.effect(
  Archive.ArchiveRepository,
  make
)
