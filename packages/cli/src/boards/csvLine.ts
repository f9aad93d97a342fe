import { safeCell } from "@boardwright/spreadsheet"

const QUOTED = /[",\r\n]|^\s|\s$/

/** A row of CSV as RFC 4180 has it, with its line end; no cell of it is run by a spreadsheet program. */
export const csvLine = (cells: ReadonlyArray<string>): string => {
  const written = cells.map((cell) => {
    const safe = safeCell(cell)
    return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(",")}\r\n`
}
