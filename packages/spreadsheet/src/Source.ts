import type { CellWarning, SheetFormat, Sheets, TextEncoding } from "./Sheet.js"

/** A row as the format has it: as many cells as were written. */
export interface RawRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<CellWarning>
}

/** A file of a known format, before it is known where its header is. */
export interface Source {
  readonly file: string
  readonly format: SheetFormat
  readonly encoding: TextEncoding | null
  readonly delimiter: string | null
  readonly title: string | null
  readonly sheets?: Sheets
  /** The headers where the format names its columns (objects of JSON), else null: a row is the header. */
  readonly keys: ReadonlyArray<string> | null
  /** Reads the rows from the beginning, some at a time. Throws `FileRefused`. */
  readonly read: () => AsyncIterable<ReadonlyArray<RawRow>>
}
