import { Effect, Option, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { Role } from "../access/policy.js"
import { Email } from "../account/Email.js"
import { findAddressee, holdUser, UserDirectory } from "../account/UserDirectory.js"
import { recording } from "../change/recording.js"
import { InvitationId, type InvitedPlace, placeFields } from "../invitation/Invitation.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { NotFound } from "../values/NotFound.js"
import { Id, isUnstorable, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { withInvitedFace } from "./invitationFaces.js"
import { membersOf, requirePlace } from "./memberPlace.js"
import { endOf, storeInvitation } from "./storeInvitation.js"

/** The user by id, or anyone by email address, and the role offered. */
export const InviteMember = Schema.Struct({ userId: optional(Id), email: optional(Email), role: Role })
export type InviteMember = typeof InviteMember.Encoded

const requireOneKey = (input: unknown): ReadonlyArray<Issue> => {
  if (!isPlainObject(input)) return []
  const hasId = (input["userId"] ?? null) !== null
  const hasEmail = (input["email"] ?? null) !== null
  if (hasId && hasEmail) return [{ path: ["email"], message: "must not be given with userId" }]
  return hasId || hasEmail ? [] : [{ path: ["userId"], message: "is required, or email" }]
}

const decode = decodeInput(InviteMember, requireOneKey)

/** Who is invited: a user by id, or an address, with the user who has it if one is known. */
const findInvited = Effect.fnUntraced(function* ({ email, userId: id = "" }: typeof InviteMember.Type) {
  if (email !== undefined) {
    const user = Option.getOrNull(yield* findAddressee(email))
    return { userId: user === null ? null : user.id, email }
  }
  const users = yield* UserDirectory
  const [userId] = isUnstorable(id) ? [] : yield* users.existing([id])
  return userId === undefined ? yield* new NotFound({ thing: "User", id }) : { userId, email: null }
})

const inviting = Effect.fnUntraced(function* (place: InvitedPlace, input: InviteMember) {
  const wanted = yield* decode(input)
  // Checked before the user is looked up, so that an actor who may not invite learns nothing about accounts.
  yield* requirePlace(place, "manage")
  const invited = yield* findInvited(wanted)
  const id = InvitationId.make(yield* (yield* Ids).next)
  const createdAt = yield* now
  const inviterId = yield* actingUser
  const offer = { id, ...placeFields(place), role: wanted.role, status: "pending", inviterId, createdAt } as const
  const { created, invitation } = yield* recording(
    Effect.gen(function* () {
      const userId = yield* holdUser(invited.userId)
      yield* (yield* membersOf(place)).lock
      const access = yield* requirePlace(place, "manage")
      const { email } = invited
      if (email !== null)
        return yield* storeInvitation(access, { ...offer, userId, email, expiresAt: endOf(createdAt) })
      if (userId === null) return yield* new NotFound({ thing: "User", id: invited.userId })
      return yield* storeInvitation(access, { ...offer, userId, email, expiresAt: null })
    })
  )
  return { invitation: yield* withInvitedFace(invitation), created }
})

/**
 * Offers a role on a board to a user by id, or by mail to an email address. The result is the same whether or not an account
 * has the address. A pending invitation gets the new role (`created` is false then) and, by address, is mailed again. Fails
 * with `InvalidInput` (also for a member, for the owner, and if members and pending invitations have reached the limit),
 * `NotFound` for the board or the user, or `Forbidden`.
 */
export const inviteMember = (boardId: string, input: InviteMember) =>
  inviting({ kind: "board", id: BoardId.make(boardId) }, input)

/** Offers a role in a workspace, which reaches all its boards; otherwise as `inviteMember`. */
export const inviteToWorkspace = (workspaceId: string, input: InviteMember) =>
  inviting({ kind: "workspace", id: WorkspaceId.make(workspaceId) }, input)
