import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { deletingTask } from "../task/deleteTask.js"
import { TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { restoringDeletion } from "../trash/restoreDeletion.js"
import { MAY_RESTORE, TrashRepository } from "../trash/TrashRepository.js"
import { BoardId } from "../values/ids.js"
import { conflict, removedSince, restoredSince, unlessChanged } from "./conflicts.js"

/** Locks the task of a change, if it is there and the actor may delete and restore it. */
const lockTaskOf = Effect.fnUntraced(function* ({ boardId, taskId }: FoundChange) {
  yield* requireBoard(BoardId.make(boardId ?? ""), MAY_RESTORE.task)
  return yield* (yield* TaskRepository).lock(TaskId.make(taskId ?? ""), yield* actingUser)
})

const movingToTrash = (change: FoundChange, verify: (task: object) => ReturnType<ReturnType<typeof unlessChanged>>) =>
  Effect.gen(function* () {
    const found = yield* lockTaskOf(change)
    if (Option.isNone(found)) return yield* removedSince()
    yield* verify(found.value.task)
    return yield* deletingTask(found.value.task.id)
  })

const notInTrash = () => conflict("id", "is no longer in the trash")

/** Moves a task that was created to the trash, if no recorded field has changed. Its subtasks may have. */
export const removingTask = (change: FoundChange) => {
  const { subtasks: _, ...fields } = change.fields
  return movingToTrash(change, unlessChanged({ fields }))
}

/** Moves a task that was restored to the trash again. */
export const removingTaskAgain = (change: FoundChange) => movingToTrash(change, () => Effect.void)

/** Restores a task from the trash. */
export const restoringTask = (change: FoundChange) =>
  Effect.gen(function* () {
    if (Option.isSome(yield* lockTaskOf(change))) return yield* restoredSince()
    const deletionId = yield* (yield* TrashRepository).idOf("task", change.subjectId)
    if (Option.isNone(deletionId)) return yield* notInTrash()
    const gone = { NotFound: notInTrash, BoardInTrash: notInTrash }
    return yield* Effect.catchTags(restoringDeletion(deletionId.value), gone)
  })
