import { Effect } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { requireBoard } from "../access/authorize.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import type { UserId } from "../values/ids.js"
import { BoardId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"

/** Deletes the board with all its tasks, for good. Fails with `NotFound` or `Forbidden`. */
export const deleteBoard = Effect.fnUntraced(function* (id: string) {
  const boards = yield* BoardRepository
  const access = yield* AccessRepository
  const boardId = BoardId.make(id)
  yield* recording(
    Effect.gen(function* () {
      const { name } = yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const place = yield* requireBoard(boardId, "manage the board")
      const readers = yield* access.readersOfBoard(boardId)
      yield* boards.remove(boardId)
      const fields = removedFields({ name })
      const toReader = (recipientId: UserId) =>
        boardChange("board.deleted", place, { subjectId: boardId, recipientId, fields })
      return recorded(undefined, ...readers.toSorted().map(toReader))
    })
  )
})
