import type { HeaderChoice } from "./findHeader.js"
import { jsonSource } from "./jsonSource.js"
import { FileRefused, type Sheet, type SheetFile, type SheetFormat, type TextEncoding } from "./Sheet.js"
import { readHead, sheetOf } from "./sheetOf.js"
import { archiveRule, sniffFormat } from "./sniffFormat.js"
import type { Source } from "./Source.js"
import { csvSource, openText } from "./textSource.js"
import { xlsxSource } from "./xlsxSource.js"

/** What is known of a file beforehand; everything else is detected. */
export interface SheetOptions {
  readonly format?: SheetFormat
  readonly delimiter?: string
  readonly encoding?: TextEncoding
  /** The name of an Excel sheet, or its number from 1. */
  readonly sheet?: string
  readonly header?: HeaderChoice
}

const sourceOf = async (file: SheetFile, options: SheetOptions): Promise<Source> => {
  const { head, kind } = await readHead(file)
  if ((kind === "zip") !== ((options.format ?? (kind === "zip" ? "xlsx" : "csv")) === "xlsx")) {
    throw new FileRefused(file.name, kind === "zip" ? "is an Excel file, not text" : "is text, not an Excel file")
  }
  if (kind === "zip") return xlsxSource(file, options.sheet)
  const text = await openText(file, head, options.encoding)
  const rule = archiveRule(text.sample)
  if (rule !== null) throw new FileRefused(file.name, rule)
  const format = options.format ?? (options.delimiter === undefined ? sniffFormat(text.sample, file.name) : "csv")
  return format === "json" || format === "ndjson" ? jsonSource(text, format) : csvSource(text, options.delimiter)
}

/**
 * Opens a spreadsheet of any format: detects its format, encoding, delimiter and header row unless they are given, and
 * checks what can be checked without reading all rows. Throws `FileRefused` with the place of the mistake.
 */
export const openSheet = async (file: SheetFile, options: SheetOptions = {}): Promise<Sheet> =>
  sheetOf(await sourceOf(file, options), options.header)
