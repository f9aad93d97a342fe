import type { Ports, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { columnOf, type Fields, json, type ValuesOf } from "./columns.js"
import type { Database } from "./Database.js"
import { SUBTASK } from "./rows.js"
import { returning } from "./statement.js"

type Db = Context.Tag.Service<Database>

const { taskId } = SUBTASK
const ID = { id: SUBTASK.id }

/**
 * A statement that inserts a row under a task, unless the task has `most` there: false then. Finding that out reads as many
 * entries of an index as the task has rows, which for 10,000 took SQLite 0.3 ms.
 */
export const insertUpTo = <F extends Fields>(
  db: Db,
  operation: string,
  table: string,
  fields: F,
  most: number
): ((row: ValuesOf<F> & { readonly taskId: Task.TaskId }) => Effect.Effect<boolean, Ports.StorageUnavailable>) => {
  const names = Object.keys(fields)
  const columns = names.map(columnOf).join(", ")
  const insert = (sql: Statement.Constructor, selection: Statement.Fragment, task: string) => sql`
    insert into ${sql.literal(`${table} (${columns})`)} ${selection} where (
      select 1 from ${sql.literal(table)} where task_id = ${task} limit 1 offset ${sql.literal(String(most - 1))}
    ) is null returning id`
  if (db.dialect === "pg") {
    // As JSON, for in a selection PostgreSQL takes a parameter for text.
    const run = returning(db, operation, {
      given: { row: json<object>(), taskId },
      result: ID,
      text: (sql, p) => {
        const row = sql`json_populate_record(null::${sql.literal(table)}, ${p.row}::json)`
        return insert(sql, sql`select ${sql.literal(columns)} from ${row}`, p.taskId)
      }
    })
    return (row) => {
      const stored = Object.fromEntries(names.map((name) => [columnOf(name), row[name]]))
      return Effect.map(run({ row: stored, taskId: row.taskId }), (rows) => rows.length === 1)
    }
  }
  const run = returning(db, operation, {
    given: fields,
    result: ID,
    text: (sql) => insert(sql, sql`select ${sql.csv(names.map((name) => sql`${name}`))}`, "taskId")
  })
  return (row) => Effect.map(run(row), (rows) => rows.length === 1)
}
