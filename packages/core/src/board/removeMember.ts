import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { invalid } from "../values/InvalidInput.js"
import { UserId } from "../values/ids.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { findMember, LAST_ADMIN } from "./findMember.js"

/**
 * Ends a membership: for managers anyone's, for every member their own. A board keeps at least one admin.
 * Fails with `InvalidInput` for the last admin, `NotFound` for the board or the member, or `Forbidden`.
 */
export const removeMember = Effect.fnUntraced(function* (boardIdText: string, userIdText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const userId = UserId.make(userIdText)
  const action = (yield* actingUser) === userId ? "leave the board" : "manage the board"
  yield* transactional(
    Effect.gen(function* () {
      const { isLastAdmin, member } = yield* findMember(boardId, userId, action)
      if (isLastAdmin) return yield* invalid(["userId"], LAST_ADMIN)
      yield* boards.removeMember(boardId, member.userId)
    })
  )
})
