import type { TaskSummary } from "@boardwright/client"

/** A task as lists have it, with its values and counts. */
export type BoardTask = TaskSummary & Required<Pick<TaskSummary, "columnValues" | "counts">>

/** By id, in the order of the board. */
export type Tasks = ReadonlyMap<string, BoardTask>

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** What can be written of a task; `columnValues` has the cells that change, null clears one. */
export interface TaskPatch {
  readonly name?: string
  readonly description?: string
  readonly status?: string
  readonly priority?: string
  readonly assignees?: ReadonlyArray<string>
  readonly dueDate?: string | null
  readonly groupId?: string
  readonly columnValues?: Readonly<Record<string, Json>>
}

interface Create {
  readonly op: "create"
  /** The id of the task until the server gives it one. */
  readonly ref: string
  readonly task: TaskPatch & { readonly name: string; readonly groupId: string }
}
interface Update {
  readonly op: "update"
  readonly id: string
  readonly patch: TaskPatch
  /** Fields as the user saw them; a cell is `columnValues.<id>`. */
  readonly expect?: Readonly<Record<string, unknown>>
}
interface Move {
  readonly op: "move"
  readonly id: string
  readonly groupId: string
  /** Null for the end of the group. */
  readonly beforeTaskId: string | null
}
interface Delete {
  readonly op: "delete"
  readonly id: string
}

/** A change of a task, as `POST /api/tasks/bulk` takes it. */
export type Operation = Create | Update | Move | Delete

const DEFAULTS = {
  status: "pending",
  priority: "medium",
  assignees: [],
  dueDate: null,
  columnValues: {},
  counts: { comments: 0, subtasks: 0, subtasksDone: 0, minutes: 0 }
} as const

/** A new task, with the defaults of the server. */
export const newTask = (id: string, boardId: string, patch: TaskPatch, at: string): BoardTask => {
  const { columnValues, description: _, ...fields } = patch
  return {
    ...DEFAULTS,
    id,
    boardId,
    groupId: "",
    name: "",
    createdAt: at,
    updatedAt: at,
    ...fields,
    columnValues: withCells({}, columnValues)
  }
}

const withCells = (
  cells: BoardTask["columnValues"],
  changed: Readonly<Record<string, Json>> = {}
): BoardTask["columnValues"] => {
  const next = { ...cells, ...changed }
  for (const [id, value] of Object.entries(changed)) if (value === null) delete next[id]
  return next
}

/** A task with the fields of a patch. */
export const patched = (task: BoardTask, { columnValues, description: _, ...fields }: TaskPatch): BoardTask => ({
  ...task,
  ...fields,
  columnValues: withCells(task.columnValues, columnValues)
})

/** The tasks with one before another, or last. */
export const placed = (tasks: Tasks, task: BoardTask, beforeTaskId: string | null): Tasks => {
  const rest = [...tasks.values()].filter(({ id }) => id !== task.id)
  const at = beforeTaskId === null ? -1 : rest.findIndex(({ id }) => id === beforeTaskId)
  rest.splice(at === -1 ? rest.length : at, 0, task)
  return new Map(rest.map((each) => [each.id, each]))
}

const without = (tasks: Tasks, id: string): Tasks => {
  const next = new Map(tasks)
  next.delete(id)
  return next
}

const replaced = (tasks: Tasks, id: string, change: (task: BoardTask) => BoardTask): Tasks => {
  const task = tasks.get(id)
  return task === undefined ? tasks : new Map(tasks).set(id, change(task))
}

/** The tasks after an operation; what it does to a task that is gone is left out. */
export const applied = (tasks: Tasks, operation: Operation, boardId: string, at: string): Tasks => {
  switch (operation.op) {
    case "create": {
      const { ref, task } = operation
      return tasks.has(ref) ? tasks : new Map(tasks).set(ref, newTask(ref, boardId, task, at))
    }
    case "update":
      return replaced(tasks, operation.id, (task) => patched(task, operation.patch))
    case "move": {
      const task = tasks.get(operation.id)
      if (task === undefined) return tasks
      return placed(tasks, { ...task, groupId: operation.groupId }, operation.beforeTaskId)
    }
    case "delete":
      return without(tasks, operation.id)
  }
}

/** The operation with the ids that the server gave to new tasks. */
export const renamedIn = (operation: Operation, ids: ReadonlyMap<string, string>): Operation => {
  const idOf = (id: string) => ids.get(id) ?? id
  switch (operation.op) {
    case "create":
      return { ...operation, ref: idOf(operation.ref) }
    case "move":
      return {
        ...operation,
        id: idOf(operation.id),
        beforeTaskId: operation.beforeTaskId === null ? null : idOf(operation.beforeTaskId)
      }
    default:
      return { ...operation, id: idOf(operation.id) }
  }
}
