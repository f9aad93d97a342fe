import { Effect, Schema } from "effect"
import { requireBoard } from "../access/authorize.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Description, Flag, Label, Name, optional } from "../values/Text.js"
import { BoardId, type Column, ColumnId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { allowCount } from "./boardLimits.js"
import { BoardRepository } from "./BoardRepository.js"

/**
 * Name of 1 to 255 characters, type as an open label of 1 to 50, description of at most 65,535 (default: none);
 * `required` (default: false) is a hint for clients and is not enforced.
 */
export const AddColumn = Schema.Struct({
  name: Name,
  type: Label,
  required: optional(Flag),
  description: optional(Description)
})
export type AddColumn = typeof AddColumn.Encoded

const decode = decodeInput(AddColumn)

/** A new column: visible, without a width. */
export const newColumn = (
  id: string,
  given: Pick<Column, "name" | "type"> & {
    readonly required?: boolean | undefined
    readonly description?: string | undefined
  }
): Column => ({
  id: ColumnId.make(id),
  name: given.name,
  type: given.type,
  required: given.required ?? false,
  description: given.description ?? "",
  width: null,
  visible: true
})

/**
 * Adds a column after the board's last. Fails with `InvalidInput` (also at the limit of columns), `NotFound` for the
 * board, or `Forbidden`.
 */
export const addColumn = Effect.fnUntraced(function* (id: string, input: AddColumn) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const boardId = BoardId.make(id)
  const wanted = yield* decode(input)
  return yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const access = yield* requireBoard(boardId, "edit the board's content")
      const { count, rank } = yield* boards.columnsEnd(boardId)
      yield* allowCount("columns", count + 1)
      const column = newColumn(yield* ids.next, wanted)
      yield* boards.insertColumn(boardId, { ...column, rank: rankAfter(rank) })
      const change = { subjectId: column.id, fields: createdFields(column) }
      return recorded(column, boardChange("column.created", access, change))
    })
  )
})
