import { Effect, Schema } from "effect"
import { requireBoard } from "../access/authorize.js"
import { createdFields } from "../change/fieldChanges.js"
import { Recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Description, Flag, Label, listOf, Name, optional } from "../values/Text.js"
import { bindColumn, boundTaskChanges } from "./bindColumn.js"
import { BoardId, type Column, ColumnId, type Option } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { allowCount } from "./boardLimits.js"
import { BoardRepository } from "./BoardRepository.js"
import { BoundFieldInput, fieldIssues } from "./boundField.js"
import { MAX_OPTIONS, newOption, OptionInput, optionIssues } from "./options.js"

/**
 * Name of 1 to 255 characters, type as an open label of 1 to 50, description of at most 65,535 (default: none);
 * `required` (default: false) is a hint for clients and is not enforced. `field` binds the column to a field of the tasks,
 * whose values become its cells. `options` are for the types status, priority, dropdown and labels. A `strict` column
 * (default: false) refuses cells that do not fit its type (see `readCell.ts`), and labels that are not among its options.
 */
export const AddColumn = Schema.Struct({
  name: Name,
  type: Label,
  required: optional(Flag),
  description: optional(Description),
  field: optional(BoundFieldInput),
  options: optional(listOf(OptionInput, MAX_OPTIONS)),
  strict: optional(Flag)
})
export type AddColumn = typeof AddColumn.Encoded

const decode = decodeInput(AddColumn)

/** A new column: visible, without a width. */
export const newColumn = (
  id: string,
  given: Pick<Column, "name" | "type"> & { readonly [K in keyof Omit<Column, "id">]?: Column[K] | undefined }
): Column => ({
  id: ColumnId.make(id),
  name: given.name,
  type: given.type,
  required: given.required ?? false,
  description: given.description ?? "",
  width: null,
  visible: true,
  field: given.field ?? null,
  options: given.options ?? [],
  strict: given.strict ?? false
})

/** The new column with its options. Fails with `InvalidInput` if they or its field do not fit its type. */
const withOptions = Effect.fnUntraced(function* (
  id: string,
  { options: given = [], ...wanted }: typeof AddColumn.Type
) {
  const ids = yield* Ids
  const column = newColumn(id, wanted)
  yield* failOnIssues([...fieldIssues(column, "field"), ...optionIssues(column, given)])
  const options: Array<Option> = []
  for (const option of given) options.push(newOption(column, option.id ?? (yield* ids.next), options.length, option))
  return { ...column, options }
})

/**
 * Adds a column after the board's last. Fails with `InvalidInput` (also at the limit of columns, and for a field that
 * another column is bound to), `NotFound` for the board, or `Forbidden`.
 */
export const addColumn = Effect.fnUntraced(function* (id: string, input: AddColumn) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const boardId = BoardId.make(id)
  const wanted = yield* decode(input)
  const given = yield* withOptions(yield* ids.next, wanted)
  return yield* recording(
    Effect.gen(function* () {
      yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
      const access = yield* requireBoard(boardId, "edit the board's content")
      const { count, rank } = yield* boards.columnsEnd(boardId)
      yield* allowCount("columns", count + 1)
      const { changed, column } = yield* bindColumn(boardId, given)
      yield* boards.insertColumn(boardId, { ...column, rank: rankAfter(rank) })
      const created = boardChange("column.created", access, { subjectId: column.id, fields: createdFields(column) })
      return new Recorded(column, [created, ...boundTaskChanges(access, changed)])
    })
  )
})
