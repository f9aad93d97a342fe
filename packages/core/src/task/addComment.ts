import { Effect, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { withFaceAfterChange } from "../account/faces.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { Content, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { MAX_COMMENTS, failWhenFull } from "./childLimits.js"
import { holdTask } from "./holdTask.js"
import { type Comment, TaskId } from "./Task.js"
import { findUsers, UserIds } from "./TaskInput.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * Text of 1 to 65,535 characters, not only blanks, and the ids of the mentioned users (default: none; each counts
 * once).
 */
export const AddComment = Schema.Struct({ content: Content, mentions: optional(UserIds) })
export type AddComment = typeof AddComment.Encoded

const decode = decodeInput(AddComment)

/**
 * Adds the acting user's comment to a task.
 * Fails with `InvalidInput` (also for mentions of unknown users, and at the limit of comments), `NotFound` for the
 * task, or `Forbidden`.
 */
export const addComment = Effect.fnUntraced(function* (id: string, input: AddComment) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  const userId = yield* requireUser
  const taskId = TaskId.make(id)
  const { content, mentions: mentioned = [] } = yield* decode(input)
  // The directory may be remote: it is called before the transaction, and its result is used after the checks.
  const { issues, users: mentions } = yield* findUsers("mentions", mentioned)
  const added = yield* recording(
    Effect.gen(function* () {
      const access = yield* holdTask(taskId, "comment on tasks")
      yield* failOnIssues(issues)
      const comment: Comment = {
        id: yield* ids.next,
        taskId,
        userId,
        content,
        mentions,
        createdAt: yield* now,
        editedAt: null
      }
      yield* Effect.flatMap(tasks.insertComment(comment), failWhenFull("comments", MAX_COMMENTS))
      const fields = createdFields({ content, mentions })
      return recorded(comment, taskChange("comment.created", access, taskId, fields, comment.id))
    })
  )
  return yield* withFaceAfterChange(added)
})
