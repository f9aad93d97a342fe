import { Effect } from "effect"
import { requireBoardChild } from "../access/authorize.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { BoardId, ColumnId } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"
import { partDeleted } from "./partDeleted.js"

/**
 * Deletes a column of a board with its values on all tasks, in the trash included. Fails with `NotFound` for the board or the
 * column, or `Forbidden`.
 */
export const deleteColumn = Effect.fnUntraced(function* (boardIdText: string, columnIdText: string) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const id = ColumnId.make(columnIdText)
  yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const column = boards.findColumn(boardId, id).pipe(orNotFound("Column", id))
      const { access } = yield* requireBoardChild(boardId, "edit the board's content", column)
      const counts = yield* boards.clearColumn(boardId, id, yield* now)
      const removed = yield* boards.removeColumn(boardId, id).pipe(orNotFound("Column", id))
      return recorded(undefined, partDeleted("column.deleted", access, removed, counts))
    })
  )
})
