import type { Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { adhoc } from "./adhoc.js"
import { boardsReadableBy } from "./boardAccess.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, BOARD, TOTAL } from "./entities.js"
import { INCLUDED, SUMMARY, toListed } from "./listedTask.js"
import type { Parameters } from "./Parameters.js"
import { paged } from "./pages.js"
import { queryConditions } from "./taskConditions.js"
import { selectListed, selectTotal, type TasksToList } from "./taskPages.js"
import { isInPlaces, PLACES, placesOf } from "./tokenPlaces.js"

type Db = Context.Tag.Service<Database>
type Write = (sql: Statement.Constructor) => Statement.Fragment

const PLACE = { boardName: BOARD.name, workspaceId: BOARD.workspaceId }

const conditionsOf = (
  given: Parameters,
  { places, query, userId, workspaceId }: Task.AssignedFilter
): ReadonlyArray<Write> => {
  const user = given.add(ASSIGNEE.userId, userId)
  const ofBoard: Array<Write> = [(sql) => sql`b.id = t.board_id`, (sql) => sql`b.deletion_id is null`]
  if (workspaceId !== undefined) {
    const place = given.add(BOARD.workspaceId, workspaceId)
    ofBoard.push((sql) => sql`b.workspace_id = ${place}`)
  }
  if (places !== null) {
    const { boardIds, workspaceIds } = placesOf(places)
    const within = {
      boardIds: given.add(PLACES.boardIds, boardIds),
      workspaceIds: given.add(PLACES.workspaceIds, workspaceIds)
    }
    ofBoard.push((sql) => isInPlaces(sql, within, "b.id", "b.workspace_id"))
  }
  return [
    (sql) => sql`a.user_id = ${user}`,
    (sql) => sql`t.deletion_id is null`,
    // The board is looked up for each task: PostgreSQL would read all boards to join them. With "is true" it makes no join of this.
    (sql) => sql`((select b.id from boardwright_board b where ${sql.and(ofBoard.map((write) => write(sql)))})
      in ${boardsReadableBy(sql, user)}) is true`,
    ...queryConditions(given, query)
  ]
}

/** The part of the task repository that lists a user's tasks on all boards, found by the index of assignees. */
export const assignedTasks = (db: Db): Context.Tag.Service<Task.TaskRepository>["listAssigned"] => {
  const run = adhoc(db, "TaskRepository.listAssigned")
  return (filter, slice, include) => {
    const tasks: TasksToList = {
      from: "boardwright_task_assignee a join boardwright_task t on t.id = a.task_id",
      conditions: (given) => conditionsOf(given, filter),
      sort: filter.query.sort,
      beside: {
        select: `, b.name as "boardName", b.workspace_id as "workspaceId"`,
        from: " join boardwright_board b on b.id = t.board_id"
      }
    }
    const result = { ...SUMMARY, ...INCLUDED, ...PLACE }
    const rows = Effect.suspend(() => run({ ...selectListed(tasks, slice, include), result, heavy: true, long: true }))
    const listed = Effect.map(rows, (found) =>
      found.map((row) => ({
        ...toListed(row, include.counts),
        boardName: row.boardName,
        workspaceId: row.workspaceId
      }))
    )
    return paged(
      slice,
      listed,
      Effect.suspend(() => run({ ...selectTotal(tasks), result: TOTAL, heavy: true, long: true }))
    )
  }
}
