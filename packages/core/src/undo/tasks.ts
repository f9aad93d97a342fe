import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { NewChange } from "../change/Change.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { recorded } from "../change/recording.js"
import { deletingTask } from "../task/deleteTask.js"
import { movingTask, placeChange } from "../task/moveTask.js"
import { TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { placedBefore } from "../task/transferTask.js"
import { type UpdateTask, updatingTask } from "../task/updateTask.js"
import { restoringDeletion } from "../trash/restoreDeletion.js"
import { TrashRepository } from "../trash/TrashRepository.js"
import { BoardId, GroupId } from "../values/ids.js"
import { conflict, removedSince, restoredSince, unlessChanged, unlessChangedSinceAdded } from "./conflicts.js"
import { fieldsBefore } from "../change/recordedValues.js"
import type { UndoConflict } from "./UndoConflict.js"

/**
 * Sets the fields of a task to what they were. If that takes it back to another group, it is placed before the task that was
 * next there, or at the end.
 */
export const restoringFields = Effect.fnUntraced(function* (change: FoundChange) {
  const { beforeTaskId: place, ...fields } = change.fields
  const taskId = TaskId.make(change.taskId ?? "")
  const updating = yield* updatingTask(taskId, fieldsBefore(fields) as UpdateTask, unlessChanged({ fields }))
  const next = place?.from
  if (typeof next !== "string") return updating
  return Effect.gen(function* () {
    const boards = yield* BoardRepository
    // Locked at once as a move before another task locks it, not first held as an update does.
    yield* boards.lockGroup(taskId, GroupId.make(String(fields["groupId"]?.from)))
    const { changes, result } = yield* updating
    const moved = yield* placedBefore(result, next)
    const placed = (made: NewChange): NewChange => {
      if (made.type !== "task.updated") return made
      const from = made.fields["beforeTaskId"]?.from
      return { ...made, fields: { ...made.fields, ...placeChange(typeof from === "string" ? from : null, moved) } }
    }
    return recorded(result, ...changes.map(placed))
  })
})

/** Locks the task of a change, if it is there and the actor may delete and restore it. */
const lockTaskOf = Effect.fnUntraced(function* ({ boardId, taskId }: FoundChange) {
  yield* requireBoard(BoardId.make(boardId ?? ""), MAY_RESTORE.task)
  return yield* (yield* TaskRepository).lock(TaskId.make(taskId ?? ""), yield* actingUser)
})

const movingToTrash = (change: FoundChange, verify: (task: object) => Effect.Effect<void, UndoConflict>) =>
  Effect.gen(function* () {
    const found = yield* lockTaskOf(change)
    if (Option.isNone(found)) return yield* removedSince()
    // It may be on another board by now: what it has there is compared once the actor may delete it.
    return yield* deletingTask(found.value.task.id, { verify })
  })

const notInTrash = () => conflict("id", "is no longer in the trash")

/** Moves a task that was created to the trash, if no field has changed. What is on it goes with it. */
export const removingTask = (change: FoundChange) => {
  const { subtasks: _, ...fields } = change.fields
  return movingToTrash(change, unlessChangedSinceAdded({ fields }))
}

/** Moves a task that was restored to the trash again. */
export const removingTaskAgain = (change: FoundChange) => movingToTrash(change, () => Effect.void)

/** Places a restored task before the one that was next, or at the end, unless it is there. Without that one it stays. */
const placingAgain = Effect.fnUntraced(function* (taskId: TaskId, next: string | null) {
  const found = Option.getOrNull(yield* (yield* TaskRepository).lockWithNext(taskId, yield* actingUser))
  if (found === null || found.nextId === next) return
  const moving = Effect.flatten(movingTask(taskId, { groupId: found.task.groupId, beforeTaskId: next }))
  yield* Effect.catchTag(moving, "MoveConflict", () => Effect.void)
})

/** Restores a task from the trash to its place. */
export const restoringTask = (change: FoundChange) =>
  Effect.gen(function* () {
    const { beforeTaskId: place, groupId } = change.fields
    // Locked before the task, as a move locks it.
    yield* (yield* BoardRepository).holdGroups(BoardId.make(change.boardId ?? ""), [String(groupId?.from)], true)
    if (Option.isSome(yield* lockTaskOf(change))) return yield* restoredSince()
    const deletionId = yield* (yield* TrashRepository).idOf("task", change.subjectId)
    if (Option.isNone(deletionId)) return yield* notInTrash()
    const gone = { NotFound: notInTrash, BoardInTrash: notInTrash }
    const restored = yield* Effect.catchTags(restoringDeletion(deletionId.value), gone)
    if (place !== undefined)
      yield* placingAgain(TaskId.make(change.subjectId), place.from === null ? null : String(place.from))
    return restored
  })
