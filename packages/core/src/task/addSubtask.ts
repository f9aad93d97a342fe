import { Effect, Schema } from "effect"
import { Ids } from "../ports/Ids.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Name } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { holdTask, MAX_SUBTASKS, refuseWhenFull } from "./childBudget.js"
import { type Subtask, SubtaskId, TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** Name of 1 to 255 characters. */
export const AddSubtask = Schema.Struct({ name: Name })
export type AddSubtask = typeof AddSubtask.Encoded

const decode = decodeInput(AddSubtask)

/**
 * Adds an open subtask. Fails with `InvalidInput` (also for one more than a task may have), `NotFound` for the task, or
 * `Forbidden`.
 */
export const addSubtask = Effect.fnUntraced(function* (id: string, input: AddSubtask) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const taskId = TaskId.make(id)
  const { name } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      yield* holdTask(taskId, "edit the board's content")
      const subtask: Subtask = {
        id: SubtaskId.make(yield* ids.next),
        taskId,
        name,
        completed: false,
        createdAt: yield* now
      }
      yield* Effect.flatMap(tasks.insertSubtask(subtask), refuseWhenFull("subtasks", MAX_SUBTASKS))
      return subtask
    })
  )
})
