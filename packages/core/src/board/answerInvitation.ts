import { Effect, Option } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { Forbidden } from "../access/Forbidden.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { allowCount } from "./boardBudget.js"
import { BoardRepository } from "./BoardRepository.js"
import { findInvitation, notPending, requirePending } from "./findInvitation.js"
import { InvitationId } from "./Invitation.js"
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
  // Whoever changes who is on a board locks the board first, and then what is on it.
  yield* boards.lock(invitation.boardId).pipe(orNotFound("Invitation", invitation.id))
  const answered = yield* invitations.close(invitation.id, status)
  if (Option.isNone(answered)) return yield* notPending()
  if (status === "accepted") {
    // Not the role that was read before the lock: there may have been another offer since.
    const { boardId, role, userId } = answered.value
    yield* allowCount("members", (yield* boards.members(boardId)).length + 1)
    yield* boards.putMember(boardId, { userId, role }, yield* now)
  }
  return answered.value
})
