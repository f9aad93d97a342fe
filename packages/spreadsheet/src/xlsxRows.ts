import { damaged, readXml } from "./readXml.js"
import type { CellWarning } from "./Sheet.js"
import type { RawRow } from "./Source.js"
import type { XlsxBook } from "./xlsxBook.js"
import { type CellPlace, placeOf, XlsxCell } from "./xlsxCell.js"
import { inMebi, MAX_CELLS, MAX_TEXT } from "./xlsxLimits.js"
import { XlsxInvalid } from "./zipDirectory.js"

/** The rows of a sheet that have a cell which is not empty. */
export interface XlsxRows {
  /** In order; `line` is the row's number, from 1. */
  readonly rows: ReadonlyArray<RawRow>
  /** The most cells in a row. */
  readonly width: number
}

class Rows {
  readonly rows: Array<RawRow & { readonly cells: Array<string> }> = []
  width = 0
  #characters = 0
  #cell: XlsxCell | null = null
  #line = 0
  #nextColumn = 0
  #cells: Array<string> = []
  #warnings: Array<CellWarning> = []
  readonly #merged: Array<{ readonly first: CellPlace; readonly last: number }> = []

  constructor(private readonly book: XlsxBook) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#cell !== null) this.#cell.open(name)
    else if (name === "row") this.#beginRow(attributes["r"])
    else if (name === "c") this.#beginCell(placeOf(attributes["r"]), attributes)
    else if (name === "mergeCell") this.#merge(attributes["ref"] ?? "")
  }

  text(text: string): void {
    this.#cell?.add(text)
  }

  close(name: string): void {
    if (name === "row") this.#endRow()
    else if (name === "c" && this.#cell !== null) this.#endCell(this.#cell)
    else this.#cell?.close(name)
  }

  /** Gives the rows of merged cells the text of the first one, in its column. */
  fillMerged(): void {
    const byLine = new Map(this.rows.map((row, at) => [row.line, at]))
    // Cells of two merged ranges cannot be: what a file says twice costs nothing twice.
    const until = new Map<number, number>()
    for (const { first, last } of this.#merged.toSorted((a, b) => a.first.row - b.first.row)) {
      const { column, row } = first
      const from = byLine.get(row)
      const text = from === undefined ? "" : (this.rows[from]?.cells[column] ?? "")
      if (from === undefined || text === "" || row <= (until.get(column) ?? 0)) continue
      until.set(column, last)
      for (let at = from + 1; (this.rows[at]?.line ?? Infinity) <= last; at += 1) this.#fill(at, column, text)
    }
  }

  #fill(at: number, column: number, text: string): void {
    const cells = this.rows[at]?.cells ?? []
    if ((cells[column] ?? "") !== "") return
    while (cells.length <= column) cells.push("")
    cells[column] = text
    this.#count(text)
  }

  #merge(range: string): void {
    const [begin, end] = range.split(":")
    const [first, last] = [placeOf(begin), placeOf(end)]
    if (first !== null && last !== null && last.row > first.row) this.#merged.push({ first, last: last.row })
  }

  #count(text: string): void {
    this.#characters += text.length
    if (this.#characters > MAX_TEXT) {
      throw new XlsxInvalid(`has a sheet of more than ${inMebi(MAX_TEXT)} of text: save it as CSV, which has no limit`)
    }
  }

  #beginRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number)
    if (!Number.isSafeInteger(line) || line <= this.#line) throw damaged(`row ${line} after row ${this.#line}`)
    this.#line = line
    this.#nextColumn = 0
  }

  #beginCell(place: CellPlace | null, attributes: Readonly<Record<string, string>>): void {
    const column = place?.column ?? this.#nextColumn
    if (column < this.#nextColumn) throw damaged(`row ${this.#line}: its cells are out of order`)
    this.#nextColumn = column + 1
    this.#cell = new XlsxCell(column, attributes)
  }

  #endCell(cell: XlsxCell): void {
    this.#cell = null
    const value = this.#textOf(cell)
    if (value === "") return
    const { column } = cell
    this.width = Math.max(this.width, column + 1)
    if (this.#line * this.width > MAX_CELLS) {
      const size = `${this.#line} rows and ${this.width} columns`
      throw new XlsxInvalid(`has a sheet of ${size}; the most is ${MAX_CELLS} cells`)
    }
    this.#count(value)
    while (this.#cells.length < column) this.#cells.push("")
    this.#cells.push(cell.isError ? "" : value)
    if (cell.isError) {
      const message = "is the error of a formula; left blank"
      this.#warnings.push({ line: this.#line, column, value, message })
    }
  }

  #textOf(cell: XlsxCell): string {
    try {
      return cell.text(this.book)
    } catch (cause) {
      if (!(cause instanceof XlsxInvalid)) throw cause
      throw damaged(`row ${this.#line}, col ${cell.column + 1}: ${cause.message}`)
    }
  }

  #endRow(): void {
    if (this.#cells.length > 0) this.rows.push({ line: this.#line, cells: this.#cells, warnings: this.#warnings })
    this.#cells = []
    this.#warnings = []
  }
}

/** Reads a sheet. Throws `XlsxInvalid`, also for one that is too large. */
export const readRows = async (sheet: AsyncIterable<Uint8Array>, book: XlsxBook): Promise<XlsxRows> => {
  const found = new Rows(book)
  await readXml(sheet, {
    open: (name, attributes) => found.open(name, attributes),
    text: (text) => found.text(text),
    close: (name) => found.close(name)
  })
  found.fillMerged()
  return found
}
