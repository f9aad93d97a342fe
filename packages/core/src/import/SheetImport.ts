import { Schema, type Stream } from "effect"
import { Description, Flag, Id, Label, Name, optional, text, TEXT_LENGTH } from "../values/Text.js"
import { ColumnIndex, list, MAX_COLUMNS } from "./BoardImport.js"

/** What a column of a sheet may be in place of a column of the board. Assignees are addresses, divided by commas. */
export const SHEET_FIELDS = ["name", "group", "status", "priority", "dueDate", "assignees", "description"] as const
/** A field of the tasks, or their group, that a column of a sheet fills. */
export type SheetField = (typeof SHEET_FIELDS)[number]

/** What becomes of a column: a field of the tasks (or their group), or a column of the board. */
export const SheetColumn = Schema.Struct({
  index: ColumnIndex,
  header: text(TEXT_LENGTH),
  field: optional(Schema.Literal(...SHEET_FIELDS).annotations({ message: () => `must be ${SHEET_FIELDS.join(", ")}` })),
  type: optional(Label)
})
export type SheetColumn = typeof SheetColumn.Encoded

/** A board to be made of a sheet of any length. */
export const SheetImport = Schema.Struct({
  name: Name,
  workspaceId: Id,
  description: optional(Description),
  columns: list(SheetColumn, MAX_COLUMNS),
  /** The sheet was written of a board: labels and descriptions are kept to the letter. */
  verbatim: optional(Flag)
})
export type SheetImport = typeof SheetImport.Encoded

/** A row of a sheet: its cells in order, and the line of the file that a person finds it in. */
export interface SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The rows, which are read twice: once to check them, once to store them. */
export type SheetRows<E, R> = Stream.Stream<SheetRow, E, R>

/** A cell that could not be used as it is. `column` is its header. */
export interface SheetWarning {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly message: string
}
