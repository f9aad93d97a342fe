import { Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { accessOf, STANDING, standingOn } from "./boardAccess.js"
import { nullable, type ValuesOf } from "./columns.js"
import type { Database } from "./Database.js"
import { MEMBER, TASK } from "./rows.js"
import { FEW_CHILDREN, fewChildren, NEWEST_CHILDREN, newestChildren } from "./shownChildren.js"
import { columns, queryOne } from "./statement.js"
import { ASSIGNEES, assigneesOf } from "./taskLists.js"

type Db = Context.Tag.Service<Database>

const { rank: _rank, ...UNPLACED } = TASK
const FOUND = { ...UNPLACED, ...ASSIGNEES, ...FEW_CHILDREN, ...STANDING }
const FOUND_LARGE = { ...UNPLACED, ...ASSIGNEES, ...NEWEST_CHILDREN, ...STANDING }

/** A task's id, and who asks. */
export const asked = { id: TASK.id, userId: nullable(MEMBER.userId) }

/** A task with its board and workspace, as `standingOn` needs them. */
export const placed = (sql: Statement.Constructor, id: string) => sql`from boardwright_task t
  join boardwright_board b on b.id = t.board_id join boardwright_workspace w on w.id = b.workspace_id where t.id = ${id}`

/** What a row that has the standing of `standingOn` is, apart from the task in it. */
export const toFound = <A extends Task.Task>(row: A & ValuesOf<typeof STANDING>) => {
  const { ownerId, standing, workspaceId, ...task } = row
  return { access: accessOf(row), task }
}

/** A task whose lists were read whole, or null where they have much. */
const withAll = (row: ValuesOf<typeof FOUND>): Task.FoundTask<Task.TaskDetails> | null => {
  const { comments, subtasks, timeEntries } = row
  if (comments === null || subtasks === null || timeEntries === null) return null
  const totals = { comments: comments.length, subtasks: subtasks.length, timeEntries: timeEntries.length }
  return toFound(Object.assign(row, Task.shownChildren({ comments, subtasks, timeEntries }), { totals, files: [] }))
}

const withNewest = (row: ValuesOf<typeof FOUND_LARGE>): Task.FoundTask<Task.TaskDetails> => {
  const { totalComments: comments, totalSubtasks: subtasks, totalTimeEntries: timeEntries, ...task } = row
  return toFound({ ...task, ...Task.shownChildren(task), totals: { comments, subtasks, timeEntries }, files: [] })
}

/** Finds a task with what is under it: by one statement where that is little, and else by a second one. */
export const findDetails = (db: Db): Context.Tag.Service<Task.TaskRepository>["find"] => {
  const find = queryOne(db, "TaskRepository.find", {
    point: true,
    given: asked,
    result: FOUND,
    text: (sql, p) =>
      sql`select ${columns(sql, UNPLACED, "t")}, ${assigneesOf(sql)} as "assignees", ${fewChildren(sql)},
        ${standingOn(sql, p.userId)} ${placed(sql, p.id)}`
  })
  const findLarge = queryOne(db, "TaskRepository.find", {
    given: asked,
    result: FOUND_LARGE,
    text: (sql, p) =>
      sql`select ${columns(sql, UNPLACED, "t")}, ${assigneesOf(sql)} as "assignees", ${newestChildren(sql)},
        ${standingOn(sql, p.userId)} ${placed(sql, p.id)}`
  })
  return (id, userId) =>
    Effect.flatMap(find({ id, userId }), (found) => {
      if (Option.isNone(found)) return Effect.succeedNone
      const details = withAll(found.value)
      return details === null
        ? Effect.map(findLarge({ id, userId }), Option.map(withNewest))
        : Effect.succeedSome(details)
    })
}
