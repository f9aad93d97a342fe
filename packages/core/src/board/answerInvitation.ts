import { Effect } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { Forbidden } from "../access/Forbidden.js"
import { invalid } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { BoardRepository } from "./BoardRepository.js"
import { findInvitation, requirePending } from "./findInvitation.js"
import { type Invitation, InvitationId } from "./Invitation.js"
import { InvitationRepository } from "./InvitationRepository.js"

/** Ends a pending invitation of the actor's own, as part of a transaction; accepting makes a membership of it. */
export const answerInvitation = Effect.fnUntraced(function* (idText: string, status: "accepted" | "declined") {
  const invitations = yield* InvitationRepository
  const boards = yield* BoardRepository
  const actor = yield* CurrentActor
  const invitation = yield* findInvitation(InvitationId.make(idText))
  if (actor._tag === "User" && actor.userId !== invitation.userId) {
    return yield* new Forbidden({ action: "answer the invitation" })
  }
  yield* requirePending(invitation)
  if (!(yield* invitations.close(invitation.id, status))) return yield* invalid(["status"], "is not pending")
  if (status === "accepted") {
    const { role, userId } = invitation
    yield* boards.putMember(invitation.boardId, { userId, role }, yield* now)
  }
  const answered: Invitation = { ...invitation, status }
  return answered
})
