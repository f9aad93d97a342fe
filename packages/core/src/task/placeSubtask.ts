import { Effect } from "effect"
import { placeAmong, STAYS } from "../board/placePart.js"
import type { SubtaskId, TaskId } from "../values/ids.js"
import { TaskRepository } from "./TaskRepository.js"

/** The field that names the next subtask, in inputs and in changes. */
export const PLACE = { field: "beforeSubtaskId", where: "task" } as const

/** Places a subtask as `placeAmong` does; with undefined it stays. The transaction holds the task. */
export const placeSubtask = Effect.fnUntraced(function* (
  taskId: TaskId,
  id: SubtaskId,
  before: string | null | undefined
) {
  if (before === undefined) return STAYS
  return yield* placeAmong(yield* (yield* TaskRepository).subtaskRanks(taskId), id, before, PLACE)
})
