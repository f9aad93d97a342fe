import { Effect, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Description, NonNegative, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { MAX_TIME_ENTRIES, failWhenFull } from "./childLimits.js"
import { holdTask } from "./holdTask.js"
import { TaskId, type TimeEntry } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** A finite number from 0 in the client's unit, and a description of at most 65,535 characters (default: none). */
export const AddTimeEntry = Schema.Struct({ duration: NonNegative, description: optional(Description) })
export type AddTimeEntry = typeof AddTimeEntry.Encoded

const decode = decodeInput(AddTimeEntry)

/**
 * Records time that the acting user spent on a task.
 * Fails with `InvalidInput` (also at the limit of time entries), `NotFound` for the task, or `Forbidden`.
 */
export const addTimeEntry = Effect.fnUntraced(function* (id: string, input: AddTimeEntry) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const userId = yield* requireUser
  const taskId = TaskId.make(id)
  const { description = "", duration } = yield* decode(input)
  return yield* recording(
    Effect.gen(function* () {
      const access = yield* holdTask(taskId, "edit the board's content")
      // Adding 0 makes a negative zero a zero, as it is stored.
      const entry: TimeEntry = {
        id: yield* ids.next,
        taskId,
        userId,
        duration: duration + 0,
        description,
        createdAt: yield* now
      }
      yield* Effect.flatMap(tasks.insertTimeEntry(entry), failWhenFull("timeEntries", MAX_TIME_ENTRIES))
      const fields = createdFields({ duration: entry.duration, description })
      return recorded(entry, taskChange("timeEntry.created", access, taskId, fields, entry.id))
    })
  )
})
