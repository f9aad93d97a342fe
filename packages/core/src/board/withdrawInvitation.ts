import { Effect } from "effect"
import { requireBoardChild } from "../access/require.js"
import { transactional } from "../ports/Transactor.js"
import { orNotFound } from "../values/NotFound.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { findBoardInvitation, notPending, requirePending } from "./findInvitation.js"
import { InvitationId } from "./Invitation.js"
import { InvitationRepository } from "./InvitationRepository.js"

/**
 * Takes a pending invitation back, and the access that it gave.
 * Fails with `NotFound` for the board or the invitation, `Forbidden`, or `InvalidInput` when it is not pending.
 */
export const withdrawInvitation = Effect.fnUntraced(function* (boardIdText: string, idText: string) {
  const boards = yield* BoardRepository
  const invitations = yield* InvitationRepository
  const boardId = BoardId.make(boardIdText)
  yield* transactional(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const named = findBoardInvitation(boardId, InvitationId.make(idText))
      const invitation = yield* requireBoardChild(boardId, "manage the board", named)
      yield* requirePending(invitation)
      if (!(yield* invitations.remove(invitation.id))) return yield* notPending()
    })
  )
})
