import { safeCell } from "./safeCell.js"

/** What is written into a cell: text as it is, a number, or an instant, which a spreadsheet program shows as a date in UTC. */
export type WrittenCell = string | number | Date

// Some programs also divide cells at semicolons and tabs.
const QUOTED = /[",;\t\r\n]|^\s|\s$/

const textOf = (cell: WrittenCell): string => (cell instanceof Date ? cell.toISOString() : String(cell))

/** A row of CSV (RFC 4180) with its line end. A spreadsheet program executes none of its cells. */
export const csvLine = (cells: ReadonlyArray<WrittenCell>): string => {
  const written = cells.map((cell) => {
    const safe = safeCell(textOf(cell))
    return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(",")}\r\n`
}
