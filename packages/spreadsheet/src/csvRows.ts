import { restoreCell } from "./safeCell.js"
import { type CellWarning, FileRefused } from "./Sheet.js"
import type { RawRow } from "./Source.js"

/** Longest row, in characters: 100 cells of 65,535 fit. A longer one is a quote that was never closed. */
const MAX_ROW = 32 * 1024 * 1024

const STRAY_QUOTE = 'has a quote (") that is not doubled; kept as it is'
const AFTER_QUOTE = "goes on after its closing quote; read as one text"

const linesIn = (cell: string): number => cell.split(/\r\n|\r|\n/).length - 1

/** A row of text and where the next one begins. */
interface TextRow {
  readonly cells: Array<string>
  /** What is odd about its quotes, by cell. */
  readonly odd: Array<readonly [column: number, message: string]>
  readonly end: number
  /** The line breaks inside its cells. */
  readonly breaks: number
}

/** Where the text ends inside a row. `unclosed` is the cell whose quote is open. */
interface HalfRow {
  readonly unclosed: number | null
}

/** Where the quote that closes a cell is; -1 where there is none. Doubled quotes are text. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/**
 * Reads the row that begins at a place (RFC 4180). As in Excel and in Python, a quote inside a cell that does not begin
 * with one is text, and what follows a closing quote belongs to the cell. In text with tabs such a cell keeps all of its
 * quotes, because most programs that write it escape none.
 */
export const readRow = (text: string, from: number, delimiter: string, isLast: boolean): TextRow | HalfRow => {
  const row = { cells: [] as Array<string>, odd: [] as Array<readonly [number, string]>, breaks: 0 }
  const separator = delimiter.charCodeAt(0)
  const isTabbed = delimiter === "\t"
  for (let at = from; ; at += 1) {
    const begin = at
    let quoted: string | null = null
    if (text.charCodeAt(at) === 34) {
      const close = closingQuote(text, at + 1)
      if (close === -1 || (close === text.length - 1 && !isLast)) return { unclosed: row.cells.length }
      quoted = text.slice(at + 1, close).replaceAll('""', '"')
      row.breaks += linesIn(quoted)
      at = close + 1
    }
    const rest = at
    let code = text.charCodeAt(at)
    // A place behind the end has no code.
    while (code === code && code !== separator && code !== 10 && code !== 13) code = text.charCodeAt((at += 1))
    const isEnd = at >= text.length
    if (!isLast && (isEnd || (code === 13 && at === text.length - 1))) return { unclosed: null }
    const tail = text.slice(rest, at)
    if (quoted === null) {
      if (!isTabbed && tail.includes('"')) row.odd.push([row.cells.length, STRAY_QUOTE])
      row.cells.push(tail)
    } else if (isTabbed && tail.trim() !== "") row.cells.push(text.slice(begin, at))
    else {
      if (tail.trim() !== "") row.odd.push([row.cells.length, AFTER_QUOTE])
      row.cells.push(quoted + tail)
    }
    if (code !== separator) {
      return { ...row, end: isEnd ? at : at + (code === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1) }
    }
  }
}

/**
 * The rows of delimited text; cells that were made safe on export are restored. Throws `FileRefused` with the line at
 * which the row begins.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string
): AsyncGenerator<ReadonlyArray<RawRow>> {
  let held = ""
  let line = 1
  const read = (isLast: boolean): ReadonlyArray<RawRow> => {
    const batch: Array<RawRow> = []
    let at = 0
    while (at < held.length) {
      const row = readRow(held, at, delimiter, isLast)
      if ("unclosed" in row) {
        if (isLast && row.unclosed !== null) {
          throw new FileRefused(file, 'the row has a quote (") that is never closed', {
            line,
            column: row.unclosed + 1
          })
        }
        break
      }
      const warnings = row.odd.map(([column, message]): CellWarning => ({
        line,
        column,
        value: row.cells[column] ?? "",
        message
      }))
      batch.push({ line, cells: row.cells.map(restoreCell), warnings })
      line += 1 + row.breaks
      at = row.end
    }
    held = held.slice(at)
    if (held.length > MAX_ROW) {
      throw new FileRefused(file, 'the row is too long: is a quote (") not closed?', { line })
    }
    return batch
  }
  // A row that did not end is read again when there is twice as much of it, so that long rows take linear time.
  let enough = 0
  for await (const chunk of text) {
    held += chunk
    if (held.length < enough && held.length <= MAX_ROW) continue
    yield read(false)
    enough = 2 * held.length
  }
  yield read(true)
}
