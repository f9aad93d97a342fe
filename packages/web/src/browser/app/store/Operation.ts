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

const place = (list: Array<BoardTask>, task: BoardTask, beforeTaskId: string | null): void => {
  const from = list.findIndex(({ id }) => id === task.id)
  if (from !== -1) list.splice(from, 1)
  const at = beforeTaskId === null ? -1 : list.findIndex(({ id }) => id === beforeTaskId)
  list.splice(at === -1 ? list.length : at, 0, task)
}

const byId = (list: ReadonlyArray<BoardTask>): Map<string, BoardTask> => new Map(list.map((task) => [task.id, task]))

/** The tasks with one before another, or last. */
export const placed = (tasks: Tasks, task: BoardTask, beforeTaskId: string | null): Tasks => {
  const list = [...tasks.values()]
  place(list, task, beforeTaskId)
  return byId(list)
}

/** The tasks after operations in their order; what they do to tasks that are gone is left out. */
export const applied = (tasks: Tasks, operations: ReadonlyArray<Operation>, boardId: string, at: string): Tasks => {
  if (operations.length === 0) return tasks
  let next = new Map(tasks)
  /** The tasks in their order while some are moved one after another: a map for each would take seconds for a few hundred. */
  let list: Array<BoardTask> | null = null
  for (const operation of operations) {
    if (list !== null && operation.op !== "move") {
      next = byId(list)
      list = null
    }
    switch (operation.op) {
      case "create": {
        const { ref, task } = operation
        if (!next.has(ref)) next.set(ref, newTask(ref, boardId, task, at))
        break
      }
      case "update": {
        const task = next.get(operation.id)
        if (task !== undefined) next.set(task.id, patched(task, operation.patch))
        break
      }
      case "move": {
        const task = next.get(operation.id)
        list ??= [...next.values()]
        if (task !== undefined) place(list, { ...task, groupId: operation.groupId }, operation.beforeTaskId)
        break
      }
      case "delete":
        next.delete(operation.id)
    }
  }
  return list === null ? next : byId(list)
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
