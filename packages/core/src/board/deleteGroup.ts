import { Effect, Option, Schema } from "effect"
import { requireBoardChild } from "../access/authorize.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Id, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, GroupId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { partDeleted } from "./partDeleted.js"

/** The group that gets the tasks of the deleted one, at its end and in their order. Needed if there are any. */
export const DeleteGroup = Schema.Struct({ moveTasksTo: optional(Id) })
export type DeleteGroup = typeof DeleteGroup.Encoded

const decode = decodeInput(DeleteGroup)

const needed = (tasks: number) =>
  invalid(["moveTasksTo"], `is required: the group has ${tasks} ${tasks === 1 ? "task" : "tasks"}`)

/**
 * Deletes a group of a board. Its tasks in the trash go with the others, or without any to the first other group. Fails with
 * `InvalidInput` (also for the last group, and for tasks without a group to move them to), `NotFound` for the board or one of
 * the groups, or `Forbidden`.
 */
export const deleteGroup = Effect.fnUntraced(function* (
  boardIdText: string,
  groupIdText: string,
  input: DeleteGroup = {}
) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const id = GroupId.make(groupIdText)
  const { moveTasksTo } = yield* decode(input)
  if (moveTasksTo === groupIdText) return yield* invalid(["moveTasksTo"], "must be another group")
  yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const { groups } = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
      const groupOf = (wanted: string) =>
        orNotFound("Group", wanted)(Effect.succeed(Option.fromNullable(groups.find((group) => group.id === wanted))))
      const named = moveTasksTo === undefined ? groupOf(id) : Effect.zipRight(groupOf(id), groupOf(moveTasksTo))
      const { access } = yield* requireBoardChild(boardId, "edit the board's content", named)
      const to = groups.find((group) => (moveTasksTo === undefined ? group.id !== id : group.id === moveTasksTo))
      if (to === undefined) return yield* invalid(["groupId"], "is the last group of its board")
      const counts = yield* boards.lockTasksOf(boardId, id, to.id)
      if (moveTasksTo === undefined && counts.tasks > 0) return yield* needed(counts.tasks)
      const isUsed = counts.tasks + counts.inTrash > 0
      if (isUsed) yield* boards.moveTasks({ boardId, from: id, to: to.id }, counts, yield* now)
      const removed = yield* boards.removeGroup(boardId, id).pipe(orNotFound("Group", id))
      const fields = isUsed ? createdFields({ moveTasksTo: to.id }) : {}
      return recorded(undefined, partDeleted("group.deleted", access, removed, counts, fields))
    })
  )
})
