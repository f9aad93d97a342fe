import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/require.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Description, Id, Name, optional } from "../values/Text.js"
import { WorkspaceId } from "../values/ids.js"
import { BoardRepository } from "./BoardRepository.js"
import { insertBoard, newBoard } from "./newBoard.js"

/** Name of 1 to 255 characters, the workspace, description of at most 65,535 (default: none). */
export const CreateBoard = Schema.Struct({ name: Name, workspaceId: Id, description: optional(Description) })
export type CreateBoard = typeof CreateBoard.Encoded

const decode = decodeInput(CreateBoard)

/**
 * Makes a board with one group in a workspace. The actor becomes its first admin; for the operator the owner of the
 * workspace does. Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden`.
 */
export const createBoard = Effect.fnUntraced(function* (input: CreateBoard) {
  const boards = yield* BoardRepository
  const { description = "", name, workspaceId } = yield* decode(input)
  return yield* transactional(
    Effect.gen(function* () {
      const workspace = yield* requireWorkspace(WorkspaceId.make(workspaceId), "manage the workspace")
      const makerId = (yield* actingUser) ?? workspace.ownerId
      const made = yield* newBoard({ name, description, workspaceId: workspace.workspaceId, makerId })
      yield* insertBoard(made)
      return yield* boards.find(made.board.id).pipe(orNotFound("Board", made.board.id))
    })
  )
})
