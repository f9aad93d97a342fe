import { Effect } from "effect"
import { requireBoard } from "../access/authorize.js"
import { transactional } from "../ports/Transactor.js"
import { orNotFound } from "../values/NotFound.js"
import { BoardId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

/** Deletes the board with all its tasks, for good. Fails with `NotFound` or `Forbidden`. */
export const deleteBoard = Effect.fnUntraced(function* (id: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  yield* transactional(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      yield* requireBoard(boardId, "manage the board")
      yield* boards.remove(boardId)
    })
  )
})
