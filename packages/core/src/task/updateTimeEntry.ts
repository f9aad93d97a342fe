import { Effect, Schema } from "effect"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Description, NonNegative } from "../values/Text.js"
import { TaskId, type TimeEntry } from "./Task.js"
import { holdWithChild } from "./holdTask.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** Duration and description as in `AddTimeEntry`. An absent field stays; null clears the description. */
export const UpdateTimeEntry = Schema.Struct({ duration: changed(NonNegative), description: cleared(Description) })
export type UpdateTimeEntry = typeof UpdateTimeEntry.Encoded

const decode = decodeInput(UpdateTimeEntry)

/**
 * Checks the input of `updateTimeEntry` and returns its transaction. `verify` gets the entry as it is, after the rights are
 * checked.
 */
export const updatingTimeEntry = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  entryId: string,
  input: UpdateTimeEntry,
  verify: (before: TimeEntry) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(taskIdText)
  const { description, duration } = yield* decode(input)
  return Effect.gen(function* () {
    const entry = tasks.lockTimeEntry(taskId, entryId).pipe(orNotFound("Time entry", entryId))
    const { access, child: before } = yield* holdWithChild(taskId, "edit the board's content", entry)
    yield* verify(before)
    const after: TimeEntry = {
      ...before,
      // Adding 0 makes a negative zero a zero, as it is stored.
      duration: duration === undefined ? before.duration : duration + 0,
      description: description === undefined ? before.description : (description ?? "")
    }
    const fields = changedFields(before, after)
    if (Object.keys(fields).length === 0) return unchanged(before)
    yield* tasks.replaceTimeEntry(after)
    return recorded(after, taskChange("timeEntry.updated", access, taskId, fields, entryId))
  })
})

/** Changes the given fields. Fails with `InvalidInput`, `NotFound` for the task or the time entry, or `Forbidden`. */
export const updateTimeEntry = (taskId: string, entryId: string, input: UpdateTimeEntry) =>
  Effect.flatMap(updatingTimeEntry(taskId, entryId, input), recording)
