import { Effect, Schema } from "effect"
import { requireBoard, requireBoardChild } from "../access/authorize.js"
import type { FieldChanges } from "../change/Change.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { decodeInput, failOnIssues, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { changed, cleared, Description, Flag, Id, Label, listOf, Name, NonNegative } from "../values/Text.js"
import { BoardId, type Column, ColumnId } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { fieldIssues } from "./boundField.js"
import { changeOptions } from "./changeOptions.js"
import { hasOptions, MAX_OPTIONS, OptionInput, optionIssues, withUnknown } from "./options.js"
import { placePart } from "./placePart.js"

/**
 * The fields of a column, and the column to move it before. An absent one stays; null clears `required` (to false), `visible`
 * (to true), description, width and `strict` (to false), moves the column to the end, and is refused for name and type.
 * `width` is a finite number from 0 in the client's unit. `options` are all options in order: those with a known id stay, with
 * their color and value unless others are given; one that is left out and that tasks have needs its replacement in `replaceWith`, by
 * the ids of both. With `knownOptions`, the ids of those that the caller has seen, others stay: what somebody else has added meanwhile.
 */
export const UpdateColumn = Schema.Struct({
  name: changed(Name),
  type: changed(Label),
  required: cleared(Flag),
  description: cleared(Description),
  width: cleared(NonNegative),
  visible: cleared(Flag),
  strict: cleared(Flag),
  options: changed(listOf(OptionInput, MAX_OPTIONS)),
  knownOptions: changed(listOf(Id, MAX_OPTIONS)),
  replaceWith: changed(
    Schema.Record({ key: Schema.String, value: Id })
      .annotations({ message: () => "must be an object of option ids by option id" })
      .pipe(
        Schema.filter((ids) => Object.keys(ids).length <= MAX_OPTIONS || `must have at most ${MAX_OPTIONS} entries`)
      )
  ),
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
  visible: patch.visible === undefined ? column.visible : (patch.visible ?? true),
  strict: patch.strict === undefined ? column.strict : (patch.strict ?? false),
  field: column.field,
  options: column.options
})

const replacedOptions = (replaceWith: Readonly<Record<string, string>> = {}): FieldChanges =>
  Object.keys(replaceWith).length === 0 ? {} : { replaceWith: { from: null, to: replaceWith } }

/** The changes of options, with the options that stay because the caller has not seen them. */
const allOptions = Effect.fnUntraced(function* (before: Column, wanted: Column, patch: typeof UpdateColumn.Type) {
  const { knownOptions, options: given, replaceWith = {} } = patch
  if (given === undefined || knownOptions === undefined || !hasOptions(wanted)) return patch
  const { ids, issues, options } = withUnknown(before.options, given, knownOptions)
  const full = { path: ["options"], message: `must have at most ${MAX_OPTIONS} entries, with those that are there` }
  yield* failOnIssues(options.length > MAX_OPTIONS ? [...issues, full] : issues)
  const replaced = Object.entries(replaceWith).map(([id, target]) => [id, ids.get(target) ?? target] as const)
  return { ...patch, options, replaceWith: Object.fromEntries(replaced) }
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
  const changesCells = patch.options !== undefined || patch.type !== undefined
  return Effect.gen(function* () {
    if (changesCells || beforeColumnId !== undefined) yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
    // The tasks before the column, as those lock who store a value: but not for those who may not change it.
    if (changesCells && (yield* Effect.isSuccess(requireBoard(boardId, "edit the board's content"))))
      yield* boards.lockAgainstTasks(boardId)
    const column = boards.lockColumn(boardId, columnId).pipe(orNotFound("Column", columnId))
    const { access, child: before } = yield* requireBoardChild(boardId, "edit the board's content", column)
    yield* verify(before)
    const wanted = apply(before, patch)
    yield* failOnIssues([...fieldIssues(wanted, "type"), ...optionIssues(wanted, patch.options ?? [])])
    const after = yield* changeOptions(boardId, before, wanted, yield* allOptions(before, wanted, patch))
    const placing = yield* placePart(boardId, "columns", columnId, beforeColumnId)
    const fields = { ...changedFields(before, after), ...placing.fields, ...replacedOptions(patch.replaceWith) }
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
