import { amountIn } from "./amount.js"
import { readRow } from "./csvRows.js"
import type { DateReading } from "./ColumnPlan.js"
import { type DateOrder, dateShape } from "./dateShape.js"
import { readDate } from "./readDate.js"
import { NUMBER_FORMATS, type NumberFormat, readNumber } from "./numberShape.js"
import { dateReading } from "./columnFormats.js"
import { restoreCell } from "./safeCell.js"
import { type ColumnEvidence, surveyOf } from "./survey.js"

/** The rows of a table as spreadsheet programs put it on the clipboard: cells between tabs. Cells that an export made safe are restored. */
export const pastedRows = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  for (let at = 0; at < text.length;) {
    const row = readRow(text, at, "\t", true)
    // A quote that is never closed is text.
    if ("unclosed" in row) return text.split(/\r\n|\r|\n/).map((line) => line.split("\t").map(restoreCell))
    rows.push(row.cells.map(restoreCell))
    at = row.end
  }
  return rows
}

/** What all cells of a column that is pasted show together. */
const evidenceOf = (cells: ReadonlyArray<string>): ColumnEvidence | undefined => {
  const survey = surveyOf([""])
  for (const [line, cell] of cells.entries()) survey.add({ line, cells: [cell], warnings: [] })
  return survey.found().columns[0]
}

/** Reads numbers as `readNumber` does, in the one format that they show, or in the user's where they show none or both. */
export const pastedNumbers = (
  cells: ReadonlyArray<string>,
  format: NumberFormat
): ((cell: string) => string | null) => {
  const column = evidenceOf(cells)
  const [shown = format, other] = NUMBER_FORMATS.filter((each) => column?.numbers[each] !== undefined)
  return (cell) => readNumber(amountIn(cell.trim()), other === undefined ? shown : format)
}

/** How dates are read that are pasted into a column. */
export interface PastedDates {
  /** The order where the dates themselves show none. */
  readonly order: DateOrder
  /** Of times that name none. */
  readonly timeZone: string
}

/** Reads dates as `readDate` does: each in the only order that it has, others in the one that the rest of the column shows. */
export const pastedDates = (
  cells: ReadonlyArray<string>,
  { order, timeZone }: PastedDates
): ((cell: string) => string | null) => {
  const column = evidenceOf(cells)
  const found = column === undefined ? null : dateReading(column, {}, { timeZone })
  const reading: DateReading =
    found !== null && "decided" in found
      ? found.decided
      : { order, dotted: "day-first", format: null, dayCounts: false, timeZone }
  return (cell) => {
    const shape = dateShape(cell.trim())
    const isClear = shape?.evidence === "day-first" || shape?.evidence === "month-first"
    return readDate(cell, isClear ? { ...reading, order: shape.evidence, dotted: shape.evidence } : reading)
  }
}
