import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { Role } from "../access/policy.js"
import { withFaceAfterChange } from "../account/faces.js"
import { reachedBy } from "../account/UserDirectory.js"
import { changedFields, removedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import type { InvitedPlace } from "../invitation/Invitation.js"
import { recordRole } from "../security/recordSecurityEvent.js"
import { BoardId, UserId, WorkspaceId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { changed } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import type { Member } from "./Board.js"
import { withdrawPending } from "./invitations.js"
import { memberChange, membersOf, type PlaceAction, requirePlaceChild } from "./memberPlace.js"

const boardOf = (id: string): InvitedPlace => ({ kind: "board", id: BoardId.make(id) })
const workspaceOf = (id: string): InvitedPlace => ({ kind: "workspace", id: WorkspaceId.make(id) })

const findMember = Effect.fnUntraced(function* (place: InvitedPlace, userId: UserId) {
  const members = yield* (yield* membersOf(place)).list
  const member = members.find((each) => each.userId === userId)
  if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
  const admins = members.filter((each) => each.role === "admin")
  // A workspace has its owner.
  return { member, isLastAdmin: place.kind === "board" && member.role === "admin" && admins.length === 1 }
})

/** Locks the place and returns the member, if the actor may do this. */
const lockMember = Effect.fnUntraced(function* (place: InvitedPlace, userId: UserId, action: PlaceAction) {
  const members = yield* membersOf(place)
  yield* members.lock
  const { access, child } = yield* requirePlaceChild(place, action, findMember(place, userId))
  return { access, members, ...child }
})

const LAST_ADMIN = "is the board's last admin"

/** The new role; without one nothing changes. */
export const UpdateMember = Schema.Struct({ role: changed(Role) })
export type UpdateMember = typeof UpdateMember.Encoded

const decode = decodeInput(UpdateMember)

const updating = Effect.fnUntraced(function* (place: InvitedPlace, userIdText: string, input: UpdateMember) {
  const { role } = yield* decode(input)
  const updated: Member = yield* recording(
    Effect.gen(function* () {
      const { access, isLastAdmin, member, members } = yield* lockMember(place, UserId.make(userIdText), "manage")
      if (role === undefined || role === member.role) return unchanged(member)
      if (isLastAdmin) return yield* invalid(["role"], LAST_ADMIN)
      const after: Member = { userId: member.userId, role }
      yield* members.put(after, yield* now)
      yield* recordRole({ userId: member.userId, of: place.kind, id: place.id, from: member.role, to: role })
      return recorded(after, memberChange("updated", access, member.userId, changedFields(member, after)))
    })
  )
  return yield* withFaceAfterChange(updated)
})

/**
 * Changes the role of a member. A board keeps at least one admin.
 * Fails with `InvalidInput`, `NotFound` for the board or the member, or `Forbidden`.
 */
export const updateMember = (boardId: string, userId: string, input: UpdateMember) =>
  updating(boardOf(boardId), userId, input)

/** Changes the role of a member of a workspace. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const updateWorkspaceMember = (workspaceId: string, userId: string, input: UpdateMember) =>
  updating(workspaceOf(workspaceId), userId, input)

const removing = Effect.fnUntraced(function* (place: InvitedPlace, userIdText: string) {
  const userId = UserId.make(userIdText)
  const action = (yield* actingUser) === userId ? "leave" : "manage"
  const address = yield* reachedBy(userId)
  yield* recording(
    Effect.gen(function* () {
      const { access, isLastAdmin, member, members } = yield* lockMember(place, userId, action)
      if (isLastAdmin) return yield* invalid(["userId"], LAST_ADMIN)
      yield* members.remove(member.userId)
      yield* recordRole({ userId, of: place.kind, id: place.id, from: member.role, to: null })
      const removed = memberChange("removed", access, userId, removedFields({ role: member.role }))
      // A member can only have an invitation to an address adopted since.
      return recorded(undefined, removed, ...(yield* withdrawPending(access, userId, address)))
    })
  )
})

/**
 * Ends a membership: managers may end anyone's, every member their own. A pending invitation to an address that
 * the member adopted since is withdrawn. A board keeps at least one admin.
 * Fails with `InvalidInput` for the last admin, `NotFound` for the board or the member, or `Forbidden`.
 */
export const removeMember = (boardId: string, userId: string) => removing(boardOf(boardId), userId)

/**
 * Ends a membership of a workspace; roles on its boards stay. Managers may end anyone's, every member their own. Fails with
 * `NotFound` for the workspace or the member, or `Forbidden`.
 */
export const removeWorkspaceMember = (workspaceId: string, userId: string) => removing(workspaceOf(workspaceId), userId)
