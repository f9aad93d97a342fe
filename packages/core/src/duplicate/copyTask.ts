import { Effect } from "effect"
import type { WholeTask } from "../archive/ArchiveRepository.js"
import { idsFor } from "../archive/placeTask.js"
import { type PlacedTask, SubtaskId } from "../task/Task.js"
import { now } from "../values/Timestamp.js"

/** A new task like another one with its subtasks, without comments and time entries, but for what differs. */
export const copyTask = Effect.fnUntraced(function* (
  original: PlacedTask & Pick<WholeTask, "subtasks">,
  differing: Pick<PlacedTask, "id" | "rank"> & Partial<PlacedTask>
) {
  const at = yield* now
  const subtaskIds = yield* idsFor(original.subtasks)
  const copy: WholeTask = {
    ...original,
    ...differing,
    createdAt: at,
    updatedAt: at,
    comments: [],
    subtasks: original.subtasks.map((subtask, index) => ({
      ...subtask,
      id: SubtaskId.make(subtaskIds[index] ?? ""),
      taskId: differing.id,
      createdAt: at
    })),
    timeEntries: []
  }
  return copy
})
