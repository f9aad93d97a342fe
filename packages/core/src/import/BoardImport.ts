import { Schema } from "effect"
import { MAX_OPTIONS } from "../board/options.js"
import { isPlainObject } from "../values/Json.js"
import { Description, Flag, Id, Label, listOf, Name, optional, text, TEXT_LENGTH } from "../values/Text.js"

/** Most rows of an import over the API. */
export const MAX_ROWS = 10_000
/** Most columns of an import. */
export const MAX_COLUMNS = 100
/** Largest column index: spreadsheets have 16,384 columns. */
export const MAX_COLUMN_INDEX = 16_383

const INDEX_RULE = `must be an integer from 0 to ${MAX_COLUMN_INDEX}`
/** The index of a column, from 0. */
export const ColumnIndex = Schema.Number.annotations({ message: () => INDEX_RULE }).pipe(
  Schema.filter((value) => (Number.isInteger(value) && value >= 0 && value <= MAX_COLUMN_INDEX) || INDEX_RULE, {
    jsonSchema: { type: "integer", minimum: 0, maximum: MAX_COLUMN_INDEX }
  })
)

/** Most subtasks of an import over the API. */
export const MAX_IMPORTED_SUBTASKS = 50_000

/**
 * The fields that a column may set instead of becoming a column of the board. Assignees are addresses; `parent` names the
 * row that a row is a subtask of, and `checklist` lists subtasks.
 */
export const MAPPED_FIELDS = ["group", "assignees", "description", "parent", "checklist"] as const

/** The values that labels mean, if they do not say them themselves. Case makes no difference. */
export const Meanings = Schema.Record({ key: Schema.String, value: Label })
  .annotations({ message: () => "must be an object of values by label" })
  .pipe(
    Schema.filter((labels) => Object.keys(labels).length <= MAX_OPTIONS || `must have at most ${MAX_OPTIONS} entries`)
  )

/** How a column of the spreadsheet becomes a column of the board, or a field of the tasks. */
export const ColumnMapping = Schema.Struct({
  index: ColumnIndex,
  name: optional(text(TEXT_LENGTH)),
  type: optional(Label),
  field: optional(
    Schema.Literal(...MAPPED_FIELDS).annotations({
      message: () => ({ message: `must be one of ${MAPPED_FIELDS.join(", ")}`, override: true })
    })
  ),
  /** With the field `parent`: the column whose cells name the rows, besides the column of their names. */
  keyIndex: optional(ColumnIndex),
  /**
   * False: the column sets no field of the tasks, though it is the first of its type. True, of a column of the type `person`
   * where people are matched: its users are the assignees, and a cell without any is kept.
   */
  binds: optional(Flag),
  /** Of a column that is bound to the status or the priority: what its labels mean. */
  meanings: optional(Meanings),
  isFirstColumn: optional(Flag)
}).annotations({ message: () => "must be an object with index, name and type" })
export type ColumnMapping = typeof ColumnMapping.Type

/** A row: cells by column index as text. `planRow` checks the keys and cells. */
export type ImportRow = { readonly [index: string]: unknown }
const ImportRow = Schema.declare((input: unknown): input is ImportRow => isPlainObject(input), {
  message: () => "must be an object of cells by column index",
  jsonSchema: {
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
    description: "Cells by 0-based column index"
  }
})

/** A spreadsheet to import as a board. */
export const BoardImport = Schema.Struct({
  name: Name,
  workspaceId: Id,
  description: optional(Description),
  firstColumnIndex: optional(ColumnIndex),
  columnMappings: listOf(ColumnMapping, MAX_COLUMNS),
  rows: listOf(ImportRow, MAX_ROWS),
  /**
   * In columns of the type `person`, addresses, ids and names of the workspace's owner and members of its boards become the
   * users. Other text is kept.
   */
  matchPeople: optional(Flag),
  headers: optional(listOf(Schema.NullOr(text(TEXT_LENGTH)), MAX_COLUMN_INDEX + 1))
})
export type BoardImport = typeof BoardImport.Encoded

/** A cell that was not used, or not as its column's type. `row` and `column` count from 0. */
export interface ImportWarning {
  readonly row: number
  readonly column: number
  readonly value: string
  readonly message: string
}

/** Cells of a column that do not fit its type and are kept as text: how many, and the first. */
export interface ImportColumnWarning extends ImportWarning {
  readonly cells: number
}
