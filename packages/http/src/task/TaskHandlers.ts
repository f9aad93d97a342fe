import { Task } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { toList } from "../list.js"
import type { TaskApi } from "./TaskApi.js"

const wrapped = (task: Task.Task) => ({ success: true, task }) as const

export const TaskHandlers = handlers<typeof TaskApi>()({
  list: ({ input, query }) => Effect.map(Task.listTasks(input()), (listed) => toList("tasks", listed, query)),
  get: ({ path }) => Task.getTask(path.id),
  create: ({ input }) => Effect.map(Task.createTask(input()), wrapped),
  update: ({ input, path }) => Effect.map(Task.updateTask(path.id, input()), wrapped),
  delete: ({ path }) => Effect.as(Task.deleteTask(path.id), { success: true as const, message: "Task deleted" }),
  move: ({ input, path }) => Effect.map(Task.moveTask(path.id, input()), (task) => ({ ...wrapped(task), data: task })),
  listComments: ({ input, path, query }) =>
    Effect.map(Task.listComments(path.id, input()), (listed) => toList("comments", listed, query)),
  listSubtasks: ({ input, path, query }) =>
    Effect.map(Task.listSubtasks(path.id, input()), (listed) => toList("subtasks", listed, query)),
  listTimeEntries: ({ input, path, query }) =>
    Effect.map(Task.listTimeEntries(path.id, input()), (listed) => toList("timeEntries", listed, query)),
  addComment: ({ input, path }) =>
    Effect.map(Task.addComment(path.id, input()), (comment) => ({ success: true as const, comment })),
  addSubtask: ({ input, path }) =>
    Effect.map(Task.addSubtask(path.id, input()), (subtask) => ({ success: true as const, subtask, data: subtask })),
  updateSubtask: ({ input, path }) =>
    Effect.map(Task.updateSubtask(path.taskId, path.subtaskId, input()), (subtask) => ({
      success: true as const,
      subtask,
      data: subtask
    })),
  addTimeEntry: ({ input, path }) =>
    Effect.map(Task.addTimeEntry(path.id, input()), (timeEntry) => ({
      success: true as const,
      timeEntry,
      data: timeEntry
    }))
})
