import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoardChild } from "../access/authorize.js"
import { findAddressee } from "../account/UserDirectory.js"
import { recording } from "../change/recording.js"
import { InvitationId } from "../invitation/Invitation.js"
import { invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { withInvitedFace } from "./invitationFaces.js"
import { findBoardInvitation, requirePending } from "./invitations.js"
import { endOf, storeInvitation } from "./storeInvitation.js"

/** The pending invitation by address. The errors are those of `resendInvitation`. */
const requireMailed = Effect.fnUntraced(function* (boardId: BoardId, id: InvitationId) {
  const search = findBoardInvitation(boardId, id)
  const { access, child: invitation } = yield* requireBoardChild(boardId, "manage the board", search)
  yield* requirePending(invitation)
  const { email } = invitation
  if (email === null) return yield* invalid(["email"], "is not set: an invitation by id sends no mail")
  return { access, invitation: { ...invitation, email } }
})

/**
 * Mails a pending invitation by address again, with a new link that replaces the earlier one and is open for as long. Fails with
 * `NotFound` for the board or the invitation, `Forbidden`, or `InvalidInput` when it is not pending or was by id.
 */
export const resendInvitation = Effect.fnUntraced(function* (boardIdText: string, idText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const id = InvitationId.make(idText)
  const user = Option.getOrNull(yield* findAddressee((yield* requireMailed(boardId, id)).invitation.email))
  const inviterId = yield* actingUser
  const { invitation } = yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const { access, invitation } = yield* requireMailed(boardId, id)
      const userId = user === null ? null : user.id
      return yield* storeInvitation(access, { ...invitation, userId, inviterId, expiresAt: endOf(yield* now) })
    })
  )
  return yield* withInvitedFace(invitation)
})
