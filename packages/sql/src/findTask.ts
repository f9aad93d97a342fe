import { Board, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { accessOf, selectStanding, STANDING } from "./boardAccess.js"
import { selectTyped, TYPED } from "./boardCells.js"
import { nullable, type ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { MEMBER, TASK } from "./entities.js"
import { FEW_CHILDREN, NEWEST_CHILDREN, selectFewChildren, selectNewestChildren } from "./shownChildren.js"
import { columns, type Place, queryOne } from "./statement.js"
import { ASSIGNEES, selectAssignees, summaryOf } from "./listedTask.js"

type Db = Context.Tag.Service<Database>

const { rank: _rank, ...UNPLACED } = TASK
const FOUND = { ...UNPLACED, ...ASSIGNEES, ...FEW_CHILDREN, ...TYPED, ...STANDING }
const FOUND_LARGE = { ...UNPLACED, ...ASSIGNEES, ...NEWEST_CHILDREN, ...TYPED, ...STANDING }

export const taskAndCaller = { id: TASK.id, userId: nullable(MEMBER.userId) }

const detailsOf = (task: Task.Task, all: Task.Children, totals: Task.ChildTotals): Task.TaskDetails => ({
  ...task,
  ...Task.shownChildren(all),
  totals,
  files: []
})

/** A task `t` with its board `b` and workspace `w`, and what else is joined. */
export const fromTask = (sql: Statement.Constructor, id: Place, joined = sql.literal("")) => sql`from boardwright_task t
  join boardwright_board b on b.id = t.board_id join boardwright_workspace w on w.id = b.workspace_id ${joined}
  where t.id = ${id} and t.deletion_id is null and b.deletion_id is null`

/** The typed columns of the board of a task `t`. Joined, PostgreSQL reads them once for all tasks of a batch that are on one board. */
const typedOnce = (sql: Statement.Constructor) => {
  const typed = selectTyped(sql, "t.board_id")
  return sql.onDialectOrElse({
    pg: () => ({ selected: sql`once."typed"`, joined: sql`cross join lateral (select ${typed} offset 0) as once` }),
    orElse: () => ({ selected: typed, joined: sql.literal("") })
  })
}

/** A task and what else is in its row, of which `selectStanding` and `selectTyped` are part. */
export const foundIn = <A extends Task.Task>(
  row: ValuesOf<typeof STANDING & typeof TYPED> & Pick<Task.Task, "boardId">,
  task: A
): Task.FoundTask<A> => ({ access: accessOf(row), task, typed: row.typed.filter(Board.isTyped) })

/** The task in a row, without its lists. */
export const taskIn = (row: ValuesOf<typeof UNPLACED & typeof ASSIGNEES>): Task.Task => ({
  ...summaryOf(row),
  description: row.description,
  columnValues: row.columnValues
})

/** The details, or null if a list was too large to be read whole. */
const withFewChildren = (row: ValuesOf<typeof FOUND>): Task.FoundTask<Task.TaskDetails> | null => {
  const { comments, subtasks, timeEntries } = row
  if (comments === null || subtasks === null || timeEntries === null) return null
  const totals = { comments: comments.length, subtasks: subtasks.length, timeEntries: timeEntries.length }
  return foundIn(row, detailsOf(taskIn(row), { comments, subtasks, timeEntries }, totals))
}

const withNewestChildren = (row: ValuesOf<typeof FOUND_LARGE>): Task.FoundTask<Task.TaskDetails> => {
  const { totalComments: comments, totalSubtasks: subtasks, totalTimeEntries: timeEntries } = row
  return foundIn(row, detailsOf(taskIn(row), row, { comments, subtasks, timeEntries }))
}

/** Finds a task with its details: by one statement if its lists are small, otherwise by a second one. */
export const findTask = (db: Db): Context.Tag.Service<Task.TaskRepository>["find"] => {
  const find = queryOne(db, "TaskRepository.find", {
    batched: true,
    given: taskAndCaller,
    result: FOUND,
    text: (sql, p) => {
      const { joined, selected } = typedOnce(sql)
      return sql`select ${columns(sql, UNPLACED, "t")}, ${selectAssignees(sql)}, ${selectFewChildren(sql)},
        ${selected}, ${selectStanding(sql, p.userId)} ${fromTask(sql, p.id, joined)}`
    }
  })
  const findLarge = queryOne(db, "TaskRepository.find", {
    given: taskAndCaller,
    result: FOUND_LARGE,
    text: (sql, p) =>
      sql`select ${columns(sql, UNPLACED, "t")}, ${selectAssignees(sql)}, ${selectNewestChildren(sql)},
        ${selectTyped(sql, "t.board_id")}, ${selectStanding(sql, p.userId)} ${fromTask(sql, p.id)}`
  })
  return (id, userId) =>
    Effect.flatMap(find({ id, userId }), (found) => {
      if (Option.isNone(found)) return Effect.succeedNone
      const details = withFewChildren(found.value)
      return details === null
        ? Effect.map(findLarge({ id, userId }), Option.map(withNewestChildren))
        : Effect.succeedSome(details)
    })
}
