import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { findAddressee, holdUser } from "../account/UserDirectory.js"
import { recording } from "../change/recording.js"
import { InvitationId, type InvitedPlace } from "../invitation/Invitation.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { invalid } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { withInvitedFace } from "./invitationFaces.js"
import { findPlaceInvitation, requirePending } from "./invitations.js"
import { membersOf, requirePlaceChild } from "./memberPlace.js"
import { endOf, storeInvitation } from "./storeInvitation.js"

/** The pending invitation by address. The errors are those of `resendInvitation`. */
const requireMailed = Effect.fnUntraced(function* (place: InvitedPlace, id: InvitationId) {
  const search = findPlaceInvitation(place, id)
  const { access, child: invitation } = yield* requirePlaceChild(place, "manage", search)
  yield* requirePending(invitation)
  const { email } = invitation
  if (email === null) return yield* invalid(["email"], "is not set: an invitation by id sends no mail")
  return { access, invitation: { ...invitation, email } }
})

const resending = Effect.fnUntraced(function* (place: InvitedPlace, idText: string) {
  const id = InvitationId.make(idText)
  const user = Option.getOrNull(yield* findAddressee((yield* requireMailed(place, id)).invitation.email))
  const inviterId = yield* actingUser
  const { invitation } = yield* recording(
    Effect.gen(function* () {
      const userId = yield* holdUser(user === null ? null : user.id)
      yield* (yield* membersOf(place)).lock
      const { access, invitation } = yield* requireMailed(place, id)
      return yield* storeInvitation(access, { ...invitation, userId, inviterId, expiresAt: endOf(yield* now) })
    })
  )
  return yield* withInvitedFace(invitation)
})

/**
 * Mails a pending invitation by address again, with a new link that replaces the earlier one and is open for as long. Fails with
 * `NotFound` for the board or the invitation, `Forbidden`, or `InvalidInput` when it is not pending or was by id.
 */
export const resendInvitation = (boardId: string, id: string) =>
  resending({ kind: "board", id: BoardId.make(boardId) }, id)

/** As `resendInvitation`, for an invitation to a workspace. */
export const resendWorkspaceInvitation = (workspaceId: string, id: string) =>
  resending({ kind: "workspace", id: WorkspaceId.make(workspaceId) }, id)
