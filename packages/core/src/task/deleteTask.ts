import { Effect } from "effect"
import { requireTask } from "../access/authorize.js"
import { transactional } from "../ports/Transactor.js"
import { NotFound } from "../values/NotFound.js"
import { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** Deletes a task with its comments, subtasks and time entries. Fails with `NotFound` or `Forbidden`. */
export const deleteTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  yield* transactional(
    Effect.gen(function* () {
      yield* requireTask(taskId, "edit the board's content")
      if (!(yield* tasks.remove(taskId))) return yield* new NotFound({ thing: "Task", id: taskId })
    })
  )
})
