import { Effect } from "effect"
import { Ids } from "../ports/Ids.js"
import { FIRST_RANK } from "../values/Rank.js"
import { now } from "../values/Timestamp.js"
import type { UserId, WorkspaceId } from "../values/ids.js"
import {
  type Board,
  BoardId,
  DEFAULT_BACKGROUND,
  DEFAULT_GROUP_COLOR,
  DEFAULT_GROUP_NAME,
  DEFAULT_VIEW_DENSITY,
  type Group,
  GroupId,
  type Member,
  type Placed
} from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

/** What a board begins as: its own fields, one group, and its maker as admin. */
export interface NewBoard {
  readonly board: Board
  readonly group: Placed<Group>
  readonly member: Member
}

/** A board made now. */
export const newBoard = Effect.fnUntraced(function* (given: {
  readonly name: string
  readonly description: string
  readonly workspaceId: WorkspaceId
  readonly makerId: UserId
}) {
  const ids = yield* Ids
  const at = yield* now
  const made: NewBoard = {
    board: {
      id: BoardId.make(yield* ids.next),
      workspaceId: given.workspaceId,
      name: given.name,
      description: given.description,
      background: DEFAULT_BACKGROUND,
      viewDensity: DEFAULT_VIEW_DENSITY,
      createdAt: at,
      updatedAt: at
    },
    group: {
      id: GroupId.make(yield* ids.next),
      name: DEFAULT_GROUP_NAME,
      color: DEFAULT_GROUP_COLOR,
      rank: FIRST_RANK
    },
    member: { userId: given.makerId, role: "admin" }
  }
  return made
})

/** Stores a new board, as part of the transaction it is called in. */
export const insertBoard = Effect.fnUntraced(function* ({ board, group, member }: NewBoard) {
  const boards = yield* BoardRepository
  yield* boards.insert(board)
  yield* boards.insertGroup(board.id, group)
  yield* boards.putMember(board.id, member, board.createdAt)
})
