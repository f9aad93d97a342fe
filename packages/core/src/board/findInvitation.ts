import { Effect } from "effect"
import { invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import type { BoardId } from "./Board.js"
import type { Invitation, InvitationId } from "./Invitation.js"
import { InvitationRepository } from "./InvitationRepository.js"

/** An invitation, or `NotFound`. */
export const findInvitation = Effect.fnUntraced(function* (id: InvitationId) {
  const invitations = yield* InvitationRepository
  return yield* invitations.find(id).pipe(orNotFound("Invitation", id))
})

/** An invitation under its board, or `NotFound`. */
export const findBoardInvitation = Effect.fnUntraced(function* (boardId: BoardId, id: InvitationId) {
  const invitation = yield* findInvitation(id)
  return invitation.boardId === boardId ? invitation : yield* new NotFound({ thing: "Invitation", id })
})

/** What is told of an invitation that somebody else just ended. */
export const notPending = () => invalid(["status"], "is not pending")

/** Fails with `InvalidInput` unless the invitation is pending. */
export const requirePending = (invitation: Invitation) =>
  invitation.status === "pending" ? Effect.void : invalid(["status"], `is ${invitation.status}, not pending`)
