import type { Account, Board, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { json } from "./codecs.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, TASK, TASK_SUMMARY } from "./entities.js"
import { jsonList } from "./jsonLists.js"
import { listInPages } from "./pages.js"
import { columns, type Places } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** The column of `selectAssignees`. */
export const ASSIGNEES = { assignees: json<ReadonlyArray<Account.UserId>>() }

/** Selects the assignees of a task `t` as a JSON list. */
export const selectAssignees = (sql: Statement.Constructor): Statement.Fragment => {
  const from = "boardwright_task_assignee"
  return sql`${jsonList(sql, "user_id", { from, where: "task_id = t.id", orderBy: "position" })} as "assignees"`
}

const FILTERS = {
  boardId: TASK.boardId,
  groupId: TASK.groupId,
  status: TASK.status,
  assignee: ASSIGNEE.userId
}
type Filter = "groupId" | "status" | "assignee"

// One statement per set of filters: a single one for all would keep the planner from using the indexes.
const listBy = (db: Db, filters: ReadonlySet<Filter>) => {
  const matching = (sql: Statement.Constructor, p: Places<typeof FILTERS>, trash: "is null" | "is not null" | null) => {
    const conditions = [sql`t.board_id = ${p.boardId}`]
    if (trash !== null) conditions.push(sql`t.deletion_id ${sql.literal(trash)}`)
    if (filters.has("groupId")) conditions.push(sql`t.group_id = ${p.groupId}`)
    if (filters.has("status")) conditions.push(sql`t.status = ${p.status}`)
    if (filters.has("assignee")) {
      conditions.push(sql`t.id in (select task_id from boardwright_task_assignee where user_id = ${p.assignee})`)
    }
    return sql`boardwright_task t where ${sql.and(conditions)}`
  }
  return listInPages(db, "TaskRepository.list", {
    given: FILTERS,
    result: { ...TASK_SUMMARY, ...ASSIGNEES },
    select: (sql) => sql`${columns(sql, TASK_SUMMARY, "t")}, ${selectAssignees(sql)}`,
    from: (sql, p) => matching(sql, p, "is null"),
    // No index has the deletion of every task, so the few that are in the trash are counted apart.
    total: (sql, p) =>
      sql`(select count(*) from ${matching(sql, p, null)}) - (select count(*) from ${matching(sql, p, "is not null")})`,
    orderBy: "t.rank, t.id",
    cacheableTotal: true
  })
}

const names: ReadonlyArray<Filter> = ["groupId", "status", "assignee"]
const keyOf = (has: (name: Filter) => boolean): number =>
  names.reduce((key, name, bit) => (has(name) ? key | (1 << bit) : key), 0)

/** The part of the task repository that lists a board's tasks under any set of filters. */
export const taskLists = (db: Db): Pick<Context.Tag.Service<Task.TaskRepository>, "list"> => {
  const lists = Array.from({ length: 1 << names.length }, (_, key) =>
    listBy(db, new Set(names.filter((_, bit) => (key & (1 << bit)) !== 0)))
  )
  return {
    list: (filter, slice) => {
      const list = lists[keyOf((name) => filter[name] !== undefined)] ?? listBy(db, new Set())
      return list(
        {
          boardId: filter.boardId,
          groupId: filter.groupId ?? ("" as Board.GroupId),
          status: filter.status ?? "",
          assignee: (filter.assignee ?? "") as Account.UserId
        },
        slice
      )
    }
  }
}
