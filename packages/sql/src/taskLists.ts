import type { Account, Board, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { json } from "./columns.js"
import type { Database } from "./Database.js"
import { gatheredValues } from "./gathered.js"
import { paged } from "./paged.js"
import { ASSIGNEE, SLICE, TASK, TASK_SUMMARY, TOTAL } from "./rows.js"
import { columns, query } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** The assignees of a task `t` as a JSON list. */
export const assigneesOf = (sql: Statement.Constructor): Statement.Fragment =>
  gatheredValues(sql, "user_id", {
    from: "boardwright_task_assignee",
    where: "task_id = t.id",
    order: "position"
  })

/** Reads what `assigneesOf` gathers. */
export const ASSIGNEES = { assignees: json<ReadonlyArray<Account.UserId>>() }

const FILTERS = {
  boardId: TASK.boardId,
  groupId: TASK.groupId,
  status: TASK.status,
  assignee: ASSIGNEE.userId
}
type Filter = "groupId" | "status" | "assignee"

// A text of its own for each set of filters: one text for all would hide the columns from their indexes.
const listing = (db: Db, filters: ReadonlySet<Filter>) => {
  const from = (sql: Statement.Constructor, p: { readonly [K in keyof typeof FILTERS]: string }) => {
    const conditions = [sql`t.board_id = ${p.boardId}`]
    if (filters.has("groupId")) conditions.push(sql`t.group_id = ${p.groupId}`)
    if (filters.has("status")) conditions.push(sql`t.status = ${p.status}`)
    if (filters.has("assignee")) {
      conditions.push(sql`t.id in (select task_id from boardwright_task_assignee where user_id = ${p.assignee})`)
    }
    return sql`from boardwright_task t where ${sql.and(conditions)}`
  }
  const list = query(db, "TaskRepository.list", {
    given: { ...FILTERS, ...SLICE },
    result: { ...TASK_SUMMARY, ...ASSIGNEES },
    text: (sql, p) => sql`select ${columns(sql, TASK_SUMMARY, "t")}, ${assigneesOf(sql)} as "assignees" ${from(sql, p)}
      order by t.rank, t.id limit ${p.limit} offset ${p.offset}`
  })
  const total = query(db, "TaskRepository.list", {
    given: FILTERS,
    result: TOTAL,
    keeps: true,
    text: (sql, p) => sql`select count(*) as "total" ${from(sql, p)}`
  })
  return { list, total }
}

const names: ReadonlyArray<Filter> = ["groupId", "status", "assignee"]
const keyOf = (has: (name: Filter) => boolean): number =>
  names.reduce((key, name, bit) => (has(name) ? key | (1 << bit) : key), 0)

/** Lists of a board's tasks under every set of filters. */
export const taskLists = (db: Db): Pick<Context.Tag.Service<Task.TaskRepository>, "list"> => {
  const listings = Array.from({ length: 1 << names.length }, (_, key) =>
    listing(db, new Set(names.filter((_, bit) => (key & (1 << bit)) !== 0)))
  )
  return {
    list: (filter, slice) => {
      const { list, total } = listings[keyOf((name) => filter[name] !== undefined)] ?? listing(db, new Set())
      const values = {
        boardId: filter.boardId,
        groupId: filter.groupId ?? ("" as Board.GroupId),
        status: filter.status ?? "",
        assignee: (filter.assignee ?? "") as Account.UserId
      }
      return paged(slice, list({ ...values, limit: slice.limit, offset: slice.offset }), total(values))
    }
  }
}
