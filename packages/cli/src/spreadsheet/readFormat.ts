import { type FormatReader, LOCALES } from "@boardwright/spreadsheet"
import { DateTime } from "luxon"

type Parser = ReturnType<typeof DateTime.buildFormatParser>

// Building a parser takes longer than using it a hundred times.
const parsers = new Map<string, Parser>()

const parserOf = (format: string, locale: string): Parser => {
  const key = `${locale} ${format}`
  const known = parsers.get(key)
  if (known !== undefined) return known
  const made = DateTime.buildFormatParser(format, { locale })
  parsers.set(key, made)
  return made
}

const HAS_TIME = /[HhtTf]/

/** Tokens of a whole date: a year with a month and a day, the day of a year, a week, one of a locale, or a timestamp. */
const WHOLE = [/^(?=.*y)(?=.*[ML])(?=.*d)/, /^(?=.*y)(?=.*o)/, /^(?=.*k)(?=.*W)/, /^(D{1,4}|f{1,4}|F{1,4}|[Xx])$/]

const ORDERS = new Set(["day-first", "month-first"])

/** Whether it is an order of day and month, or a format of a whole date, which can be read by it. */
export const isDateFormat = (format: string): boolean => {
  if (ORDERS.has(format)) return true
  const tokens = format.replace(/'[^']*'/g, "")
  if (!WHOLE.some((whole) => whole.test(tokens))) return false
  const day = DateTime.utc(2026, 11, 29)
  const read = DateTime.fromFormat(day.toFormat(format, { locale: "en" }), format, { locale: "en", zone: "utc" })
  return read.isValid && read.hasSame(day, "day")
}

/** Reads dates in a format that is given, with names of months in the languages that are read without one. */
export const readFormat: FormatReader = (text, format, timeZone) => {
  for (const locale of LOCALES) {
    const date = DateTime.fromFormatParser(text, parserOf(format, locale), { locale, zone: timeZone, setZone: true })
    const utc = date.toUTC()
    if (!date.isValid || utc.year < 1000 || utc.year > 9999) continue
    return HAS_TIME.test(format.replace(/'[^']*'/g, "")) ? utc.toISO() : date.toISODate()
  }
  return null
}
