import { type Account, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Option } from "effect"
import { BOARD_ACCESS, boardAccess, STANDING, standingOn } from "./boardAccess.js"
import { childLists } from "./childLists.js"
import { flag } from "./columns.js"
import { Database } from "./Database.js"
import { asked, findDetails, placed, toFound } from "./findDetails.js"
import { insertMany } from "./insert.js"
import { ASSIGNEE, TASK } from "./rows.js"
import { byColumn, columns, command, forUpdateOfT, queryOne, returning } from "./statement.js"
import { taskChildren } from "./taskChildren.js"
import { ASSIGNEES, assigneesOf, taskLists } from "./taskLists.js"

const id = { id: TASK.id }
const PLACED = { ...TASK, ...ASSIGNEES, ...STANDING }

const assigneeRows = (tasks: ReadonlyArray<Task.PlacedTask>) =>
  tasks.flatMap((task) => task.assignees.map((userId, position) => ({ taskId: task.id, position, userId })))

/** Fields that cost time when an update names them, changed or not: those that indexes hold, and column values of up to 512 KiB. */
const COSTLY = [["groupId", "rank"], ["status"], ["columnValues"]] as const

/**
 * Whether others changed the locked task `t` since the statement began. One that waits for a row's lock has the row as it
 * is then, and everything else as of before the wait: assignees too.
 */
const hasChanged = (sql: Statement.Constructor): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`t.xmin <> (select xmin from boardwright_task where id = t.id)`,
    orElse: () => sql`false`
  })

const sameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a === b || (a.length === b.length && a.every((entry, at) => entry === b[at]))

const make = Effect.map(Database, (db) => {
  const insertTasks = insertMany(db, "TaskRepository.insert", "boardwright_task", TASK)
  const insertAssignees = insertMany(db, "TaskRepository.insert", "boardwright_task_assignee", ASSIGNEE)
  const findPlaced = queryOne(db, "TaskRepository.lock", {
    given: asked,
    result: PLACED,
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${assigneesOf(sql)} as "assignees",
      ${standingOn(sql, p.userId)} ${placed(sql, p.id)}`
  })
  const lockRow = queryOne(db, "TaskRepository.lock", {
    given: asked,
    result: { ...PLACED, hasChanged: flag },
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${assigneesOf(sql)} as "assignees",
      ${standingOn(sql, p.userId)}, ${hasChanged(sql)} as "hasChanged" ${placed(sql, p.id)} ${forUpdateOfT(sql)}`
  })
  const hold = queryOne(db, "TaskRepository.hold", {
    given: asked,
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${boardAccess(sql, p.userId)} ${placed(sql, p.id)} ${forUpdateOfT(sql)}`
  })
  const lockPlaced = Effect.fnUntraced(function* (id: Task.TaskId, userId: Account.UserId | null) {
    const found = yield* lockRow({ id, userId })
    if (Option.isNone(found)) return found
    const { hasChanged, ...task } = found.value
    return hasChanged ? yield* findPlaced({ id, userId }) : Option.some(task)
  })
  const updateWithout = (unchanged: ReadonlyArray<keyof typeof TASK>) =>
    command(db, "TaskRepository.replace", {
      given: TASK,
      text: (sql, p) =>
        sql`update boardwright_task set ${sql.update(byColumn(TASK, ["id", "boardId", ...unchanged]))} where id = ${p.id}`
    })
  const update = updateWithout([])
  /** The updates that leave out some of the costly fields, by bits that say which. */
  const updates = Array.from({ length: 1 << COSTLY.length }, (_, bits) =>
    updateWithout(COSTLY.flatMap((fields, at) => (bits & (1 << at) ? fields : [])))
  )
  const updateFrom = (task: Task.PlacedTask, before: Task.PlacedTask) => {
    const bits = COSTLY.reduce(
      (bits, fields, at) => (fields.every((field) => task[field] === before[field]) ? bits | (1 << at) : bits),
      0
    )
    return (updates[bits] ?? update)(task)
  }
  const clearAssignees = command(db, "TaskRepository.replace", {
    given: id,
    text: (sql, p) => sql`delete from boardwright_task_assignee where task_id = ${p.id}`
  })
  const remove = returning(db, "TaskRepository.remove", {
    given: id,
    result: id,
    text: (sql, p) => sql`delete from boardwright_task where id = ${p.id} returning id`
  })

  return Task.TaskRepository.of({
    insert: (tasks) => {
      const assignees = assigneeRows(tasks)
      return assignees.length === 0
        ? insertTasks(tasks)
        : db.atomic(Effect.zipRight(insertTasks(tasks), insertAssignees(assignees)))
    },
    find: findDetails(db),
    lock: (id, userId) =>
      Effect.map(db.dialect === "pg" ? lockPlaced(id, userId) : findPlaced({ id, userId }), Option.map(toFound)),
    hold: (id, userId) => hold({ id, userId }),
    replace: (task, before) => {
      const written = before === undefined ? update(task) : updateFrom(task, before)
      return before !== undefined && sameList(before.assignees, task.assignees)
        ? written
        : db.atomic(
            written.pipe(
              Effect.zipRight(clearAssignees({ id: task.id })),
              Effect.zipRight(insertAssignees(assigneeRows([task])))
            )
          )
    },
    remove: (id) => Effect.map(remove({ id }), (rows) => rows.length === 1),
    ...taskLists(db),
    ...childLists(db),
    ...taskChildren(db)
  })
})

/** Tasks in the database's `boardwright_task` and the tables of what is under a task. */
export const layer: Layer.Layer<Task.TaskRepository, never, Database> = Layer.effect(Task.TaskRepository, make)
