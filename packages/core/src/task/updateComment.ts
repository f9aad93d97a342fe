import { Effect, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { Forbidden } from "../access/policy.js"
import { withFaceAfterChange } from "../account/faces.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { decodeInput, failOnIssues, type Issue } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Content } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { type Comment, TaskId } from "./Task.js"
import { findUsers, UserIds } from "./TaskInput.js"
import { holdWithChild } from "./holdTask.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/** Text and mentioned users as in `AddComment`. An absent field stays; null clears the mentions. */
export const UpdateComment = Schema.Struct({ content: changed(Content), mentions: cleared(UserIds) })
export type UpdateComment = typeof UpdateComment.Encoded

const decode = decodeInput(UpdateComment)

/**
 * Checks the input of `updateComment` and returns its transaction. `verify` gets the comment as it is and the issues of
 * unknown users, after the rights are checked.
 */
export const updatingComment = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  commentId: string,
  input: UpdateComment,
  verify: (before: Comment, unknownUsers: ReadonlyArray<Issue>) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const userId = yield* requireUser
  const taskId = TaskId.make(taskIdText)
  const { content, mentions } = yield* decode(input)
  // As in `addComment`: before the transaction, and its result is used after the checks.
  const { issues, users } = yield* findUsers("mentions", mentions ?? [])
  return Effect.gen(function* () {
    const comment = tasks.lockComment(taskId, commentId).pipe(orNotFound("Comment", commentId))
    const { access, child: before } = yield* holdWithChild(taskId, "comment on tasks", comment)
    if (before.userId !== userId) return yield* new Forbidden({ action: "change somebody else's comment" })
    yield* verify(before, issues)
    yield* failOnIssues(issues)
    const edited = { content: content ?? before.content, mentions: mentions === undefined ? before.mentions : users }
    const fields = changedFields(before, { ...before, ...edited })
    if (Object.keys(fields).length === 0) return unchanged(before)
    const after: Comment = { ...before, ...edited, editedAt: yield* now }
    yield* tasks.replaceComment(after)
    return recorded(after, taskChange("comment.updated", access, taskId, fields, commentId))
  })
})

/**
 * Changes the given fields of the acting user's own comment. Fails with `InvalidInput` (also for mentions of unknown users),
 * `NotFound` for the task or the comment, or `Forbidden`.
 */
export const updateComment = (taskId: string, commentId: string, input: UpdateComment) =>
  updatingComment(taskId, commentId, input).pipe(Effect.flatMap(recording), Effect.flatMap(withFaceAfterChange))
