import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { holdWithChild } from "./holdTask.js"
import { type Comment, TaskId } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * Deletes a comment, as the body of `recording`. `verify` gets it as it is, after the rights are checked. Fails as
 * `deleteComment` does.
 */
export const deletingComment = Effect.fnUntraced(function* <E = never>(
  taskIdText: string,
  commentId: string,
  verify: (before: Comment) => Effect.Effect<void, E> = () => Effect.void
) {
  const tasks = yield* TaskRepository
  const changes = yield* ChangeRepository
  const actor = yield* actingUser
  const taskId = TaskId.make(taskIdText)
  const found = tasks.lockComment(taskId, commentId).pipe(orNotFound("Comment", commentId))
  const { access, child: comment } = yield* holdWithChild(taskId, "comment on tasks", found)
  if (comment.userId !== actor) yield* allowOnBoard(access, "delete any comment")
  yield* verify(comment)
  yield* tasks.removeComment(taskId, commentId)
  yield* changes.eraseFields(taskId, commentId)
  return recorded(undefined, taskChange("comment.deleted", access, taskId, {}, commentId))
})

/**
 * Deletes a comment for good and erases its text from the record of changes: for its author, and for those who may delete
 * any comment. Fails with `NotFound` for the task or the comment, or `Forbidden`.
 */
export const deleteComment = (taskId: string, commentId: string) => recording(deletingComment(taskId, commentId))
