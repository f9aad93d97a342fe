import type { Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { readOnce } from "./cellReadings.js"
import { number } from "./codecs.js"
import { selectIncluded, selectSummary, sizeOfValues } from "./listedTask.js"
import { Parameters } from "./Parameters.js"
import { taskOrder } from "./taskOrder.js"

type Write = (sql: Statement.Constructor) => Statement.Fragment

/** Tasks `t` to list. */
export interface TasksToList {
  /** The tables that have the tasks and what the conditions need. */
  readonly from: string
  readonly conditions: (given: Parameters) => ReadonlyArray<Write>
  readonly sort: ReadonlyArray<Task.SortKey>
  /** Selected beside a listed task `t`. */
  readonly beside?: { readonly select: string; readonly from: string }
}

const SORTED =
  "t.id, t.rank, t.name, t.group_id, t.status, t.priority, t.due_date, t.created_at, t.updated_at, t.column_values"

/** A statement that counts the tasks, and its parameters. */
export const selectTotal = ({ conditions, from }: TasksToList) => {
  const given = new Parameters()
  const all = conditions(given)
  const text: Write = (sql) =>
    sql`select count(*) as "total" from ${sql.literal(from)} where ${sql.and(all.map((write) => write(sql)))}`
  return { ...given.all, text }
}

/** Selects the ids of the page's tasks and what they are sorted by, in order. */
const pageOf = (given: Parameters, { conditions, from, sort }: TasksToList, { limit, offset }: Values.Slice) => {
  const all = conditions(given)
  const order = taskOrder(given, sort)
  const [most, skipped] = [given.add(number, limit), given.add(number, offset)]
  const text = (sql: Statement.Constructor, more = "") => sql`select t.id, t.rank${sql.literal(more)}${order.keys(sql)}
    from (select ${sql.literal(SORTED)}${order.readings(sql)} from ${sql.literal(from)}${order.cells(sql)}
      where ${sql.and(all.map((write) => write(sql)))} ${readOnce(sql)}) as t${order.places(sql)}
    order by ${sql.literal(order.orderBy)} limit ${most} offset ${skipped}`
  return { text, orderBy: order.orderBy }
}

const orderOf = (sql: Statement.Constructor, orderBy: string) => sql.literal(orderBy.replace(/(^|, )/g, "$1part."))

/** A statement that selects the summaries of a page's tasks in order, and its parameters. */
export const selectSummaries = (tasks: TasksToList, slice: Values.Slice) => {
  const given = new Parameters()
  const page = pageOf(given, tasks, slice)
  const text: Write = (sql) => sql`select ${selectSummary(sql)} from (${page.text(sql)}) as part
    join boardwright_task t on t.id = part.id order by ${orderOf(sql, page.orderBy)}`
  return { ...given.all, text }
}

/** As `selectSummaries`, with what each includes. */
export const selectListed = (tasks: TasksToList, slice: Values.Slice, { columnValues, counts }: Task.ListInclude) => {
  const given = new Parameters()
  const page = pageOf(given, tasks, slice)
  const included = {
    withValues: given.add(number, Number(columnValues)),
    withCounts: given.add(number, Number(counts))
  }
  const { from = "", select = "" } = tasks.beside ?? {}
  const text: Write = (
    sql
  ) => sql`select ${selectSummary(sql)}, ${selectIncluded(sql, included)}${sql.literal(select)} from (
      select page.*, sum(size) over (order by ${sql.literal(page.orderBy)} rows unbounded preceding) - size as others
      from (${page.text(sql, `, ${columnValues ? sizeOfValues(sql) : "0"} as size`)}) as page) as part
    join boardwright_task t on t.id = part.id${sql.literal(from)} order by ${orderOf(sql, page.orderBy)}`
  return { ...given.all, text }
}
