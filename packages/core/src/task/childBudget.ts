import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import type { BoardAction } from "../access/policy.js"
import { allowOnBoard } from "../access/require.js"
import { invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import type { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** Most comments of a task. */
export const MAX_COMMENTS = 10_000
/** Most subtasks of a task. */
export const MAX_SUBTASKS = 1000
/** Most time entries of a task. */
export const MAX_TIME_ENTRIES = 10_000

/** Fails with `InvalidInput` where a task was too full for one more entry of a list. */
export const refuseWhenFull = (list: string, most: number) => (isStored: boolean) =>
  isStored ? Effect.void : invalid([list], `must be at most ${most} on one task`)

/**
 * Holds a task that is added to, as part of the transaction it is called in, and allows that. Fails with `NotFound` for
 * the task, or `Forbidden`.
 */
export const holdTask = Effect.fnUntraced(function* (taskId: TaskId, action: BoardAction) {
  const tasks = yield* TaskRepository
  const access = yield* tasks.hold(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, action)
})
