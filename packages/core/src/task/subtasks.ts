import { Effect, Schema } from "effect"
import { changedFields, createdFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Flag, Id, Name } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { failWhenFull, MAX_SUBTASKS } from "./childLimits.js"
import { holdTask, holdWithChild } from "./holdTask.js"
import { type Subtask, SubtaskId, TaskId } from "./Task.js"
import { PLACE, placeSubtask } from "./placeSubtask.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** Name of 1 to 255 characters. */
export const AddSubtask = Schema.Struct({ name: Name })
export type AddSubtask = typeof AddSubtask.Encoded

const decodeAdd = decodeInput(AddSubtask)

/**
 * Adds a subtask that is not completed. Fails with `InvalidInput` (also at the limit of subtasks), `NotFound` for the
 * task, or `Forbidden`.
 */
export const addSubtask = Effect.fnUntraced(function* (id: string, input: AddSubtask) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const taskId = TaskId.make(id)
  const { name } = yield* decodeAdd(input)
  return yield* recording(
    Effect.gen(function* () {
      const access = yield* holdTask(taskId, "edit the board's content")
      const subtaskId = SubtaskId.make(yield* ids.next)
      const subtask: Subtask = { id: subtaskId, taskId, name, completed: false, createdAt: yield* now }
      yield* Effect.flatMap(tasks.insertSubtask(subtask), failWhenFull("subtasks", MAX_SUBTASKS))
      return recorded(subtask, taskChange("subtask.created", access, taskId, createdFields({ name }), subtaskId))
    })
  )
})

/**
 * Name of 1 to 255 characters, whether it is completed, and the subtask to move it before. An absent field stays; null moves
 * it to the end, and is refused for the others.
 */
export const UpdateSubtask = Schema.Struct({
  name: changed(Name),
  completed: changed(Flag),
  beforeSubtaskId: cleared(Id)
})
export type UpdateSubtask = typeof UpdateSubtask.Encoded

const decodeUpdate = decodeInput(UpdateSubtask)

/**
 * Checks the input of `updateSubtask` and returns its transaction. `verify` gets the subtask as it is, after the rights are
 * checked.
 */
export const updatingSubtask = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  subtaskIdText: string,
  input: UpdateSubtask,
  verify: (before: Subtask) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(taskIdText)
  const subtaskId = SubtaskId.make(subtaskIdText)
  const { beforeSubtaskId, completed, name } = yield* decodeUpdate(input)
  if (beforeSubtaskId === subtaskIdText) return yield* invalid([PLACE.field], "must be another subtask")
  return Effect.gen(function* () {
    const subtask = tasks.lockSubtask(taskId, subtaskId).pipe(orNotFound("Subtask", subtaskId))
    const { access, child: before } = yield* holdWithChild(taskId, "edit the board's content", subtask)
    yield* verify(before)
    const after: Subtask = { ...before, name: name ?? before.name, completed: completed ?? before.completed }
    const placing = yield* placeSubtask(taskId, subtaskId, beforeSubtaskId)
    const fields = { ...changedFields(before, after), ...placing.fields }
    if (Object.keys(fields).length === 0) return unchanged(before)
    yield* tasks.replaceSubtask(after)
    yield* tasks.rerankSubtasks(taskId, placing.ranks)
    return recorded(after, taskChange("subtask.updated", access, taskId, fields, subtaskId))
  })
})

/**
 * Changes the given fields, or the place. Fails with `InvalidInput`, `NotFound` for the task or the subtask, `Forbidden`, or
 * `MoveConflict` if the other subtask is not on the task.
 */
export const updateSubtask = (taskId: string, subtaskId: string, input: UpdateSubtask) =>
  Effect.flatMap(updatingSubtask(taskId, subtaskId, input), recording)
