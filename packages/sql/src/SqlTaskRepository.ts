import { type Account, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Option } from "effect"
import { assignedTasks } from "./assignedTasks.js"
import { BOARD_ACCESS, selectAccess, selectStanding, STANDING } from "./boardAccess.js"
import { bindingsAndTyped, selectTyped, TYPED } from "./boardCells.js"
import { type Fields, flag, nullable, type ValuesOf } from "./codecs.js"
import { Database } from "./Database.js"
import { ASSIGNEE, TASK } from "./entities.js"
import { findTask, foundIn, fromTask, taskAndCaller, taskIn } from "./findTask.js"
import { insertMany } from "./insert.js"
import { manyTasks, updatesWithout } from "./manyTasks.js"
import { byColumn, columns, command, forUpdateOfT, hasChanged, type Places, queryOne } from "./statement.js"
import { subtaskPlaces } from "./subtaskPlaces.js"
import { taskChildren } from "./taskChildren.js"
import { ASSIGNEES, selectAssignees } from "./listedTask.js"
import { taskLists } from "./taskLists.js"
import { taskPlaces } from "./taskPlaces.js"

const id = { id: TASK.id }
const PLACED = { ...TASK, ...ASSIGNEES, ...TYPED, ...STANDING }

const assigneeRows = (tasks: ReadonlyArray<Task.PlacedTask>) =>
  tasks.flatMap((task) => task.assignees.map((userId, position) => ({ taskId: task.id, position, userId })))

/** Fields that an update leaves out when unchanged: indexed ones, and column values of up to 512 KiB. */
const COSTLY = [["groupId", "rank"], ["status"], ["columnValues"]] as const

const toLocked = (row: ValuesOf<typeof PLACED>): Task.LockedTask => ({
  ...foundIn(row, { ...taskIn(row), rank: row.rank }),
  bindings: bindingsAndTyped(row.typed).bindings
})

const NEXT = { nextId: nullable(TASK.id) }

/** Selects the task that follows a task `t` in its group. */
const selectNext = (sql: Statement.Constructor) => sql`(select n.id from boardwright_task n
  where n.board_id = t.board_id and n.group_id = t.group_id and n.deletion_id is null and (n.rank, n.id) > (t.rank, t.id)
  order by n.rank, n.id limit 1) as "nextId"`

const isSameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a === b || (a.length === b.length && a.every((entry, at) => entry === b[at]))

/** The most frequent writes are sent with the commit. */
const UNAWAITED = { unawaited: true }

const make = Effect.map(Database, (db) => {
  const insertTasks = insertMany(db, "TaskRepository.insert", "boardwright_task", TASK, UNAWAITED)
  const insertAssignees = insertMany(db, "TaskRepository.insert", "boardwright_task_assignee", ASSIGNEE, UNAWAITED)
  const selectPlaced = (sql: Statement.Constructor, p: Places<typeof taskAndCaller>) =>
    sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)},
      ${selectTyped(sql, "t.board_id")}, ${selectStanding(sql, p.userId)}`
  /** Locks a task, and finds it with what else is selected. */
  const lock = <F extends Fields>(
    operation: string,
    more: F,
    select: (sql: Statement.Constructor) => Statement.Fragment
  ) => {
    const find = queryOne(db, operation, {
      given: taskAndCaller,
      result: { ...PLACED, ...more },
      text: (sql, p) => sql`${selectPlaced(sql, p)}${select(sql)} ${fromTask(sql, p.id)}`
    })
    const lockRow = queryOne(db, operation, {
      given: taskAndCaller,
      result: { ...PLACED, ...more, hasChanged: flag },
      text: (sql, p) => sql`${selectPlaced(sql, p)}${select(sql)},
        ${hasChanged(sql, "t", "boardwright_task")} as "hasChanged" ${fromTask(sql, p.id)} ${forUpdateOfT(sql)}`
    })
    const lockAndFind = Effect.fnUntraced(function* (id: Task.TaskId, userId: Account.UserId | null) {
      const found = yield* lockRow({ id, userId })
      return Option.isSome(found) && found.value.hasChanged ? yield* find({ id, userId }) : found
    })
    return db.dialect === "pg" ? lockAndFind : (id: Task.TaskId, userId: Account.UserId | null) => find({ id, userId })
  }
  const lockTask = lock("TaskRepository.lock", {}, (sql) => sql.literal(""))
  const lockWithNext = lock("TaskRepository.lockWithNext", NEXT, (sql) => sql`, ${selectNext(sql)}`)
  const hold = queryOne(db, "TaskRepository.hold", {
    given: taskAndCaller,
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)} ${fromTask(sql, p.id)} ${forUpdateOfT(sql)}`
  })
  const updateWithout = (unchanged: ReadonlyArray<keyof typeof TASK>) =>
    command(db, "TaskRepository.replace", {
      ...UNAWAITED,
      given: TASK,
      text: (sql, p) =>
        sql`update boardwright_task set ${sql.update(byColumn(TASK, ["id", "boardId", ...unchanged]))} where id = ${p.id}`
    })
  const { updateOf } = updatesWithout(COSTLY, updateWithout)
  const clearAssignees = command(db, "TaskRepository.replace", {
    ...UNAWAITED,
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
    lock: (id, userId) => Effect.map(lockTask(id, userId), Option.map(toLocked)),
    lockWithNext: (id, userId) =>
      Effect.map(
        lockWithNext(id, userId),
        Option.map((row) => ({ ...toLocked(row), nextId: row.nextId }))
      ),
    // A statement that waited while the task was moved to another board finds none: it joins the task as it is then with the
    // board as of before.
    hold: (id, userId) =>
      Effect.flatMap(hold({ id, userId }), (found) =>
        Option.isNone(found) && db.dialect === "pg" ? hold({ id, userId }) : Effect.succeed(found)
      ),
    replace: (task, before) => {
      const written = updateOf(task, before)(task)
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
    listAssigned: assignedTasks(db),
    ...taskPlaces(db),
    ...manyTasks(db, assigneeRows),
    ...taskChildren(db),
    ...subtaskPlaces(db)
  })
})

/** Tasks in the database's `boardwright_task` and the tables of their assignees, comments, subtasks and time entries. */
export const layer: Layer.Layer<Task.TaskRepository, never, Database> = Layer.effect(Task.TaskRepository, make)
