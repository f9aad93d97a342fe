import type { Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { cellCondition } from "./cellConditions.js"
import { columnOf, json, timestamp } from "./codecs.js"
import { isOneOf } from "./jsonLists.js"
import type { Parameters } from "./Parameters.js"

type Write = (sql: Statement.Constructor) => Statement.Fragment

const TEXTS = json<ReadonlyArray<string>>()
const ASSIGNED = "boardwright_task_assignee a where a.task_id = t.id"

/** The conditions on the tasks `t` that `Task.matchesQuery` models, but for the words. */
export const queryConditions = (
  given: Parameters,
  { assignees = null, cells = null, oneOf, ranges }: Partial<Task.TaskQuery> & Task.AssignedQuery
): ReadonlyArray<Write> => {
  const conditions: Array<Write> = oneOf.map(({ field, values }) => {
    const list = given.add(TEXTS, values)
    return (sql) => isOneOf(sql, `t.${columnOf(field)}`, list)
  })
  if (assignees !== null) {
    const users = given.add(TEXTS, assignees.users)
    const nobody: Write = (sql) => sql`not exists (select 1 from ${sql.literal(ASSIGNED)})`
    const anyOf: Write = (sql) =>
      sql`exists (select 1 from ${sql.literal(ASSIGNED)} and ${isOneOf(sql, "a.user_id", users)})`
    conditions.push((sql) => (assignees.nobody ? sql`(${nobody(sql)} or ${anyOf(sql)})` : anyOf(sql)))
  }
  for (const { field, from, to } of ranges) {
    const bound = (operator: ">=" | "<=", at: Values.Timestamp.Timestamp | null) => {
      if (at === null) return
      const place = given.add(timestamp, at)
      conditions.push((sql) => sql`${sql.literal(`t.${columnOf(field)} ${operator}`)} ${place}`)
    }
    bound(">=", from)
    bound("<=", to)
  }
  if (cells !== null) conditions.push(cellCondition(given, cells))
  return conditions
}
