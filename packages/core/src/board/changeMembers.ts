import { Effect, Schema } from "effect"
import { allowOnBoard, findBoardAccess } from "../access/require.js"
import { Role } from "../access/Role.js"
import { UserId } from "../account/User.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { changed } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, type Member } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

export const UpdateMember = Schema.Struct({ role: changed(Role) })
export type UpdateMember = typeof UpdateMember.Encoded

const decode = decodeInput(UpdateMember)

const findMember = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId) {
  const boards = yield* BoardRepository
  const access = yield* findBoardAccess(boardId)
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  const members = yield* boards.members(boardId)
  const member = members.find((each) => each.userId === userId)
  if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
  yield* allowOnBoard(access, "manage the board")
  const admins = members.filter((each) => each.role === "admin")
  return { member, isLastAdmin: member.role === "admin" && admins.length === 1 }
})

const LAST_ADMIN = "is the board's last admin"

/**
 * Gives a member another role. A board keeps at least one admin.
 * Fails with `InvalidInput`, `NotFound` for the board or the member, or `Forbidden`.
 */
export const updateMember = Effect.fn("updateMember")(function* (
  boardIdText: string,
  userIdText: string,
  input: UpdateMember
) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const { role } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      const { isLastAdmin, member } = yield* findMember(boardId, UserId.make(userIdText))
      if (role === undefined || role === member.role) return member
      if (isLastAdmin) return yield* invalid(["role"], LAST_ADMIN)
      const after: Member = { userId: member.userId, role }
      yield* boards.putMember(boardId, after, yield* now)
      return after
    })
  )
})

/**
 * Ends a membership. A board keeps at least one admin.
 * Fails with `InvalidInput` for the last admin, `NotFound` for the board or the member, or `Forbidden`.
 */
export const removeMember = Effect.fn("removeMember")(function* (boardIdText: string, userIdText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  yield* transactional(
    Effect.gen(function* () {
      const { isLastAdmin, member } = yield* findMember(boardId, UserId.make(userIdText))
      if (isLastAdmin) return yield* invalid(["userId"], LAST_ADMIN)
      yield* boards.removeMember(boardId, member.userId)
    })
  )
})
