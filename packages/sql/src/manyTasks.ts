import type { Task } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { columnOf, count, json, type ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { ASSIGNEE, TASK } from "./entities.js"
import { insertMany } from "./insert.js"
import { isOneOf } from "./jsonLists.js"
import { columns, command, forUpdateOfT, query } from "./statement.js"
import { ASSIGNEES, selectAssignees, sizeOfValues } from "./listedTask.js"

type Db = Context.Tag.Service<Database>
type Many = Pick<Context.Tag.Service<Task.TaskRepository>, "lockMany" | "readLocked" | "replaceMany">
type Replacement = Parameters<Many["replaceMany"]>[0][number]

const ids = { ids: json<ReadonlyArray<string>>() }

/** Fields that are left out when unchanged on all tasks: indexed ones, and column values of up to 512 KiB. */
const COSTLY = [["groupId", "rank"], ["status"], ["columnValues"], ["description"]] as const

/** Makes the updates that leave out some of the costly fields, and chooses the one that leaves out those that stay. */
export const updatesWithout = <U, F extends keyof Task.PlacedTask>(
  costly: ReadonlyArray<ReadonlyArray<F>>,
  updateWithout: (unchanged: ReadonlyArray<F>) => U
) => {
  // By bits that say which are left out.
  const updates = Array.from({ length: 1 << costly.length }, (_, bits) =>
    updateWithout(costly.flatMap((fields, at) => (bits & (1 << at) ? fields : [])))
  )
  const updateOf = (task: Task.PlacedTask, before?: Task.PlacedTask): U => {
    const stays = (field: F) => task[field] === before?.[field]
    return updates[costly.reduce((bits, fields, at) => (fields.every(stays) ? bits | (1 << at) : bits), 0)] as U
  }
  return { updates, updateOf }
}

/** The part of the task repository that reads and writes many tasks of a board in one statement. */
export const manyTasks = (
  db: Db,
  assigneeRows: (tasks: ReadonlyArray<Task.PlacedTask>) => ReadonlyArray<ValuesOf<typeof ASSIGNEE>>
): Many => {
  const lock = query(db, "TaskRepository.lockMany", {
    given: { boardId: TASK.boardId, ...ids },
    result: { id: TASK.id, bytes: count },
    text: (sql, p) => sql`select t.id as "id",
        ${sql.literal(sizeOfValues(sql))} + octet_length(t.description) as "bytes" from boardwright_task t
      where t.board_id = ${p.boardId} and ${isOneOf(sql, "t.id", p.ids)} and t.deletion_id is null
      order by t.id ${forUpdateOfT(sql)}`
  })
  const read = query(db, "TaskRepository.readLocked", {
    given: ids,
    result: { ...TASK, ...ASSIGNEES },
    text: (sql, p) => sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)} from boardwright_task t
      where ${isOneOf(sql, "t.id", p.ids)}`
  })
  const updateWithout = (unchanged: ReadonlyArray<string>) => {
    const fields = Object.entries(TASK).filter(([field]) => !["id", "boardId", ...unchanged].includes(field))
    const set = (value: (column: string) => string) =>
      fields.map(([field]) => `${columnOf(field)} = ${value(columnOf(field))}`).join(", ")
    const update = command(db, "TaskRepository.replaceMany", {
      given: { list: json<ReadonlyArray<object>>() },
      text: (sql, p) =>
        sql.onDialectOrElse({
          pg: () => sql`update boardwright_task t set ${sql.literal(set((column) => `r.${column}`))}
            from json_populate_recordset(null::boardwright_task, ${p.list}::json) r where t.id = r.id`,
          orElse: () => sql`update boardwright_task set ${sql.literal(set((column) => `value ->> '${column}'`))}
            from json_each(${p.list}) where boardwright_task.id = value ->> 'id'`
        })
    })
    const stored = (task: Task.PlacedTask): object =>
      Object.fromEntries([
        ["id", task.id],
        ...fields.map(([field, codec]) => {
          const value: unknown = task[field as keyof Task.PlacedTask]
          return [columnOf(field), db.dialect === "pg" ? value : codec.encode(value as never, db.dialect)] as const
        })
      ])
    return (tasks: ReadonlyArray<Task.PlacedTask>) => update({ list: tasks.map(stored) })
  }
  const { updateOf, updates } = updatesWithout(COSTLY, updateWithout)
  const clearAssignees = command(db, "TaskRepository.replaceMany", {
    given: ids,
    text: (sql, p) => sql`delete from boardwright_task_assignee where ${isOneOf(sql, "task_id", p.ids)}`
  })
  const insertAssignees = insertMany(db, "TaskRepository.replaceMany", "boardwright_task_assignee", ASSIGNEE)
  const replaceAll = Effect.fnUntraced(function* (list: ReadonlyArray<Replacement>) {
    for (const update of updates) {
      const some = list.filter(({ before, task }) => updateOf(task, before) === update).map(({ task }) => task)
      if (some.length > 0) yield* update(some)
    }
    const assigned = list.flatMap(({ before, task }) => (before.assignees === task.assignees ? [] : [task]))
    if (assigned.length === 0) return
    yield* clearAssignees({ ids: assigned.map(({ id }) => id) })
    yield* insertAssignees(assigneeRows(assigned))
  })
  return {
    lockMany: (boardId, ids) => (ids.length === 0 ? Effect.succeed([]) : lock({ boardId, ids })),
    readLocked: (ids) => (ids.length === 0 ? Effect.succeed([]) : read({ ids })),
    replaceMany: (list) => (list.length === 0 ? Effect.void : db.atomic(replaceAll(list)))
  }
}
