import type { Change } from "@boardwright/client"
import { type BoardTask, type Json, newTask, patched, placed, type TaskPatch, type Tasks } from "./Operation.js"

const VALUE = "columnValues."
const FIELDS = ["name", "status", "priority", "assignees", "dueDate", "groupId"] as const
/** Of fields that are empty and so left out of the change. */
const EMPTY: Readonly<Record<string, Json>> = { assignees: [], dueDate: null }

/** The fields of a task that a change set. */
const patchOf = ({ fields }: Pick<Change, "fields">): TaskPatch => {
  const entries = Object.entries(fields).map(([name, { to }]): [string, Json] => [
    name,
    (to ?? EMPTY[name] ?? null) as Json
  ])
  const cells = entries.filter(([name]) => name.startsWith(VALUE)).map(([name, to]) => [name.slice(VALUE.length), to])
  return {
    ...Object.fromEntries(entries.filter(([name]) => (FIELDS as ReadonlyArray<string>).includes(name))),
    ...(cells.length === 0 ? {} : { columnValues: Object.fromEntries(cells) })
  }
}

/** How the entries of a task are counted after a change of one. */
const counted = (counts: BoardTask["counts"], { fields, type }: Change): BoardTask["counts"] => {
  const [noun, verb] = type.split(".")
  const by = verb === "created" ? 1 : verb === "deleted" ? -1 : 0
  const number = (name: string, side: "from" | "to"): number => Number(fields[name]?.[side] ?? 0)
  switch (noun) {
    case "comment":
      return { ...counts, comments: counts.comments + by }
    case "subtask":
      return {
        ...counts,
        subtasks: counts.subtasks + by,
        subtasksDone: counts.subtasksDone + number("completed", "to") - number("completed", "from")
      }
    case "timeEntry":
      return { ...counts, minutes: counts.minutes + number("duration", "to") - number("duration", "from") }
    default:
      return counts
  }
}

const next = ({ fields }: Change): string | null => {
  const to = fields["beforeTaskId"]?.to
  return typeof to === "string" ? to : null
}

/** Whether a change is of a comment, a subtask or a time entry, which a task counts. */
export const isOfEntry = ({ type }: Pick<Change, "type">): boolean => /^(comment|subtask|timeEntry)\./.test(type)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** What tasks have of options, by their ids. */
const meaningsOf = (options: unknown): ReadonlyMap<unknown, string> =>
  new Map(
    Array.isArray(options)
      ? options.filter(isRecord).map(({ id, label, value }) => [id, JSON.stringify([label, value])])
      : []
  )

/** Whether a column was made or changed such that tasks have other values: not by its name, width or a new option. */
const changesCells = ({ fields }: Pick<Change, "fields">): boolean => {
  const { field, options, replaceWith, type } = fields
  const after = meaningsOf(options?.to)
  const isRelabelled = [...meaningsOf(options?.from)].some(([id, meaning]) => after.get(id) !== meaning)
  // A new column had no type before.
  const isRetyped = typeof type?.from === "string"
  return isRelabelled || isRetyped || replaceWith !== undefined || typeof (field?.to ?? field?.from) === "string"
}

/** What to load again after a change: parts of the board, or its tasks too. */
export type Stale = "nothing" | "board" | "tasks"

/** What a change makes of the tasks of its board, and what it does not say. */
export const applyChange = (tasks: Tasks, change: Change): { readonly tasks: Tasks; readonly stale: Stale } => {
  const { at, boardId, taskId, type } = change
  const task = taskId === null ? undefined : tasks.get(taskId)
  const put = (made: BoardTask): Tasks => new Map(tasks).set(made.id, made)
  switch (type) {
    case "task.created":
      if (taskId === null || task !== undefined) return { tasks, stale: "nothing" }
      // A copy is placed after its original and has subtasks.
      if ("subtasks" in change.fields) return { tasks, stale: "tasks" }
      return { tasks: put(newTask(taskId, boardId ?? "", patchOf(change), at)), stale: "nothing" }
    case "task.updated": {
      if (task === undefined) return { tasks, stale: "nothing" }
      const after = { ...patched(task, patchOf(change)), updatedAt: at }
      return {
        tasks: after.groupId === task.groupId ? put(after) : placed(tasks, after, next(change)),
        stale: "nothing"
      }
    }
    case "task.moved": {
      if (task === undefined) return { tasks, stale: "nothing" }
      const moved = { ...patched(task, patchOf(change)), updatedAt: at }
      // Without fields it was moved to where it was.
      const isInPlace = Object.keys(change.fields).length === 0
      return { tasks: isInPlace ? put(moved) : placed(tasks, moved, next(change)), stale: "nothing" }
    }
    case "task.deleted": {
      const rest = new Map(tasks)
      rest.delete(taskId ?? "")
      return { tasks: rest, stale: "nothing" }
    }
    case "task.restored":
    case "task.transferred":
    case "group.deleted":
    case "column.deleted":
    case "board.restored":
      return { tasks, stale: "tasks" }
    case "column.created":
    case "column.updated":
      return { tasks, stale: changesCells(change) ? "tasks" : "board" }
    default: {
      if (task !== undefined) return { tasks: put({ ...task, counts: counted(task.counts, change) }), stale: "nothing" }
      return { tasks, stale: /^(board|group|member|invitation)\./.test(type) ? "board" : "nothing" }
    }
  }
}
