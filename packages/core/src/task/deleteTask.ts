import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { wholeFields } from "../change/wholeFields.js"
import { decodeDelete, type DeleteInput, moveToTrash } from "../trash/moveToTrash.js"
import { orNotFound } from "../values/NotFound.js"
import { type PlacedTask, TaskId } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * Deletes a task, as the body of `recording`. `verify` gets the task as it is, after the rights are checked. Fails as
 * `deleteTask` does.
 */
export const deletingTask = Effect.fnUntraced(function* <E = never, R = never>(
  taskId: TaskId,
  permanent = false,
  verify: (before: PlacedTask) => Effect.Effect<void, E, R> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const { access, nextId, task } = yield* tasks.lockWithNext(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, permanent ? "manage the board" : MAY_RESTORE.task)
  yield* verify(task)
  yield* moveToTrash("task", access, task, permanent)
  const { groupId, name } = task
  // The next task in the group is recorded also if there is none: an undo then places the task at the end.
  const fields = { ...removedFields({ name, groupId }), ...wholeFields({ beforeTaskId: nextId }) }
  return recorded(undefined, taskChange("task.deleted", access, taskId, fields))
})

/**
 * Moves a task with its comments, subtasks and time entries to the trash, or removes it for good if `permanent`, which
 * needs the right to manage the board. Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const deleteTask = Effect.fnUntraced(function* (id: string, input: DeleteInput = {}) {
  const { permanent } = yield* decodeDelete(input)
  yield* recording(deletingTask(TaskId.make(id), permanent))
})
