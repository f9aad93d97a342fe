import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard, allowOnChild } from "../access/authorize.js"
import type { BoardAction } from "../access/policy.js"
import { type NotFound, orNotFound } from "../values/NotFound.js"
import type { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

const hold = Effect.fnUntraced(function* (taskId: TaskId) {
  return yield* (yield* TaskRepository).hold(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
})

/**
 * Checks the right to add to a task and holds the task until the transaction ends, so that entries are counted exactly.
 * Returns the access.
 * Fails with `NotFound` for the task, or `Forbidden`.
 */
export const holdTask = Effect.fnUntraced(function* (taskId: TaskId, action: BoardAction) {
  const access = yield* hold(taskId)
  yield* allowOnBoard(access, action)
  return access
})

/**
 * Holds a task, so that it stays on its board and out of the trash until the transaction ends, and loads a child of it as
 * `allowOnChild` does. Returns both the access and the child.
 */
export const holdWithChild = Effect.fnUntraced(function* <A, E>(
  taskId: TaskId,
  action: BoardAction,
  child: Effect.Effect<A, E | NotFound>
) {
  const access = yield* hold(taskId)
  return { access, child: yield* allowOnChild(access, action, child) }
})
