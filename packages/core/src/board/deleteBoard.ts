import { Effect } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { requireBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { decodeDelete, type DeleteInput, moveToTrash } from "../trash/moveToTrash.js"
import { orNotFound } from "../values/NotFound.js"
import type { UserId } from "../values/ids.js"
import { BoardId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"

/**
 * Moves the board with all its tasks to the trash, or removes it for good if `permanent`.
 * Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const deleteBoard = Effect.fnUntraced(function* (id: string, input: DeleteInput = {}) {
  const boards = yield* BoardRepository
  const access = yield* AccessRepository
  const boardId = BoardId.make(id)
  const { permanent } = yield* decodeDelete(input)
  yield* recording(
    Effect.gen(function* () {
      const board = yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const place = yield* requireBoard(boardId, MAY_RESTORE.board)
      const readers = yield* access.readersOfBoard(boardId)
      yield* moveToTrash("board", place, board, permanent)
      const fields = removedFields({ name: board.name })
      const toReader = (recipientId: UserId) =>
        boardChange("board.deleted", place, { subjectId: boardId, recipientId, fields })
      return recorded(undefined, ...readers.toSorted().map(toReader))
    })
  )
})
