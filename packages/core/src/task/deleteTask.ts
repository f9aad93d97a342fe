import { Effect, type Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { wholeFields } from "../change/wholeFields.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { decodeDelete, type DeleteInput, moveToTrash } from "../trash/moveToTrash.js"
import { orNotFound } from "../values/NotFound.js"
import { type PlacedTask, TaskId } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { type LockedTask, TaskRepository } from "./TaskRepository.js"

interface Deleting<E, R> {
  readonly permanent?: boolean | undefined
  /** Gets the task as it is, after the rights are checked. */
  readonly verify?: (before: PlacedTask) => Effect.Effect<void, E, R>
  /** False: the task after it is not recorded, which is a query for each task of a bulk. */
  readonly withNext?: boolean
}

/** Deletes a task, as the body of `recording`. Fails as `deleteTask` does. */
export const deletingTask = Effect.fnUntraced(function* <E = never, R = never>(
  taskId: TaskId,
  { permanent = false, verify = () => Effect.void, withNext = true }: Deleting<E, R>
) {
  const tasks = yield* TaskRepository
  const userId = yield* actingUser
  const locked: Effect.Effect<
    Option.Option<LockedTask & { readonly nextId?: TaskId | null }>,
    StorageUnavailable
  > = withNext ? tasks.lockWithNext(taskId, userId) : tasks.lock(taskId, userId)
  const { access, nextId, task } = yield* orNotFound("Task", taskId)(locked)
  yield* allowOnBoard(access, permanent ? "manage the board" : MAY_RESTORE.task)
  yield* verify(task)
  yield* moveToTrash("task", access, task, permanent)
  const { groupId, name } = task
  // Recorded also if there is none: an undo then places the task at the end.
  const place = nextId === undefined ? {} : wholeFields({ beforeTaskId: nextId })
  const fields = { ...removedFields({ name, groupId }), ...place }
  return recorded(undefined, taskChange("task.deleted", access, taskId, fields))
})

/**
 * Moves a task with its comments, subtasks and time entries to the trash, or removes it for good if `permanent`, which
 * needs the right to manage the board. Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const deleteTask = Effect.fnUntraced(function* (id: string, input: DeleteInput = {}) {
  const { permanent } = yield* decodeDelete(input)
  yield* recording(deletingTask(TaskId.make(id), { permanent }))
})
