import type { Task } from "@boardwright/core"
import type { Context } from "effect"
import { json, number } from "./codecs.js"
import type { Database } from "./Database.js"
import { RANK, TASK } from "./entities.js"
import { byColumn, columns, command, query, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Places = Pick<Context.Tag.Service<Task.TaskRepository>, "placeOf" | "nextTo" | "rerank" | "transfer">

const PLACE = { groupId: TASK.groupId, ...RANK }
const { boardId, columnValues, dueDate, id, priority, status, updatedAt } = TASK
const ELSEWHERE = { id, boardId, ...PLACE, status, priority, dueDate, columnValues, updatedAt }
const RANKED = { id: TASK.id, ...RANK }

/** The part of the task repository that reads and changes the places of tasks. */
export const taskPlaces = (db: Db): Places => {
  const placeOf = queryOne(db, "TaskRepository.placeOf", {
    given: { id: TASK.id },
    result: PLACE,
    text: (sql, p) =>
      sql`select ${columns(sql, PLACE)} from boardwright_task where id = ${p.id} and deletion_id is null`
  })
  const nextTo = (compared: "<" | ">", order: "desc" | "asc") =>
    query(db, "TaskRepository.nextTo", {
      given: { ...RANKED, boardId: TASK.boardId, groupId: TASK.groupId, limit: number },
      result: RANKED,
      text: (sql, p) => sql`select ${columns(sql, RANKED)} from boardwright_task
        where board_id = ${p.boardId} and group_id = ${p.groupId} and deletion_id is null
          and (rank, id) ${sql.literal(compared)} (${p.rank}, ${p.id})
        order by rank ${sql.literal(order)}, id ${sql.literal(order)} limit ${p.limit}`
    })
  const nearest = { before: nextTo("<", "desc"), after: nextTo(">", "asc") }
  const rerank = command(db, "TaskRepository.rerank", {
    given: { list: json<ReadonlyArray<object>>() },
    text: (sql, p) =>
      sql.onDialectOrElse({
        pg: () => sql`update boardwright_task t set rank = r."to"
          from json_to_recordset(${p.list}::json) r (id text, "from" text, "to" text)
          where t.id = r.id and t.rank = r."from"`,
        orElse: () => sql`update boardwright_task set rank = value ->> 'to' from json_each(${p.list})
          where boardwright_task.id = value ->> 'id' and boardwright_task.rank = value ->> 'from'`
      })
  })
  const transfer = command(db, "TaskRepository.transfer", {
    given: ELSEWHERE,
    text: (sql, p) => sql`update boardwright_task set ${sql.update(byColumn(ELSEWHERE, ["id"]))} where id = ${p.id}`
  })
  return {
    transfer,
    placeOf: (id) => placeOf({ id }),
    nextTo: ({ boardId, groupId, id, rank }, direction, limit) =>
      nearest[direction]({ boardId, groupId, id, rank, limit }),
    rerank: (list) => rerank({ list })
  }
}
