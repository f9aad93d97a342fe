import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoardChild } from "../access/authorize.js"
import { type BoardAction, Role } from "../access/policy.js"
import { withFaceAfterChange } from "../account/faces.js"
import { changedFields, removedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { recordRole } from "../security/recordSecurityEvent.js"
import { UserId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { changed } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, type Member } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"

const findMember = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId) {
  const members = yield* (yield* BoardRepository).members(boardId)
  const member = members.find((each) => each.userId === userId)
  if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
  const admins = members.filter((each) => each.role === "admin")
  return { member, isLastAdmin: member.role === "admin" && admins.length === 1 }
})

/** Locks the board and returns the member, if the actor may do this. */
const lockMember = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId, action: BoardAction) {
  const boards = yield* BoardRepository
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  const { access, child } = yield* requireBoardChild(boardId, action, findMember(boardId, userId))
  return { access, ...child }
})

const LAST_ADMIN = "is the board's last admin"

/** The new role; without one nothing changes. */
export const UpdateMember = Schema.Struct({ role: changed(Role) })
export type UpdateMember = typeof UpdateMember.Encoded

const decode = decodeInput(UpdateMember)

/**
 * Changes the role of a member. A board keeps at least one admin.
 * Fails with `InvalidInput`, `NotFound` for the board or the member, or `Forbidden`.
 */
export const updateMember = Effect.fnUntraced(function* (boardIdText: string, userIdText: string, input: UpdateMember) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const { role } = yield* decode(input)
  const updated: Member = yield* recording(
    Effect.gen(function* () {
      const { access, isLastAdmin, member } = yield* lockMember(boardId, UserId.make(userIdText), "manage the board")
      if (role === undefined || role === member.role) return unchanged(member)
      if (isLastAdmin) return yield* invalid(["role"], LAST_ADMIN)
      const after: Member = { userId: member.userId, role }
      yield* boards.putMember(boardId, after, yield* now)
      yield* recordRole({ userId: member.userId, of: "board", id: boardId, from: member.role, to: role })
      const change = { subjectId: member.userId, fields: changedFields(member, after) }
      return recorded(after, boardChange("member.updated", access, change))
    })
  )
  return yield* withFaceAfterChange(updated)
})

/**
 * Ends a membership: managers may end anyone's, every member their own. A board keeps at least one admin.
 * Fails with `InvalidInput` for the last admin, `NotFound` for the board or the member, or `Forbidden`.
 */
export const removeMember = Effect.fnUntraced(function* (boardIdText: string, userIdText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const userId = UserId.make(userIdText)
  const action = (yield* actingUser) === userId ? "leave the board" : "manage the board"
  yield* recording(
    Effect.gen(function* () {
      const { access, isLastAdmin, member } = yield* lockMember(boardId, userId, action)
      if (isLastAdmin) return yield* invalid(["userId"], LAST_ADMIN)
      yield* boards.removeMember(boardId, member.userId)
      yield* recordRole({ userId, of: "board", id: boardId, from: member.role, to: null })
      const fields = removedFields({ role: member.role })
      return recorded(
        undefined,
        boardChange("member.removed", access, { subjectId: userId, recipientId: userId, fields })
      )
    })
  )
})
