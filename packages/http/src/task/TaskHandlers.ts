import { Task } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, enveloped, paged, wrapped } from "../responseBodies.js"
import type { TaskApi } from "./TaskApi.js"

export const TaskHandlers = handlers<typeof TaskApi>()({
  list: ({ input, query }) => Effect.map(Task.listTasks(input()), paged("tasks", query)),
  get: ({ path }) => Task.getTask(path.id),
  create: ({ input }) => Effect.map(Task.createTask(input()), wrapped("task")),
  update: ({ input, path }) => Effect.map(Task.updateTask(path.id, input()), wrapped("task")),
  delete: ({ path }) => Effect.as(Task.deleteTask(path.id), done("Task deleted")),
  move: ({ input, path }) => Effect.map(Task.moveTask(path.id, input()), enveloped("task")),
  listComments: ({ input, path, query }) => Effect.map(Task.listComments(path.id, input()), paged("comments", query)),
  listSubtasks: ({ input, path, query }) => Effect.map(Task.listSubtasks(path.id, input()), paged("subtasks", query)),
  listTimeEntries: ({ input, path, query }) =>
    Effect.map(Task.listTimeEntries(path.id, input()), paged("timeEntries", query)),
  addComment: ({ input, path }) => Effect.map(Task.addComment(path.id, input()), wrapped("comment")),
  addSubtask: ({ input, path }) => Effect.map(Task.addSubtask(path.id, input()), enveloped("subtask")),
  updateSubtask: ({ input, path }) =>
    Effect.map(Task.updateSubtask(path.taskId, path.subtaskId, input()), enveloped("subtask")),
  addTimeEntry: ({ input, path }) => Effect.map(Task.addTimeEntry(path.id, input()), enveloped("timeEntry"))
})
