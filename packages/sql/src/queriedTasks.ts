import type { Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { adhoc } from "./adhoc.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, TASK, TOTAL } from "./entities.js"
import { INCLUDED, SUMMARY, toListed } from "./listedTask.js"
import type { Parameters } from "./Parameters.js"
import { paged } from "./pages.js"
import { queryConditions } from "./taskConditions.js"
import { selectListed, selectSummaries, selectTotal, type TasksToList } from "./taskPages.js"
import { taskWords, type WordCondition } from "./taskWords.js"

type Db = Context.Tag.Service<Database>
type Write = (sql: Statement.Constructor) => Statement.Fragment

const filterConditions = (
  given: Parameters,
  { assignee, boardId, groupId, query, status }: Task.TaskFilter,
  words: WordCondition | null
): ReadonlyArray<Write> => {
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
  if (words !== null) conditions.push(words(given))
  return query === undefined ? conditions : [...conditions, ...queryConditions(given, query)]
}

/** How long these run depends on the size of the board. */
const LONG = { heavy: true, long: true } as const

/** The part of the task repository that lists tasks by a query: one statement for the page, one for the total if it needs it. */
export const queriedTasks = (db: Db) => {
  const run = { list: adhoc(db, "TaskRepository.list"), listWith: adhoc(db, "TaskRepository.listWith") }
  const lookUp = taskWords(db)
  const tasksOf = Effect.fnUntraced(function* (filter: Task.TaskFilter) {
    const { sort = [], words = [] } = filter.query ?? {}
    const having = words.length === 0 ? null : yield* lookUp(filter.boardId, words)
    const conditions = (given: Parameters) => filterConditions(given, filter, having)
    const tasks: TasksToList = { from: "boardwright_task t", conditions, sort }
    return tasks
  })
  const total = (operation: keyof typeof run, tasks: TasksToList) =>
    Effect.suspend(() => run[operation]({ ...selectTotal(tasks), result: TOTAL, ...LONG }))
  return {
    list: (filter: Task.TaskFilter, slice: Values.Slice) =>
      Effect.flatMap(tasksOf(filter), (tasks) =>
        paged(slice, run.list({ ...selectSummaries(tasks, slice), result: SUMMARY, ...LONG }), total("list", tasks))
      ),
    listWith: (filter: Task.TaskFilter, slice: Values.Slice, include: Task.ListInclude) =>
      Effect.flatMap(tasksOf(filter), (tasks) => {
        const statement = selectListed(tasks, slice, include)
        const rows = run.listWith({ ...statement, result: { ...SUMMARY, ...INCLUDED }, ...LONG })
        const listed = Effect.map(rows, (found) => found.map((row) => toListed(row, include.counts)))
        return paged(slice, listed, total("listWith", tasks))
      })
  }
}
