import { Effect, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { Ids } from "../ports/Ids.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Description, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { holdTask, MAX_TIME_ENTRIES, refuseWhenFull } from "./childBudget.js"
import { TaskId, type TimeEntry } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

const DURATION_RULE = "must be a finite number from 0"

/** A finite number from 0 in the client's unit, and a description of at most 65,535 characters (default: none). */
export const AddTimeEntry = Schema.Struct({
  duration: Schema.Number.annotations({ message: () => DURATION_RULE }).pipe(
    Schema.filter((value) => (Number.isFinite(value) && value >= 0) || DURATION_RULE, { jsonSchema: { minimum: 0 } })
  ),
  description: optional(Description)
})
export type AddTimeEntry = typeof AddTimeEntry.Encoded

const decode = decodeInput(AddTimeEntry)

/**
 * Records time the acting user spent on a task, in the client's unit.
 * Fails with `InvalidInput` (also for one more than a task may have), `NotFound` for the task, or `Forbidden`.
 */
export const addTimeEntry = Effect.fnUntraced(function* (id: string, input: AddTimeEntry) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const userId = yield* requireUser
  const taskId = TaskId.make(id)
  const { description = "", duration } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      yield* holdTask(taskId, "edit the board's content")
      // A negative zero is stored and shown as zero.
      const entry: TimeEntry = {
        id: yield* ids.next,
        taskId,
        userId,
        duration: duration + 0,
        description,
        createdAt: yield* now
      }
      yield* Effect.flatMap(tasks.insertTimeEntry(entry), refuseWhenFull("timeEntries", MAX_TIME_ENTRIES))
      return entry
    })
  )
})
