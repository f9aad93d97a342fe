import { Effect } from "effect"
import { requireBoard } from "../access/require.js"
import { orNotFound } from "../values/NotFound.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

/** A board with its groups, columns and members. Fails with `NotFound` or `Forbidden`. */
export const getBoard = Effect.fnUntraced(function* (id: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  yield* requireBoard(boardId, "read the board")
  return yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
})
