import { type CsvError, parse } from "csv-parse"
import { refused } from "./Sheet.js"
import type { RawRow } from "./Source.js"
import { restoreCell } from "./safeCell.js"

/** Longest row, in bytes: 100 cells of 65,535 characters fit. A longer one is a quote that was never closed. */
const MAX_ROW = 32 * 1024 * 1024

const RULES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'the row has a quote (") that is never closed',
  INVALID_OPENING_QUOTE: 'a quote (") inside a cell must be doubled, and the cell be in quotes',
  CSV_INVALID_CLOSING_QUOTE: 'a quote (") inside a cell in quotes must be doubled',
  CSV_MAX_RECORD_SIZE: 'the row is too long: is a quote (") not closed?'
}

const linesIn = (cell: string): number =>
  cell.includes("\n") || cell.includes("\r") ? cell.split(/\r\n|\r|\n/).length - 1 : 0

/** What of a cell stands on its first lines up to the quote that broke a rule. */
const valueAt = (error: CsvError): { readonly value: string } | object =>
  typeof error["field"] === "string" && error["field"] !== "" ? { value: error["field"] } : {}

/**
 * The rows of delimited text; cells that were made safe on export are restored. Throws `FileRefused` with the line at
 * which the row begins. In text with tabs a quote inside a cell is only a quote, because most writers of it escape none.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string
): AsyncGenerator<ReadonlyArray<RawRow>> {
  let batch: Array<RawRow> = []
  let line = 1
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: delimiter === "\t",
    max_record_size: MAX_ROW,
    // Collected here and not read from the stream: one object less a row, and what came before an error is kept.
    on_record: (cells: Array<string>) => {
      batch.push({ line, cells: cells.map(restoreCell), warnings: [] })
      line += 1
      for (const cell of cells) line += linesIn(cell)
      return null
    }
  })
  parser.on("error", () => parser.destroy())
  parser.resume()
  const fail = (error: CsvError) =>
    refused(file, RULES[error.code] ?? error.message, {
      line,
      ...(typeof error["index"] === "number" ? { column: error["index"] + 1 } : {}),
      ...valueAt(error)
    })
  const step = (send: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) =>
      send((error) => (error === undefined || error === null ? resolve() : reject(fail(error as CsvError))))
    )
  for await (const chunk of text) {
    await step((done) => parser.write(chunk, done))
    yield batch
    batch = []
  }
  await step((done) => {
    parser.once("error", done)
    parser.once("end", done)
    parser.end()
  })
  yield batch
}
