import { Effect } from "effect"
import { allowOnBoard, findBoardAccess } from "../access/require.js"
import type { UserId } from "../account/User.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import type { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

/** A member whom the actor may change, with the board locked; and whether it would be left without an admin. */
export const findMember = Effect.fnUntraced(function* (boardId: BoardId, userId: UserId) {
  const boards = yield* BoardRepository
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  const access = yield* findBoardAccess(boardId)
  const members = yield* boards.members(boardId)
  const member = members.find((each) => each.userId === userId)
  if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
  yield* allowOnBoard(access, "manage the board")
  const admins = members.filter((each) => each.role === "admin")
  return { member, isLastAdmin: member.role === "admin" && admins.length === 1 }
})

/** What a change that would leave the board without an admin is told. */
export const LAST_ADMIN = "is the board's last admin"
