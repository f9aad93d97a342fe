import { Effect, Option, Schema } from "effect"
import { requireBoardChild } from "../access/authorize.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { Color } from "../values/Color.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Id, Name } from "../values/Text.js"
import { BoardId, DEFAULT_GROUP_COLOR, type Group, GroupId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { placePart } from "./placePart.js"

/**
 * Name and color as in `AddGroup`, and the group to move it before. An absent field stays; null resets the color, and moves
 * the group to the end.
 */
export const UpdateGroup = Schema.Struct({
  name: changed(Name),
  color: cleared(Color),
  beforeGroupId: cleared(Id)
})
export type UpdateGroup = typeof UpdateGroup.Encoded

const decode = decodeInput(UpdateGroup)

/**
 * Checks the input of `updateGroup` and returns its transaction. `verify` gets the group as it is, after the rights are
 * checked.
 */
export const updatingGroup = Effect.fnUntraced(function* <E = never>(
  boardIdText: string,
  groupIdText: string,
  input: UpdateGroup,
  verify: (before: Group) => Effect.Effect<void, E> = () => Effect.void
) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const groupId = GroupId.make(groupIdText)
  const { beforeGroupId, color, name } = yield* decode(input)
  if (beforeGroupId === groupIdText) return yield* invalid(["beforeGroupId"], "must be another group")
  return Effect.gen(function* () {
    yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
    const found = Effect.map(boards.find(boardId), (board) =>
      Option.flatMapNullable(board, ({ groups }) => groups.find(({ id }) => id === groupId))
    )
    const group = found.pipe(orNotFound("Group", groupId))
    const { access, child: before } = yield* requireBoardChild(boardId, "edit the board's content", group)
    yield* verify(before)
    const after: Group = {
      id: groupId,
      name: name ?? before.name,
      color: color === undefined ? before.color : (color ?? DEFAULT_GROUP_COLOR)
    }
    const placing = yield* placePart(boardId, "groups", groupId, beforeGroupId)
    const fields = { ...changedFields(before, after), ...placing.fields }
    if (Object.keys(fields).length === 0) return unchanged(before)
    yield* boards.replaceGroup(boardId, after)
    yield* boards.rerank(boardId, "groups", placing.ranks)
    return recorded(after, boardChange("group.updated", access, { subjectId: groupId, fields }))
  })
})

/**
 * Changes the given fields of a group, or its place. Fails with `InvalidInput`, `NotFound` for the board or the group,
 * `Forbidden`, or `MoveConflict` if the other group is not on the board.
 */
export const updateGroup = (boardId: string, groupId: string, input: UpdateGroup) =>
  Effect.flatMap(updatingGroup(boardId, groupId, input), recording)
