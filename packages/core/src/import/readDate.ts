import { fromDay, parseIso, type Timestamp } from "../values/Timestamp.js"

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

/**
 * Reads a cell as a date: ISO 8601, or day, month and year in figures where only one order is a real day or both are
 * the same (12/25/2024, 25.12.2024, 05/05/2024). Null for what is no date and for what could be two (01/02/2024).
 */
export const readDate = (cell: string): Timestamp | null => {
  const iso = parseIso(cell)
  if (iso !== null) return iso
  const found = NUMERIC.exec(cell)
  if (found === null) return null
  const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])]
  const dayFirst = fromDay(year, second, first)
  const monthFirst = fromDay(year, first, second)
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  return dayFirst === monthFirst ? dayFirst : null
}
