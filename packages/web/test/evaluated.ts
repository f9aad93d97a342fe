import { csvScript } from "../src/scripts/csv.js"
import { guessScript } from "../src/scripts/guess.js"
import { importBodyScript } from "../src/scripts/importBody.js"

export interface Row {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}
export interface Sheet {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}
export type Kind =
  "name" | "text" | "status" | "priority" | "date" | "date day first" | "date month first" | "number" | "skip"
interface Body {
  readonly firstColumnIndex: number
  readonly columnMappings: ReadonlyArray<{ readonly index: number; readonly name: string; readonly type: string }>
  readonly rows: ReadonlyArray<{ readonly [index: string]: string }>
}
interface PurePart {
  readonly readRows: (text: string, delimiter: string) => ReadonlyArray<Row>
  readonly sniffDelimiter: (text: string) => string
  readonly readSheetFile: (bytes: Uint8Array) => ReadonlyArray<Row>
  readonly guessHeaded: (rows: ReadonlyArray<Row>) => boolean
  readonly sheetOf: (rows: ReadonlyArray<Row>, headed: boolean) => Sheet
  readonly guessKinds: (sheet: Sheet) => ReadonlyArray<Kind>
  readonly isUnclear: (cells: ReadonlyArray<string>) => boolean
  readonly importBody: (input: {
    readonly name: string
    readonly workspaceId: string
    readonly sheet: Sheet
    readonly kinds: ReadonlyArray<Kind>
  }) => Body
}

const NAMES = "readRows, sniffDelimiter, readSheetFile, guessHeaded, sheetOf, guessKinds, isUnclear, importBody"

/** What the page of an import knows, apart from the page: its own text, evaluated. */
export const pure: PurePart = new Function(
  `"use strict"\n${csvScript}${guessScript}${importBodyScript}\nreturn { ${NAMES} }`
)()

/** The cells of a text, by the delimiter it seems to have. */
export const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  pure.readSheetFile(new TextEncoder().encode(text)).map(({ cells }) => cells)
