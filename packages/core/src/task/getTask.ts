import { Effect } from "effect"
import { requireTask } from "../access/require.js"
import { orNotFound } from "../values/NotFound.js"
import { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** A task with its comments, subtasks and time entries. Fails with `NotFound` or `Forbidden`. */
export const getTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  yield* requireTask(taskId, "read the board")
  return yield* tasks.find(taskId).pipe(orNotFound("Task", taskId))
})
