import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import type { BoardAction } from "../access/policy.js"
import { allowOnBoard } from "../access/authorize.js"
import { invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import type { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

export const MAX_COMMENTS = 10_000
export const MAX_SUBTASKS = 1000
/** Most time entries of a task. */
export const MAX_TIME_ENTRIES = 10_000

/** Most of the duration of a time entry that counts, so that the sum of those of a task is a finite number. */
export const MOST_COUNTED = 1e304

/** Fails with `InvalidInput` if an entry was not stored because its task is at the limit of the list. */
export const failWhenFull = (list: string, most: number) => (isStored: boolean) =>
  isStored ? Effect.void : invalid([list], `must be at most ${most} on one task`)

/**
 * Checks the right to add to a task and holds the task until the transaction ends, so that entries are counted exactly.
 * Returns the access.
 * Fails with `NotFound` for the task, or `Forbidden`.
 */
export const holdTask = Effect.fnUntraced(function* (taskId: TaskId, action: BoardAction) {
  const tasks = yield* TaskRepository
  const access = yield* tasks.hold(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, action)
  return access
})
