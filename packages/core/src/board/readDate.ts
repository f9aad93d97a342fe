import { FIRST_DATE_YEAR, FIRST_YEAR, fromDay, parseIso, type Timestamp } from "../values/Timestamp.js"

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

/** The order of day and month in a numeric date. */
export type DateOrder = "day-first" | "month-first"

/** The order of numeric dates by their separator, where a sheet shows it. */
export type DateOrders = ReadonlyMap<string, DateOrder>

const readNumeric = (cell: string, firstYear: number) => {
  const found = NUMERIC.exec(cell)
  if (found === null) return null
  const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])]
  const dayFirst = fromDay(year, second, first, firstYear)
  return { separator: found[2] ?? "", dayFirst, monthFirst: fromDay(year, first, second, firstYear) }
}

/** The separator and order that a date shows if only one order is a real day (25/12/2024), else null. */
export const dateEvidence = (cell: string): { readonly separator: string; readonly order: DateOrder } | null => {
  const read = readNumeric(cell, FIRST_DATE_YEAR)
  if (read === null || (read.dayFirst === null) === (read.monthFirst === null)) return null
  return { separator: read.separator, order: read.dayFirst === null ? "month-first" : "day-first" }
}

const NO_ORDERS: DateOrders = new Map()

/**
 * Reads a cell as a date: ISO 8601, or a numeric day, month and year if only one order is a real day, both are the
 * same, or `orders` has one for the separator (12/25/2024, 25.12.2024, 05/05/2024). Null for anything else and for
 * ambiguous dates (01/02/2024), and for years before the first one, which is that of due dates, or after 9999.
 */
export const readDate = (cell: string, orders = NO_ORDERS, firstYear = FIRST_YEAR): Timestamp | null => {
  const iso = parseIso(cell, firstYear)
  if (iso !== null) return iso
  const read = readNumeric(cell, firstYear)
  if (read === null) return null
  const { dayFirst, monthFirst, separator } = read
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  if (dayFirst === monthFirst) return dayFirst
  const order = orders.get(separator)
  return order === undefined ? null : order === "day-first" ? dayFirst : monthFirst
}
