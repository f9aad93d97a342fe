import { Effect } from "effect"
import { findFaces, NO_FACE } from "../account/faces.js"
import type { Comment, ShownComment } from "./Task.js"

/** Adds the faces of their authors to comments, by one query of the directory. */
export const withAuthors = (comments: ReadonlyArray<Comment>) =>
  Effect.map(findFaces(comments.map(({ userId }) => userId)), (faces) =>
    comments.map(({ content, createdAt, editedAt, id, mentions, taskId, userId }): ShownComment => {
      const { avatar, name } = faces.get(userId) ?? NO_FACE
      // Field by field, which is faster than a spread of what was parsed from JSON, and one task is read often.
      return { id, taskId, userId, content, mentions, createdAt, editedAt, name, avatar }
    })
  )
