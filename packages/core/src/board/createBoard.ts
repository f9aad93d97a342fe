import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { FIRST_RANK } from "../values/Rank.js"
import { Description, Id, Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { type UserId, WorkspaceId } from "../values/ids.js"
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
import { boardCreated } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { withMemberFacesAfterChange } from "./memberFaces.js"

/** A new board: its own fields, one group, and its creator as admin. */
export interface NewBoard {
  readonly board: Board
  readonly group: Placed<Group>
  readonly member: Member
}

export const newBoard = Effect.fnUntraced(function* (given: {
  readonly name: string
  readonly description: string
  readonly workspaceId: WorkspaceId
  readonly creatorId: UserId
}) {
  const ids = yield* Ids
  const at = yield* now
  const created: NewBoard = {
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
    member: { userId: given.creatorId, role: "admin" }
  }
  return created
})

/** Stores a new board, as part of the transaction it is called in. */
export const insertBoard = Effect.fnUntraced(function* ({ board, group, member }: NewBoard) {
  const boards = yield* BoardRepository
  yield* boards.insert(board)
  yield* boards.insertGroup(board.id, group)
  yield* boards.putMember(board.id, member, board.createdAt)
})

/** Name of 1 to 255 characters, the workspace, description of at most 65,535 (default: none). */
export const CreateBoard = Schema.Struct({ name: Name, workspaceId: Id, description: optional(Description) })
export type CreateBoard = typeof CreateBoard.Encoded

const decode = decodeInput(CreateBoard)

/**
 * Creates a board with one group in a workspace. The actor becomes its first admin; for the operator, the workspace
 * owner. Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden`.
 */
export const createBoard = Effect.fnUntraced(function* (input: CreateBoard) {
  const boards = yield* BoardRepository
  const { description = "", name, workspaceId } = yield* decode(input)
  const stored = yield* recording(
    Effect.gen(function* () {
      const workspace = yield* requireWorkspace(WorkspaceId.make(workspaceId), "create boards")
      const creatorId = (yield* actingUser) ?? workspace.ownerId
      const created = yield* newBoard({ name, description, workspaceId: workspace.workspaceId, creatorId })
      yield* insertBoard(created)
      const board = yield* boards.find(created.board.id).pipe(orNotFound("Board", created.board.id))
      return recorded(board, boardCreated(board))
    })
  )
  return yield* withMemberFacesAfterChange(stored)
})
