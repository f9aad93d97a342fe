import type { Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { adhoc } from "./adhoc.js"
import { cellCondition } from "./cellConditions.js"
import { readOnce } from "./cellReadings.js"
import { columnOf, json, number, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, TASK, TOTAL } from "./entities.js"
import { isOneOf } from "./jsonLists.js"
import { INCLUDED, selectIncluded, selectSummary, sizeOfValues, SUMMARY, toListed } from "./listedTask.js"
import { Parameters } from "./Parameters.js"
import { paged } from "./pages.js"
import { taskOrder } from "./taskOrder.js"

type Db = Context.Tag.Service<Database>
type Write = (sql: Statement.Constructor) => Statement.Fragment

const TEXTS = json<ReadonlyArray<string>>()
const ASSIGNED = "boardwright_task_assignee a where a.task_id = t.id"

const SORTED =
  "t.id, t.rank, t.name, t.group_id, t.status, t.priority, t.due_date, t.created_at, t.updated_at, t.column_values"

/** The conditions that `Task.matchesQuery` models. */
const queryConditions = (
  given: Parameters,
  { assignees, cells, oneOf, ranges }: Task.TaskQuery
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

const filterConditions = (given: Parameters, filter: Task.TaskFilter): ReadonlyArray<Write> => {
  const { assignee, boardId, groupId, query, status } = filter
  const board = given.add(TASK.boardId, boardId)
  const conditions: Array<Write> = [(sql) => sql`t.board_id = ${board}`, (sql) => sql`t.deletion_id is null`]
  if (groupId !== undefined) {
    const place = given.add(TASK.groupId, groupId)
    conditions.push((sql) => sql`t.group_id = ${place}`)
  }
  if (status !== undefined) {
    const place = given.add(TASK.status, status)
    conditions.push((sql) => sql`t.status = ${place}`)
  }
  if (assignee !== undefined) {
    const place = given.add<string>(ASSIGNEE.userId as never, assignee)
    conditions.push((sql) => sql`t.id in (select task_id from boardwright_task_assignee where user_id = ${place})`)
  }
  return query === undefined ? conditions : [...conditions, ...queryConditions(given, query)]
}

/** The part of the task repository that lists tasks by a query: one statement for the page, one for the total if it needs it. */
export const queriedTasks = (db: Db) => {
  const run = { list: adhoc(db, "TaskRepository.list"), listWith: adhoc(db, "TaskRepository.listWith") }
  const total = (operation: keyof typeof run, filter: Task.TaskFilter) =>
    Effect.suspend(() => {
      const given = new Parameters()
      const conditions = filterConditions(given, filter)
      const text: Write = (sql) =>
        sql`select count(*) as "total" from boardwright_task t where ${sql.and(conditions.map((write) => write(sql)))}`
      return run[operation]({ ...given.all, result: TOTAL, heavy: true, long: true, text })
    })
  /** Selects the ids of the page's tasks and what they are sorted by, in order. */
  const pageOf = (given: Parameters, filter: Task.TaskFilter, { limit, offset }: Values.Slice) => {
    const conditions = filterConditions(given, filter)
    const order = taskOrder(given, filter.query?.sort ?? [])
    const [most, skipped] = [given.add(number, limit), given.add(number, offset)]
    const text = (
      sql: Statement.Constructor,
      more = ""
    ) => sql`select t.id, t.rank${sql.literal(more)}${order.keys(sql)}
      from (select ${sql.literal(SORTED)}${order.readings(sql)} from boardwright_task t${order.cells(sql)}
        where ${sql.and(conditions.map((write) => write(sql)))} ${readOnce(sql)}) as t${order.places(sql)}
      order by ${sql.literal(order.orderBy)} limit ${most} offset ${skipped}`
    return { text, orderBy: order.orderBy }
  }
  const orderOf = (sql: Statement.Constructor, orderBy: string) => sql.literal(orderBy.replace(/(^|, )/g, "$1part."))
  return {
    list: (filter: Task.TaskFilter, slice: Values.Slice) => {
      const given = new Parameters()
      const page = pageOf(given, filter, slice)
      const text: Write = (sql) => sql`select ${selectSummary(sql)} from (${page.text(sql)}) as part
        join boardwright_task t on t.id = part.id order by ${orderOf(sql, page.orderBy)}`
      return paged(
        slice,
        run.list({ ...given.all, result: SUMMARY, heavy: true, long: true, text }),
        total("list", filter)
      )
    },
    listWith: (filter: Task.TaskFilter, slice: Values.Slice, { columnValues, counts }: Task.ListInclude) => {
      const given = new Parameters()
      const page = pageOf(given, filter, slice)
      const included = {
        withValues: given.add(number, Number(columnValues)),
        withCounts: given.add(number, Number(counts))
      }
      const text: Write = (sql) => sql`select ${selectSummary(sql)}, ${selectIncluded(sql, included)} from (
          select page.*, sum(size) over (order by ${sql.literal(page.orderBy)} rows unbounded preceding) - size as others
          from (${page.text(sql, `, ${sizeOfValues(sql)} as size`)}) as page) as part
        join boardwright_task t on t.id = part.id order by ${orderOf(sql, page.orderBy)}`
      const rows = run.listWith({ ...given.all, result: { ...SUMMARY, ...INCLUDED }, heavy: true, long: true, text })
      return paged(
        slice,
        Effect.map(rows, (found) => found.map((row) => toListed(row, counts))),
        total("listWith", filter)
      )
    }
  }
}
