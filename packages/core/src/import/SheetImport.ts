import { Schema, type Stream } from "effect"
import { BoundFieldInput } from "../board/boundField.js"
import { Description, Flag, Id, Label, listOf, Name, optional, text, TEXT_LENGTH } from "../values/Text.js"
import { ColumnIndex, MAPPED_FIELDS, MAX_COLUMNS, Meanings } from "./BoardImport.js"

/**
 * The targets of a sheet's column besides a column of the board. Assignees are addresses, separated by commas. `parent`
 * and `checklist` are those of `MAPPED_FIELDS`.
 */
export const SHEET_FIELDS = ["name", "status", "priority", "dueDate", ...MAPPED_FIELDS] as const
export type SheetField = (typeof SHEET_FIELDS)[number]

/** The target of a column: a field of the tasks (or their group), or a column of the board. */
export const SheetColumn = Schema.Struct({
  index: ColumnIndex,
  header: text(TEXT_LENGTH),
  field: optional(Schema.Literal(...SHEET_FIELDS).annotations({ message: () => `must be ${SHEET_FIELDS.join(", ")}` })),
  type: optional(Label),
  /** With the field `parent`: the column whose cells name the rows, besides the column of their names. */
  keyIndex: optional(ColumnIndex),
  /** The field that the column of the board is bound to. Without any, the first column of its type is, unless `binds` is false. */
  fills: optional(BoundFieldInput),
  binds: optional(Flag),
  /** Of a column that is bound to the status or the priority: what its labels mean. */
  meanings: optional(Meanings)
})
export type SheetColumn = typeof SheetColumn.Encoded

/** A sheet of any length to import as a board. */
export const SheetImport = Schema.Struct({
  name: Name,
  workspaceId: Id,
  description: optional(Description),
  columns: listOf(SheetColumn, MAX_COLUMNS),
  /**
   * The sheet is an export of ours: labels and descriptions are kept exactly, and in columns of people addresses and ids
   * become the users.
   */
  verbatim: optional(Flag)
})
export type SheetImport = typeof SheetImport.Encoded

/** A row of a sheet: its cells in order, and its line in the file. */
export interface SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The rows. They are read twice, to check them and to store them. */
export type SheetRows<E, R> = Stream.Stream<SheetRow, E, R>

/** A cell that was not used, or not as its column's type. `column` is the header. */
export interface SheetWarning {
  readonly line: number
  readonly column: string
  readonly value: string
  readonly message: string
}
