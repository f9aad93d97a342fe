import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { placeBefore, taskAfter } from "../task/placeBefore.js"
import type { PlacedTask, TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"

/** Locks the task, and its group before it, in the order in which deleting a board locks. */
export const lockWithGroup = Effect.fnUntraced(function* (taskId: TaskId) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const place = Option.getOrUndefined(yield* tasks.placeOf(taskId))
  if (place !== undefined) yield* boards.lockGroup(taskId, place.groupId)
  const found = yield* tasks.lock(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(found.access, "edit the board's content")
  return { ...found, isGroupLocked: found.task.groupId === place?.groupId }
})

/** The rank after a task. A task whose group is not locked was moved this moment, to its end. */
export const rankBehind = Effect.fnUntraced(function* (task: PlacedTask, copyId: TaskId, isGroupLocked: boolean) {
  const next = isGroupLocked ? yield* taskAfter(task, copyId) : undefined
  if (next !== undefined) return yield* placeBefore(next, copyId)
  const place = yield* (yield* BoardRepository).findPlace(task.boardId, task.groupId, null)
  return rankAfter(Option.getOrNull(Option.flatMap(place, ({ group }) => group))?.lastTaskRank ?? task.rank)
})
