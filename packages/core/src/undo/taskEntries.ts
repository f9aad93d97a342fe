import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { Forbidden } from "../access/policy.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded } from "../change/recording.js"
import { failWhenFull, MAX_SUBTASKS, MAX_TIME_ENTRIES } from "../task/childLimits.js"
import { holdTask } from "../task/holdTask.js"
import { deletingComment } from "../task/deleteComment.js"
import { deletingSubtask, deletingTimeEntry } from "../task/deleteEntries.js"
import { PLACE, placeSubtask } from "../task/placeSubtask.js"
import { type Comment, type Subtask, SubtaskId, TaskId, type TimeEntry } from "../task/Task.js"
import { taskChange } from "../task/taskChange.js"
import { TaskRepository } from "../task/TaskRepository.js"
import type { NotFound, Thing } from "../values/NotFound.js"
import { removedSince, restoredSince, unlessChangedSinceAdded } from "./conflicts.js"
import type { UndoConflict } from "./UndoConflict.js"
import { valuesBefore } from "../change/wholeFields.js"

/** Holds the task of a change of an entry on it. */
const holdTaskOf = Effect.fnUntraced(function* ({ taskId }: FoundChange) {
  const id = TaskId.make(taskId ?? "")
  return { taskId: id, tasks: yield* TaskRepository, access: yield* holdTask(id, "edit the board's content") }
})

/** Fails with `UndoConflict` if the entry is not there any more. */
const orRemoved =
  (thing: Thing) =>
  (error: NotFound): Effect.Effect<never, NotFound | UndoConflict> =>
    error.thing === thing ? removedSince() : error

export const removingSubtask = (change: FoundChange) =>
  Effect.catchTag(
    deletingSubtask(change.taskId ?? "", change.subjectId, unlessChangedSinceAdded(change)),
    "NotFound",
    orRemoved("Subtask")
  )

export const restoringSubtask = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, taskId, tasks } = yield* holdTaskOf(change)
    const id = SubtaskId.make(change.subjectId)
    if (Option.isSome(yield* tasks.lockSubtask(taskId, id))) return yield* restoredSince()
    const { [PLACE.field]: place, ...own } = change.fields
    const values = valuesBefore<Pick<Subtask, "name" | "completed" | "createdAt">>(own)
    yield* Effect.flatMap(tasks.insertSubtask({ id, taskId, ...values }), failWhenFull("subtasks", MAX_SUBTASKS))
    const next = typeof place?.from === "string" ? place.from : null
    const placing = yield* Effect.catchTag(placeSubtask(taskId, id, next), "MoveConflict", () =>
      placeSubtask(taskId, id, null)
    )
    yield* tasks.rerankSubtasks(taskId, placing.ranks)
    const { completed, name } = values
    const fields = createdFields(completed ? { name, completed } : { name })
    return recorded(undefined, taskChange("subtask.created", access, taskId, fields, id))
  })

export const removingTimeEntry = (change: FoundChange) =>
  Effect.catchTag(
    deletingTimeEntry(change.taskId ?? "", change.subjectId, unlessChangedSinceAdded(change)),
    "NotFound",
    orRemoved("Time entry")
  )

export const restoringTimeEntry = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, taskId, tasks } = yield* holdTaskOf(change)
    const id = change.subjectId
    if (Option.isSome(yield* tasks.lockTimeEntry(taskId, id))) return yield* restoredSince()
    const values = valuesBefore<Omit<TimeEntry, "id" | "taskId">>(change.fields)
    const entry: TimeEntry = { id, taskId, ...values }
    yield* Effect.flatMap(tasks.insertTimeEntry(entry), failWhenFull("timeEntries", MAX_TIME_ENTRIES))
    const { description, duration } = entry
    const fields = createdFields({ duration, description })
    return recorded(undefined, taskChange("timeEntry.created", access, taskId, fields, id))
  })

/** Deletes a comment of the actor, for good. */
export const removingComment = (change: FoundChange) =>
  Effect.gen(function* () {
    const actor = yield* actingUser
    const verify = (comment: Comment): Effect.Effect<void, Forbidden | UndoConflict> =>
      comment.userId === actor
        ? unlessChangedSinceAdded(change)(comment)
        : new Forbidden({ action: "undo somebody else's comment" })
    return yield* deletingComment(change.taskId ?? "", change.subjectId, verify)
  }).pipe(Effect.catchTag("NotFound", orRemoved("Comment")))
