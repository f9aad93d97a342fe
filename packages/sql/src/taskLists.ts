import type { Account, Board, Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import type { ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, SLICE, TASK, TOTAL } from "./entities.js"
import { INCLUDE, INCLUDED, selectIncluded, selectSummary, sizeOfValues, SUMMARY, toListed } from "./listedTask.js"
import { paged } from "./pages.js"
import { queriedTasks } from "./queriedTasks.js"
import { type Places, query } from "./statement.js"

type Db = Context.Tag.Service<Database>

const FILTERS = {
  boardId: TASK.boardId,
  groupId: TASK.groupId,
  status: TASK.status,
  assignee: ASSIGNEE.userId
}
type Filter = "groupId" | "status" | "assignee"

// One statement per set of filters: a single one for all would keep the planner from using the indexes.
const listBy = (db: Db, filters: ReadonlySet<Filter>) => {
  const matching = (
    sql: Statement.Constructor,
    p: Places<typeof FILTERS>,
    deletion: "is null" | "is not null" | null
  ) => {
    const conditions = [sql`t.board_id = ${p.boardId}`]
    if (deletion !== null) conditions.push(sql`t.deletion_id ${sql.literal(deletion)}`)
    if (filters.has("groupId")) conditions.push(sql`t.group_id = ${p.groupId}`)
    if (filters.has("status")) conditions.push(sql`t.status = ${p.status}`)
    if (filters.has("assignee")) {
      conditions.push(sql`t.id in (select task_id from boardwright_task_assignee where user_id = ${p.assignee})`)
    }
    return sql`boardwright_task t where ${sql.and(conditions)}`
  }
  const pageOf = (sql: Statement.Constructor, p: Places<typeof FILTERS & typeof SLICE>) =>
    sql`${matching(sql, p, "is null")} order by t.rank, t.id limit ${p.limit} offset ${p.offset}`
  // All tasks of the assignee are looked through, on whatever boards.
  const long = filters.has("assignee")
  const total = query(db, "TaskRepository.list", {
    given: FILTERS,
    result: TOTAL,
    cacheable: true,
    long,
    // Deleted tasks are few, and have an index: all others are counted in two thirds of the time if they are not looked at.
    text: (sql, p) =>
      sql`select (select count(*) from ${matching(sql, p, null)})
        - (select count(*) from ${matching(sql, p, "is not null")}) as "total"`
  })
  const page = query(db, "TaskRepository.list", {
    given: { ...FILTERS, ...SLICE },
    result: SUMMARY,
    long,
    // PostgreSQL would read whole rows, with their assignees, of all tasks before the page.
    text: (sql, p) =>
      db.dialect === "pg"
        ? sql`select ${selectSummary(sql)} from (select t.id, t.rank from ${pageOf(sql, p)}) as part
            join boardwright_task t on t.id = part.id order by part.rank, part.id`
        : sql`select ${selectSummary(sql)} from ${pageOf(sql, p)}`
  })
  const pageWith = query(db, "TaskRepository.listWith", {
    given: { ...FILTERS, ...SLICE, ...INCLUDE },
    result: { ...SUMMARY, ...INCLUDED },
    heavy: true,
    long,
    text: (sql, p) => sql`select ${selectSummary(sql)}, ${selectIncluded(sql, p)} from (
        select id, sum(size) over (order by rank, id rows unbounded preceding) - size as others from (
          select t.id, t.rank, ${sql.literal(sizeOfValues(sql))} as size from ${pageOf(sql, p)}) as part) as measured
      join boardwright_task t on t.id = measured.id order by t.rank, t.id`
  })
  return {
    list: (values: ValuesOf<typeof FILTERS>, slice: Values.Slice) =>
      paged(slice, page({ ...values, limit: slice.limit, offset: slice.offset }), total(values)),
    listWith: (values: ValuesOf<typeof FILTERS>, slice: Values.Slice, { columnValues, counts }: Task.ListInclude) => {
      const include = { withValues: Number(columnValues), withCounts: Number(counts) }
      const rows = pageWith({ ...values, ...include, limit: slice.limit, offset: slice.offset })
      return paged(
        slice,
        Effect.map(rows, (found) => found.map((row) => toListed(row, counts))),
        total(values)
      )
    }
  }
}

const names: ReadonlyArray<Filter> = ["groupId", "status", "assignee"]
const keyOf = (has: (name: Filter) => boolean): number =>
  names.reduce((key, name, bit) => (has(name) ? key | (1 << bit) : key), 0)

/** The part of the task repository that lists a board's tasks under any set of filters. */
export const taskLists = (db: Db): Pick<Context.Tag.Service<Task.TaskRepository>, "list" | "listWith"> => {
  const lists = Array.from({ length: 1 << names.length }, (_, key) =>
    listBy(db, new Set(names.filter((_, bit) => (key & (1 << bit)) !== 0)))
  )
  const listOf = (filter: Task.TaskFilter) =>
    lists[keyOf((name) => filter[name] !== undefined)] ?? listBy(db, new Set())
  const valuesOf = (filter: Task.TaskFilter) => ({
    boardId: filter.boardId,
    groupId: filter.groupId ?? ("" as Board.GroupId),
    status: filter.status ?? "",
    assignee: (filter.assignee ?? "") as Account.UserId
  })
  const queried = queriedTasks(db)
  return {
    list: (filter, slice) =>
      filter.query === undefined ? listOf(filter).list(valuesOf(filter), slice) : queried.list(filter, slice),
    listWith: (filter, slice, include) =>
      filter.query === undefined
        ? listOf(filter).listWith(valuesOf(filter), slice, include)
        : queried.listWith(filter, slice, include)
  }
}
