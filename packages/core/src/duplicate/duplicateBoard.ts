import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard, requireWorkspace } from "../access/authorize.js"
import { BoardId } from "../board/Board.js"
import { withMemberFacesAfterChange } from "../board/memberFaces.js"
import { recorded, recording } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Flag, Name, optional } from "../values/Text.js"
import { copyBoard, lockWhole, namesOn, NO_PEOPLE } from "./copyBoard.js"
import { nothingCopied } from "./copyTasks.js"

/** The name of the copy, 1 to 255 characters (default: that of the board), and whether to copy its tasks (default: no). */
export const DuplicateBoard = Schema.Struct({ name: optional(Name), withTasks: optional(Flag) })
export type DuplicateBoard = typeof DuplicateBoard.Encoded

const decode = decodeInput(DuplicateBoard)

/**
 * Creates a board like another one in the same workspace, with its groups and columns, and if wanted its tasks with their
 * subtasks, without comments and time entries. Columns of people that are not bound to the assignees have names in place of the
 * ids of those who are not on the copy. The actor becomes its only member, as admin; for the operator, the
 * workspace owner. Tasks that others move, create or delete meanwhile may be missing.
 * Fails with `InvalidInput` (also for more tasks than are copied at once), `NotFound` or `Forbidden`.
 */
export const duplicateBoard = Effect.fnUntraced(function* (id: string, input: DuplicateBoard = {}) {
  const originalId = BoardId.make(id)
  const { name, withTasks = false } = yield* decode(input)
  if (withTasks) yield* requireBoard(originalId, "read the board")
  const people = withTasks ? yield* namesOn(originalId) : NO_PEOPLE
  const stored = yield* recording(
    Effect.gen(function* () {
      const original = yield* lockWhole(originalId).pipe(orNotFound("Board", originalId))
      yield* requireBoard(originalId, "read the board")
      const { workspaceId } = original
      const { ownerId } = yield* requireWorkspace(workspaceId, "create boards")
      const userId = (yield* actingUser) ?? ownerId
      const copied = withTasks ? nothingCopied() : null
      const { change, copy } = yield* copyBoard(original, people, { copied, name, ownerId, userId, workspaceId })
      return recorded(copy, change)
    })
  )
  return yield* withMemberFacesAfterChange(stored)
})
