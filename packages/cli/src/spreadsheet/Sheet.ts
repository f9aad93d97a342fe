import { Data, type Stream } from "effect"

/** What the reader can read. `csv` is any delimited text, whatever its delimiter. */
export type SheetFormat = "csv" | "xlsx" | "json" | "ndjson"

/** The encodings of text that the reader knows. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/** Something about a cell that the import leaves out, mends or keeps as it is. `column` is an index from 0, or null. */
export interface CellWarning {
  readonly line: number
  readonly column: number | null
  readonly value: string
  readonly message: string
}

/** A row of a sheet. One that holds no task has no cells: a row of blanks, or what its warnings say was left out. */
export interface Row {
  /** Where the row begins: the line of a text file or the row of an Excel sheet, from 1. */
  readonly line: number
  /** As many cells as the sheet has headers, or none. */
  readonly cells: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<CellWarning>
}

/** A spreadsheet that was found to be readable; its rows are read anew by each run of the stream. */
export interface Sheet {
  /** What messages call the file. */
  readonly file: string
  readonly format: SheetFormat
  /** Null for Excel. */
  readonly encoding: TextEncoding | null
  /** Null for what is not delimited text. */
  readonly delimiter: string | null
  /** What the file calls itself: the lines above its header row, the name in a Trello export. */
  readonly title: string | null
  /** Distinct and not empty: a blank header becomes `Column n`, a repeated one gets a number. */
  readonly headers: ReadonlyArray<string>
  /** All rows below the header, rows of blanks too. */
  readonly rows: Stream.Stream<Row, FileRefused | FileUnreadable>
}

/** The file is missing, is no file or must not be read. `message` is one line. */
export class FileUnreadable extends Data.TaggedError("FileUnreadable")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.file}: ${this.reason}`
  }
}

/** Longest part of a cell that a message shows. */
const SHOWN = 60

/** A cell's text on one line, cut where it is long. */
export const shown = (value: string): string =>
  JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}...` : value)

/** The file breaks a rule. `line` and `column` count from 1; what is null is not known. `message` is one line. */
export class FileRefused extends Data.TaggedError("FileRefused")<{
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly value: string | null
  readonly rule: string
}> {
  override get message(): string {
    const where = [
      this.line === null ? "" : `, line ${this.line}`,
      this.column === null ? "" : `, column ${this.column}`,
      this.value === null ? "" : `, ${shown(this.value)}`
    ]
    return `${this.file}${where.join("")}: ${this.rule}`
  }
}

/** Refuses a file as a whole, or at a place. */
export const refused = (
  file: string,
  rule: string,
  at: { readonly line?: number; readonly column?: number; readonly value?: string } = {}
): FileRefused =>
  new FileRefused({ file, rule, line: at.line ?? null, column: at.column ?? null, value: at.value ?? null })
