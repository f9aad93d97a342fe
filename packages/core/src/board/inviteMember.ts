import { Effect, Option, Schema } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { requireBoard } from "../access/authorize.js"
import { Role } from "../access/policy.js"
import { UserDirectory } from "../account/UserDirectory.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, invalid, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { toSlice } from "../values/Page.js"
import { Id, isUnstorable, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"
import { BoardId } from "./Board.js"
import { allowCount } from "./boardLimits.js"
import { BoardRepository } from "./BoardRepository.js"
import { invitationChange } from "./invitationChange.js"
import { InvitationId } from "./Invitation.js"
import { withInvitedFace } from "./invitationFaces.js"
import { InvitationRepository } from "./InvitationRepository.js"

/** The user, by either id or address, and the role offered. */
export const InviteMember = Schema.Struct({ userId: optional(Id), email: optional(Id), role: Role })
export type InviteMember = typeof InviteMember.Encoded

const requireOneKey = (input: unknown): ReadonlyArray<Issue> => {
  if (!isPlainObject(input)) return []
  const hasId = (input["userId"] ?? null) !== null
  const hasEmail = (input["email"] ?? null) !== null
  if (hasId && hasEmail) return [{ path: ["email"], message: "must not be given with userId" }]
  return hasId || hasEmail ? [] : [{ path: ["userId"], message: "is required, or email" }]
}

const decode = decodeInput(InviteMember, requireOneKey)

const findInvited = Effect.fnUntraced(function* (wanted: typeof InviteMember.Type) {
  const users = yield* UserDirectory
  const id = wanted.userId ?? wanted.email ?? ""
  const missing = new NotFound({ thing: "User", id })
  if (isUnstorable(id)) return yield* missing
  if (wanted.userId !== undefined) return (yield* users.existing([id]))[0] ?? (yield* missing)
  const found = yield* users.findByEmail(id)
  return Option.isSome(found) ? found.value.id : yield* missing
})

const ONE = toSlice({ limit: 1 })

/** Fails with `InvalidInput` for the owner and for members. Returns the number of members. */
const requireNotMember = Effect.fnUntraced(function* (boardId: BoardId, ownerId: UserId, userId: UserId) {
  if (userId === ownerId) return yield* invalid(["userId"], "is the owner of the workspace")
  const members = yield* (yield* BoardRepository).members(boardId)
  if (members.some((member) => member.userId === userId)) return yield* invalid(["userId"], "is a member already")
  return members.length
})

/** The role that a pending invitation offers to a user who is not a member, or null. */
const pendingRole = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId) {
  const found = yield* (yield* AccessRepository).board(boardId, userId)
  return Option.match(found, {
    onNone: () => null,
    onSome: ({ standing }) => (standing === "owner" || standing === "none" ? null : standing)
  })
})

/**
 * Offers a role on a board to a user, by id or by email address. An invitation that is pending stays and gets the new
 * role (`created` is false then). Fails with `InvalidInput` (also for a member, for the owner, and if members and
 * pending invitations have reached the limit), `NotFound` for the board or the user, or `Forbidden`.
 */
export const inviteMember = Effect.fnUntraced(function* (boardIdText: string, input: InviteMember) {
  const boards = yield* BoardRepository
  const invitations = yield* InvitationRepository
  const boardId = BoardId.make(boardIdText)
  const wanted = yield* decode(input)
  // Checked before the user is looked up, so that an actor who may not invite learns nothing about accounts.
  yield* requireBoard(boardId, "manage the board")
  const userId = yield* findInvited(wanted)
  const id = InvitationId.make(yield* (yield* Ids).next)
  const createdAt = yield* now
  const { created, invitation } = yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const access = yield* requireBoard(boardId, "manage the board")
      const members = yield* requireNotMember(boardId, access.ownerId, userId)
      const { role } = wanted
      const before = yield* pendingRole(boardId, userId)
      const invitation = yield* invitations.invite({
        id,
        boardId,
        userId,
        email: wanted.email ?? null,
        role,
        status: "pending",
        createdAt
      })
      const created = invitation.id === id
      if (created) yield* allowCount("members", members + (yield* invitations.listForBoard(boardId, ONE)).total)
      const result = { invitation, created }
      if (before === role) return unchanged(result)
      const change = created
        ? invitationChange("invitation.created", access, invitation, createdFields({ userId, role }))
        : invitationChange("invitation.updated", access, invitation, { role: { from: before, to: role } })
      return recorded(result, change)
    })
  )
  return { invitation: yield* withInvitedFace(invitation), created }
})
