/** The formats of a sheet. `csv` is any delimited text, whatever its delimiter. */
export type SheetFormat = "csv" | "xlsx" | "json" | "ndjson"

/** The encodings of text. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/** Something about a cell that the import leaves out, changes or keeps as it is. `column` is an index from 0, or null. */
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

/** The bytes of a file, which can be read any number of times. */
export interface SheetFile {
  /** What messages call the file. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Reads from a byte to before another, by default all, in chunks. */
  readonly read: (start?: number, end?: number) => AsyncIterable<Uint8Array>
}

/** The names of the sheets of an Excel file that are not hidden, and of the one that is read. */
export interface Sheets {
  readonly names: ReadonlyArray<string>
  readonly read: string
}

/** A spreadsheet that was found to be readable. */
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
  /** Of an Excel file. */
  readonly sheets?: Sheets | undefined
  /** Distinct and not empty: a blank header becomes `Column n`, a repeated one gets a number. */
  readonly headers: ReadonlyArray<string>
  /** The line of the header row, or null where the sheet has none. */
  readonly headerLine: number | null
  /** Reads all rows below the header from the beginning, blank rows too, in batches. Throws `FileRefused`. */
  readonly rows: () => AsyncIterable<ReadonlyArray<Row>>
}

/** Longest part of a cell that a message shows. */
const SHOWN = 60

/** A cell's text on one line, cut where it is long. */
export const shown = (value: string): string =>
  JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}...` : value)

/** Where in a file a rule is broken: line and column count from 1. */
export interface FilePlace {
  readonly line?: number
  readonly column?: number
  readonly value?: string
}

/** The file breaks a rule. `message` is one line that says which, and where. */
export class FileRefused extends Error {
  readonly _tag = "FileRefused"
  constructor(file: string, rule: string, { column, line, value }: FilePlace = {}) {
    const where = [
      line === undefined ? "" : `, line ${line}`,
      column === undefined ? "" : `, column ${column}`,
      value === undefined ? "" : `, ${shown(value)}`
    ]
    super(`${file}${where.join("")}: ${rule}`)
  }
}
