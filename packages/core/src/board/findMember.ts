import { Effect } from "effect"
import type { BoardAction } from "../access/policy.js"
import { requireBoardChild } from "../access/require.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import type { UserId } from "../values/ids.js"
import type { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

const findAmong = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId) {
  const members = yield* (yield* BoardRepository).members(boardId)
  const member = members.find((each) => each.userId === userId)
  if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
  const admins = members.filter((each) => each.role === "admin")
  return { member, isLastAdmin: member.role === "admin" && admins.length === 1 }
})

/** A member on whom the actor may do this, with the board locked; and whether the member is its last admin. */
export const findMember = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId, action: BoardAction) {
  const boards = yield* BoardRepository
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  return yield* requireBoardChild(boardId, action, findAmong(boardId, userId))
})

/** What a change that would leave the board without an admin is told. */
export const LAST_ADMIN = "is the board's last admin"
