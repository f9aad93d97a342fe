import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { TaskId } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** Deletes a task with its comments, subtasks and time entries. Fails with `NotFound` or `Forbidden`. */
export const deleteTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  yield* recording(
    Effect.gen(function* () {
      const { access, task } = yield* tasks.lock(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
      yield* allowOnBoard(access, "edit the board's content")
      yield* tasks.remove(taskId)
      const { groupId, name } = task
      return recorded(undefined, taskChange("task.deleted", access, taskId, removedFields({ name, groupId })))
    })
  )
})
