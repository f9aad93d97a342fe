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
