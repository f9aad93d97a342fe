import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/require.js"
import { orNotFound } from "../values/NotFound.js"
import { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** A task with the newest of its comments, subtasks and time entries, as `shownChildren` cuts them. Fails with `NotFound` or `Forbidden`. */
export const getTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  const { access, task } = yield* tasks.find(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, "read the board")
  return task
})
