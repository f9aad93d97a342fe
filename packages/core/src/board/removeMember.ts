import { Effect } from "effect"
import { UserId } from "../account/User.js"
import { transactional } from "../ports/Transactor.js"
import { invalid } from "../values/InvalidInput.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { findMember, LAST_ADMIN } from "./findMember.js"

/**
 * Ends a membership. A board keeps at least one admin.
 * Fails with `InvalidInput` for the last admin, `NotFound` for the board or the member, or `Forbidden`.
 */
export const removeMember = Effect.fnUntraced(function* (boardIdText: string, userIdText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  yield* transactional(
    Effect.gen(function* () {
      const { isLastAdmin, member } = yield* findMember(boardId, UserId.make(userIdText), "manage the board")
      if (isLastAdmin) return yield* invalid(["userId"], LAST_ADMIN)
      yield* boards.removeMember(boardId, member.userId)
    })
  )
})
