import { Effect, Schema } from "effect"
import { requireBoardChild } from "../access/authorize.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Description, Flag, Id, Label, Name, NonNegative } from "../values/Text.js"
import { BoardId, type Column, ColumnId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { placePart } from "./placePart.js"

/**
 * The fields of a column, and the column to move it before. An absent one stays; null clears `required` (to false), `visible`
 * (to true), description and width, moves the column to the end, and is refused for name and type. `width` is a finite number
 * from 0 in the client's unit.
 */
export const UpdateColumn = Schema.Struct({
  name: changed(Name),
  type: changed(Label),
  required: cleared(Flag),
  description: cleared(Description),
  width: cleared(NonNegative),
  visible: cleared(Flag),
  beforeColumnId: cleared(Id)
})
export type UpdateColumn = typeof UpdateColumn.Encoded

const decode = decodeInput(UpdateColumn)

const apply = (column: Column, patch: typeof UpdateColumn.Type): Column => ({
  id: column.id,
  name: patch.name ?? column.name,
  type: patch.type ?? column.type,
  required: patch.required === undefined ? column.required : (patch.required ?? false),
  description: patch.description === undefined ? column.description : (patch.description ?? ""),
  width: patch.width === undefined ? column.width : patch.width,
  visible: patch.visible === undefined ? column.visible : (patch.visible ?? true)
})

/**
 * Checks the input of `updateColumn` and returns its transaction. `verify` gets the column as it is, after the rights are
 * checked.
 */
export const updatingColumn = Effect.fnUntraced(function* <E = never>(
  boardIdText: string,
  columnIdText: string,
  input: UpdateColumn,
  verify: (before: Column) => Effect.Effect<void, E> = () => Effect.void
) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(boardIdText)
  const columnId = ColumnId.make(columnIdText)
  const patch = yield* decode(input)
  const { beforeColumnId } = patch
  if (beforeColumnId === columnIdText) return yield* invalid(["beforeColumnId"], "must be another column")
  return Effect.gen(function* () {
    if (beforeColumnId !== undefined) yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
    const column = boards.lockColumn(boardId, columnId).pipe(orNotFound("Column", columnId))
    const { access, child: before } = yield* requireBoardChild(boardId, "edit the board's content", column)
    yield* verify(before)
    const after = apply(before, patch)
    const placing = yield* placePart(boardId, "columns", columnId, beforeColumnId)
    const fields = { ...changedFields(before, after), ...placing.fields }
    if (Object.keys(fields).length === 0) return unchanged(before)
    yield* boards.replaceColumn(boardId, after)
    yield* boards.rerank(boardId, "columns", placing.ranks)
    return recorded(after, boardChange("column.updated", access, { subjectId: columnId, fields }))
  })
})

/**
 * Changes the given fields, or the place; null clears. Fails with `InvalidInput`, `NotFound` for the board or the column,
 * `Forbidden`, or `MoveConflict` if the other column is not on the board.
 */
export const updateColumn = (boardId: string, columnId: string, input: UpdateColumn) =>
  Effect.flatMap(updatingColumn(boardId, columnId, input), recording)
