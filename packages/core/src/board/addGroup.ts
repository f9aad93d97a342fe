import { Effect, Schema } from "effect"
import { requireBoard } from "../access/authorize.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { Color } from "../values/Color.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Name, optional } from "../values/Text.js"
import { BoardId, DEFAULT_GROUP_COLOR, type Group, GroupId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { allowCount } from "./boardLimits.js"
import { BoardRepository } from "./BoardRepository.js"

/** Name of 1 to 255 characters, color as `#RRGGBB` (default: `DEFAULT_GROUP_COLOR`). */
export const AddGroup = Schema.Struct({ name: Name, color: optional(Color) })
export type AddGroup = typeof AddGroup.Encoded

const decode = decodeInput(AddGroup)

/**
 * Adds a group after the board's last. Fails with `InvalidInput` (also at the limit of groups), `NotFound` for the
 * board, or `Forbidden`.
 */
export const addGroup = Effect.fnUntraced(function* (id: string, input: AddGroup) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const boardId = BoardId.make(id)
  const { color = DEFAULT_GROUP_COLOR, name } = yield* decode(input)
  return yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const access = yield* requireBoard(boardId, "edit the board's content")
      const { count, rank } = yield* boards.groupsEnd(boardId)
      yield* allowCount("groups", count + 1)
      const group: Group = { id: GroupId.make(yield* ids.next), name, color }
      yield* boards.insertGroup(boardId, { ...group, rank: rankAfter(rank) })
      const change = { subjectId: group.id, fields: createdFields(group) }
      return recorded(group, boardChange("group.created", access, change))
    })
  )
})
