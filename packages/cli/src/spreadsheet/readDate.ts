import { DateTime } from "luxon"
import type { DateReading } from "./ColumnPlan.js"
import { dateShape, isExcelDay } from "./dateShape.js"

/** Languages whose names of months are read. */
const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl"] as const

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

const parse = (text: string, format: string, locales: ReadonlyArray<string>, zone: string): DateTime | null => {
  for (const locale of locales) {
    const date = DateTime.fromFormatParser(text, parserOf(format, locale), { locale, zone, setZone: true })
    if (date.isValid) return date
  }
  return null
}

const print = (date: DateTime | null, hasTime: boolean): string | null => {
  if (date === null || !date.isValid) return null
  const utc = date.toUTC()
  if (utc.year < 1970 || utc.year > 9999) return null
  return hasTime ? utc.toISO() : date.toISODate()
}

// "19/Nov/26, 10:15 a.m." is two texts and the tokens of the second.
const SPLIT = /^(.*?)(?:,?[ T](\d{1,2}:\d{2}(:\d{2})?)(?: ?([AaPp])\.?[Mm]\.?)?)?$/

const splitTime = (text: string) => {
  const [, day = text, clock, seconds, half] = SPLIT.exec(text) ?? []
  if (clock === undefined) return { day, time: "", tokens: "" }
  const tokens = `${half === undefined ? "H" : "h"}:mm${seconds === undefined ? "" : ":ss"}`
  return half === undefined
    ? { day, time: ` ${clock}`, tokens: ` ${tokens}` }
    : { day, time: ` ${clock} ${half.toUpperCase()}M`, tokens: ` ${tokens} a` }
}

const yearTokens = (day: string): string => (/\d{4}$/.test(day) ? "yyyy" : "yy")

const figuresTokens = (day: string, order: DateReading["order"]): string => {
  const separator = /[./-]/.exec(day)?.[0] ?? "/"
  const parts = order === "day-first" ? ["d", "M"] : ["M", "d"]
  return [...parts, yearTokens(day)].join(separator)
}

const readIso = (text: string, zone: string): string | null => {
  const iso = text
    .replace(/^(\S+) (?=\d)/, "$1T")
    .replace(/ ?UTC$/i, "Z")
    .replace(/ (?=[+-])/, "")
  return print(DateTime.fromISO(iso, { zone, setZone: true }), iso.length > 10)
}

const readYearFirst = (text: string, zone: string): string | null => {
  const { day, time, tokens } = splitTime(text)
  const separator = day[4] ?? "/"
  return print(parse(day + time, `yyyy${separator}M${separator}d${tokens}`, ["en"], zone), time !== "")
}

const readFigures = (text: string, { order, timeZone }: DateReading): string | null => {
  const { day, time, tokens } = splitTime(text)
  return print(parse(day + time, figuresTokens(day, order) + tokens, ["en"], timeZone), time !== "")
}

const readWords = (text: string, zone: string): string | null => {
  const { day, time, tokens } = splitTime(text)
  const bare = day
    .replace(/^\p{L}+\.?,? (?=\d{1,2}\.?[ /-]\p{L}|\p{L}+\.? \d)/u, "")
    .replace(/^(\d{1,2})\. ?/, "$1 ")
    .replace(/, ?/, " ")
  const separator = /^\d{1,2}([ /-])/.exec(bare)?.[1]
  for (const month of ["LLL", "LLLL"]) {
    const order = separator === undefined ? [month, "d"] : ["d", month]
    const format = [...order, yearTokens(bare)].join(separator ?? " ") + tokens
    const date = parse(bare + time, format, LOCALES, zone)
    if (date !== null) return print(date, time !== "")
  }
  return null
}

/** Excel's day 0. It counts a 29 February 1900, which there was not; days before are not read. */
const EXCEL_EPOCH = DateTime.utc(1899, 12, 30)

const readExcelDay = (text: string, zone: string): string | null => {
  const seconds = Math.round(Number(text) * 86_400)
  const date = EXCEL_EPOCH.plus({ seconds }).setZone(zone, { keepLocalTime: true })
  return print(date, seconds % 86_400 !== 0)
}

/**
 * A cell as an ISO date, or with a time as an instant in UTC; null for what is no date, for days that do not exist and
 * for years outside 1970 to 9999. Reads ISO 8601, year first, figures in the given order, and names of months in seven
 * languages.
 */
export const readDate = (cell: string, reading: DateReading): string | null => {
  const text = cell.trim().replace(/[\u00a0\u202f\s]+/g, " ")
  const { excelDays, format, timeZone } = reading
  if (format !== null) {
    const date = parse(text, format, LOCALES, timeZone)
    if (date !== null) return print(date, /[HhtTf]/.test(format.replace(/'[^']*'/g, "")))
  }
  if (excelDays && isExcelDay(text)) return readExcelDay(text, timeZone)
  const shape = dateShape(text)
  if (shape === null) return null
  if (shape.kind === "figures") return format === null ? readFigures(text, reading) : null
  if (shape.kind === "words") return readWords(text, timeZone)
  return text[4] === "-" ? readIso(text, timeZone) : readYearFirst(text, timeZone)
}
