import { Effect, Schema } from "effect"
import { Role } from "../access/Role.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { changed } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { UserId } from "../values/ids.js"
import { BoardId, type Member } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { findMember, LAST_ADMIN } from "./findMember.js"

/** The new role; without one nothing changes. */
export const UpdateMember = Schema.Struct({ role: changed(Role) })
export type UpdateMember = typeof UpdateMember.Encoded

const decode = decodeInput(UpdateMember)

/**
 * Gives a member another role. A board keeps at least one admin.
 * Fails with `InvalidInput`, `NotFound` for the board or the member, or `Forbidden`.
 */
export const updateMember = Effect.fnUntraced(function* (boardIdText: string, userIdText: string, input: UpdateMember) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const { role } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      const { isLastAdmin, member } = yield* findMember(boardId, UserId.make(userIdText), "manage the board")
      if (role === undefined || role === member.role) return member
      if (isLastAdmin) return yield* invalid(["role"], LAST_ADMIN)
      const after: Member = { userId: member.userId, role }
      yield* boards.putMember(boardId, after, yield* now)
      return after
    })
  )
})
