import { Schema } from "effect"
import { isPlainObject } from "../values/Json.js"
import { Description, Id, Label, Name, optional, text, TEXT_LENGTH } from "../values/Text.js"

/** Most rows of an import over the API. */
export const MAX_ROWS = 10_000
/** Most columns of an import. */
export const MAX_COLUMNS = 100
/** Largest column index: a spreadsheet has 16,384 columns. */
export const MAX_COLUMN_INDEX = 16_383

const INDEX_RULE = `must be an integer from 0 to ${MAX_COLUMN_INDEX}`
/** The place of a column, from 0. */
export const ColumnIndex = Schema.Number.annotations({ message: () => INDEX_RULE }).pipe(
  Schema.filter((value) => (Number.isInteger(value) && value >= 0 && value <= MAX_COLUMN_INDEX) || INDEX_RULE, {
    jsonSchema: { type: "integer", minimum: 0, maximum: MAX_COLUMN_INDEX }
  })
)

/** How a column of the spreadsheet becomes a column of the board. */
export const ColumnMapping = Schema.Struct({
  index: ColumnIndex,
  name: optional(text(TEXT_LENGTH)),
  type: optional(Label),
  isFirstColumn: optional(Schema.Boolean.annotations({ message: () => "must be true or false" }))
}).annotations({ message: () => "must be an object with index, name and type" })
export type ColumnMapping = typeof ColumnMapping.Type

/** A row: cells by column index as text. What its keys and cells may be is checked row by row in `planRow`. */
export type ImportRow = { readonly [index: string]: unknown }
const ImportRow = Schema.declare((input: unknown): input is ImportRow => isPlainObject(input), {
  message: () => "must be an object of cells by column index",
  jsonSchema: {
    type: "object",
    additionalProperties: { type: ["string", "number", "boolean", "null"] },
    description: "Cells by 0-based column index"
  }
})

/** A list of at most so many entries. */
export const list = <A, I>(item: Schema.Schema<A, I>, max: number) =>
  Schema.Array(item)
    .annotations({ message: () => "must be a list" })
    .pipe(Schema.maxItems(max, { message: () => `must have at most ${max} entries` }))

/** A spreadsheet to be made a board of. */
export const BoardImport = Schema.Struct({
  name: Name,
  workspaceId: Id,
  description: optional(Description),
  firstColumnIndex: optional(ColumnIndex),
  columnMappings: list(ColumnMapping, MAX_COLUMNS),
  rows: list(ImportRow, MAX_ROWS),
  headers: optional(list(Schema.NullOr(text(TEXT_LENGTH)), MAX_COLUMN_INDEX + 1))
})
export type BoardImport = typeof BoardImport.Encoded

/** A cell that could not be used as it is, or at all. `row` and `column` count from 0. */
export interface ImportWarning {
  readonly row: number
  readonly column: number
  readonly value: string
  readonly message: string
}
