import { Effect, Schema } from "effect"
import { requireTaskChild } from "../access/require.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, Flag, Name } from "../values/Text.js"
import { SubtaskId, type Subtask, TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/** Name of 1 to 255 characters, and whether it is done. An absent field stays; null is refused. */
export const UpdateSubtask = Schema.Struct({ name: changed(Name), completed: changed(Flag) })
export type UpdateSubtask = typeof UpdateSubtask.Encoded

const decode = decodeInput(UpdateSubtask)

/**
 * Changes the fields of a subtask that are given.
 * Fails with `InvalidInput`, `NotFound` for the task or the subtask, or `Forbidden`.
 */
export const updateSubtask = Effect.fnUntraced(function* (
  taskIdText: string,
  subtaskIdText: string,
  input: UpdateSubtask
) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(taskIdText)
  const subtaskId = SubtaskId.make(subtaskIdText)
  const { completed, name } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      const subtask = tasks.lockSubtask(taskId, subtaskId).pipe(orNotFound("Subtask", subtaskId))
      const before = yield* requireTaskChild(taskId, "edit the board's content", subtask)
      const after: Subtask = { ...before, name: name ?? before.name, completed: completed ?? before.completed }
      yield* tasks.replaceSubtask(after)
      return after
    })
  )
})
