import { type Account, Task } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { BOARD_ACCESS, selectAccess, selectStanding, STANDING } from "./boardAccess.js"
import { BINDINGS, selectBindings, selectTyped, TYPED } from "./boardCells.js"
import { flag, type ValuesOf } from "./codecs.js"
import { Database } from "./Database.js"
import { ASSIGNEE, TASK } from "./entities.js"
import { findTask, fromTask, taskAndCaller, toFound } from "./findTask.js"
import { insertMany } from "./insert.js"
import { byColumn, columns, command, forUpdateOfT, hasChanged, queryOne } from "./statement.js"
import { subtaskPlaces } from "./subtaskPlaces.js"
import { taskChildren } from "./taskChildren.js"
import { ASSIGNEES, selectAssignees, taskLists } from "./taskLists.js"
import { taskPlaces } from "./taskPlaces.js"

const id = { id: TASK.id }
const PLACED = { ...TASK, ...ASSIGNEES, ...BINDINGS, ...TYPED, ...STANDING }

const assigneeRows = (tasks: ReadonlyArray<Task.PlacedTask>) =>
  tasks.flatMap((task) => task.assignees.map((userId, position) => ({ taskId: task.id, position, userId })))

/** Fields that an update leaves out when unchanged: indexed ones, and column values of up to 512 KiB. */
const COSTLY = [["groupId", "rank"], ["status"], ["columnValues"]] as const

const toLocked = (row: ValuesOf<typeof PLACED>): Task.LockedTask => {
  const { bindings, ...task } = row
  return { ...toFound(task), bindings }
}

const isSameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a === b || (a.length === b.length && a.every((entry, at) => entry === b[at]))

const make = Effect.map(Database, (db) => {
  const insertTasks = insertMany(db, "TaskRepository.insert", "boardwright_task", TASK)
  const insertAssignees = insertMany(db, "TaskRepository.insert", "boardwright_task_assignee", ASSIGNEE)
  const findPlaced = queryOne(db, "TaskRepository.lock", {
    given: taskAndCaller,
    result: PLACED,
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)},
      ${selectBindings(sql, "t.board_id")}, ${selectTyped(sql, "t.board_id")},
      ${selectStanding(sql, p.userId)} ${fromTask(sql, p.id)}`
  })
  const lockRow = queryOne(db, "TaskRepository.lock", {
    given: taskAndCaller,
    result: { ...PLACED, hasChanged: flag },
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)},
      ${selectBindings(sql, "t.board_id")}, ${selectTyped(sql, "t.board_id")},
      ${selectStanding(sql, p.userId)},
      ${hasChanged(sql, "t", "boardwright_task")} as "hasChanged" ${fromTask(sql, p.id)} ${forUpdateOfT(sql)}`
  })
  const hold = queryOne(db, "TaskRepository.hold", {
    given: taskAndCaller,
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)} ${fromTask(sql, p.id)} ${forUpdateOfT(sql)}`
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

  return Task.TaskRepository.of({
    insert: (tasks) => {
      const assignees = assigneeRows(tasks)
      return assignees.length === 0
        ? insertTasks(tasks)
        : db.atomic(Effect.zipRight(insertTasks(tasks), insertAssignees(assignees)))
    },
    find: findTask(db),
    lock: (id, userId) =>
      Effect.map(db.dialect === "pg" ? lockPlaced(id, userId) : findPlaced({ id, userId }), Option.map(toLocked)),
    // A statement that waited while the task was moved to another board finds none: it joins the task as it is then with the
    // board as of before.
    hold: (id, userId) =>
      Effect.flatMap(hold({ id, userId }), (found) =>
        Option.isNone(found) && db.dialect === "pg" ? hold({ id, userId }) : Effect.succeed(found)
      ),
    replace: (task, before) => {
      const written = before === undefined ? update(task) : updateFrom(task, before)
      return before !== undefined && isSameList(before.assignees, task.assignees)
        ? written
        : db.atomic(
            written.pipe(
              Effect.zipRight(clearAssignees({ id: task.id })),
              Effect.zipRight(insertAssignees(assigneeRows([task])))
            )
          )
    },
    ...taskLists(db),
    ...taskPlaces(db),
    ...taskChildren(db),
    ...subtaskPlaces(db)
  })
})

/** Tasks in the database's `boardwright_task` and the tables of their assignees, comments, subtasks and time entries. */
export const layer: Layer.Layer<Task.TaskRepository, never, Database> = Layer.effect(Task.TaskRepository, make)
