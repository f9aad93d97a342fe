import type { Task } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { nullable, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { RANK, SUBTASK } from "./entities.js"
import { orderOf } from "./shownChildren.js"
import { columns, command, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Places = Pick<Context.Tag.Service<Task.TaskRepository>, "subtaskRanks" | "rerankSubtasks">

const ENTRY = { id: text(), rank: nullable(RANK.rank) }

/** The part of the task repository that reads and changes the order of subtasks. */
export const subtaskPlaces = (db: Db): Places => {
  const ranks = query(db, "TaskRepository.subtaskRanks", {
    given: { taskId: SUBTASK.taskId },
    result: ENTRY,
    text: (sql, p) => sql`select ${columns(sql, ENTRY)} from boardwright_subtask
      where task_id = ${p.taskId} order by ${sql.literal(orderOf("boardwright_subtask"))}`
  })
  const rerank = command(db, "TaskRepository.rerankSubtasks", {
    given: { taskId: SUBTASK.taskId, id: SUBTASK.id, ...RANK },
    text: (sql, p) => sql`update boardwright_subtask set rank = ${p.rank}
      where id = ${p.id} and task_id = ${p.taskId}`
  })
  return {
    subtaskRanks: (taskId) => ranks({ taskId }),
    rerankSubtasks: (taskId, ranked) =>
      Effect.forEach(ranked, ({ id, rank: to }) => rerank({ taskId, id: id as Task.SubtaskId, rank: to }), {
        discard: true
      })
  }
}
