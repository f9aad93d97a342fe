import { Effect } from "effect"
import { recorded, recording } from "../change/recording.js"
import { wholeFields } from "../change/wholeFields.js"
import { orNotFound } from "../values/NotFound.js"
import { holdWithChild } from "./holdTask.js"
import { type Subtask, SubtaskId, TaskId, type TimeEntry } from "./Task.js"
import { PLACE } from "./placeSubtask.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** Deletes a subtask, as the body of `recording`. `verify` gets it as it is, after the rights are checked. */
export const deletingSubtask = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  subtaskIdText: string,
  verify: (before: Subtask) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const [taskId, id] = [TaskId.make(taskIdText), SubtaskId.make(subtaskIdText)]
  const subtask = tasks.lockSubtask(taskId, id).pipe(orNotFound("Subtask", id))
  const { access, child: entry } = yield* holdWithChild(taskId, "edit the board's content", subtask)
  yield* verify(entry)
  const ranks = yield* tasks.subtaskRanks(taskId)
  const next = ranks[ranks.findIndex((each) => each.id === id) + 1]?.id
  yield* tasks.removeSubtask(taskId, id)
  const { completed, createdAt, name } = entry
  const place = next === undefined ? {} : { [PLACE.field]: next }
  const fields = wholeFields({ name, completed, createdAt, ...place })
  return recorded(undefined, taskChange("subtask.deleted", access, taskId, fields, id))
})

/** Deletes a time entry, likewise. */
export const deletingTimeEntry = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  id: string,
  verify: (before: TimeEntry) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(taskIdText)
  const found = tasks.lockTimeEntry(taskId, id).pipe(orNotFound("Time entry", id))
  const { access, child: entry } = yield* holdWithChild(taskId, "edit the board's content", found)
  yield* verify(entry)
  yield* tasks.removeTimeEntry(taskId, id)
  const { createdAt, description, duration, userId } = entry
  const fields = wholeFields({ userId, duration, description, createdAt })
  return recorded(undefined, taskChange("timeEntry.deleted", access, taskId, fields, id))
})

/** Deletes a subtask; undo brings it back. Fails with `NotFound` for the task or the subtask, or `Forbidden`. */
export const deleteSubtask = (taskId: string, subtaskId: string) => recording(deletingSubtask(taskId, subtaskId))

/** Deletes a time entry; undo brings it back. Fails with `NotFound` for the task or the time entry, or `Forbidden`. */
export const deleteTimeEntry = (taskId: string, entryId: string) => recording(deletingTimeEntry(taskId, entryId))
