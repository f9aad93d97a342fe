import { Effect, Option } from "effect"
import type { BoardId } from "../values/ids.js"
import { BoardRepository } from "./BoardRepository.js"

/** The columns of a locked board, in order, which no other transaction changes until this one ends. */
export const holdAllColumns = Effect.fnUntraced(function* (boardId: BoardId) {
  const boards = yield* BoardRepository
  const read = Effect.map(boards.find(boardId), (found) => Option.getOrUndefined(found)?.columns ?? [])
  const ids = (yield* read).map(({ id }) => id)
  yield* boards.holdColumns(boardId, ids)
  return yield* read
})
