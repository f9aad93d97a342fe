import { FileRefused, type Row } from "./Sheet.js"
import type { RawRow, Source } from "./Source.js"

const isBlank = (cell: string): boolean => cell === "" || cell.trim() === ""

const isUnstorable = (cell: string): boolean => cell.includes("\0") || !cell.isWellFormed()

const check = (file: string, row: RawRow, width: number): void => {
  for (const [index, cell] of row.cells.entries()) {
    const at = { line: row.line, column: index + 1, value: cell }
    if (isUnstorable(cell)) throw new FileRefused(file, "holds a NUL character or half of a surrogate pair", at)
    if (index >= width && !isBlank(cell)) {
      throw new FileRefused(file, `the row has ${row.cells.length} cells, where the header has ${width}`, at)
    }
  }
}

/**
 * A row as wide as the header: blanks beyond it are cut, missing cells are blank with a warning. Throws `FileRefused`
 * for a cell beyond the header and for text that no database stores.
 */
const toRow = (file: string, row: RawRow, width: number): Row => {
  check(file, row, width)
  const { line, warnings } = row
  if (row.cells.every(isBlank)) return { line, cells: [], warnings }
  const found = row.cells.length
  if (found === width) return row
  if (found > width) return { line, cells: row.cells.slice(0, width), warnings }
  const message = `the row has ${found} of ${width} cells; the others are blank`
  const cells = [...row.cells, ...Array.from({ length: width - found }, () => "")]
  return { line, cells, warnings: [...warnings, { line, column: found, value: "", message }] }
}

/** What there is to know of where a sheet's rows are. */
export interface RowLayout {
  readonly width: number
  /** Rows at the beginning that are no rows of the sheet: the header and what is above it. */
  readonly skip: number
}

/** The rows of a source below its header, as wide as the header. Throws `FileRefused`. */
export async function* rowsOfSource(source: Source, { skip, width }: RowLayout): AsyncGenerator<Array<Row>> {
  let skipped = 0
  for await (const batch of source.read()) {
    const above = Math.min(skip - skipped, batch.length)
    skipped += above
    yield batch.slice(above).map((row) => toRow(source.file, row, width))
  }
}
