import type { DateReading } from "./ColumnPlan.js"
import { type DateOrder, dateShape, isDayCount, plainDate } from "./dateShape.js"

/** Languages whose names of months are read. */
export const LOCALES = ["en", "de", "fr", "es", "it", "pt", "nl"] as const

/** A day and a time of day as they are written. `offset` is in minutes from UTC, null where none is written. */
interface Written {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly time: { readonly millis: number; readonly offset: number | null } | null
}

const HOUR = 3_600_000

/** The difference in milliseconds between a zone's clock and UTC at an instant. */
const offsetAt = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" }
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const clock = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return clock - Math.floor(instant / 1000) * 1000
}

/** The instant at which a zone's clock shows a time; of two, or of none, one of those around it. */
const instantOf = (clock: number, timeZone: string): number => {
  if (timeZone === "UTC") return clock
  const guess = clock - offsetAt(clock, timeZone)
  return clock - offsetAt(guess, timeZone)
}

/** Years have four digits, as dates of the board have. */
const isYear = (year: number): boolean => year >= 1000 && year <= 9999

/** An ISO date, or an instant in UTC where there is a time; null for days that do not exist, and years out of range. */
const printDate = ({ day, month, time, year }: Written, timeZone: string): string | null => {
  const midnight = new Date(Date.UTC(year, month - 1, day))
  // `Date.UTC` takes years of two figures for others.
  if (!isYear(year) || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null
  if (time === null) return midnight.toISOString().slice(0, 10)
  const clock = midnight.getTime() + time.millis
  const instant = new Date(time.offset === null ? instantOf(clock, timeZone) : clock - time.offset * 60_000)
  return isYear(instant.getUTCFullYear()) ? instant.toISOString() : null
}

const TIME =
  /(?:,? |T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([AP])\.?M\.?)?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?$/i

const offsetOf = (written: string | undefined): number | null => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(written ?? "") ?? []
  if (sign === undefined) return written === undefined ? null : 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Splits a text into its day and its time of day; null where the time does not exist. */
const splitTime = (text: string): { readonly date: string; readonly time: Written["time"] } | null => {
  const found = TIME.exec(text)
  if (found === null) return { date: text, time: null }
  const [whole, hours, minutes, seconds = "0", fraction = "", half, zone] = found
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (minute > 59 || second > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return null
  const afternoon = half?.toUpperCase() === "P" ? 12 : 0
  const clock = half === undefined ? hour : (hour % 12) + afternoon
  const millis = clock * HOUR + minute * 60_000 + second * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))
  return { date: text.slice(0, -whole.length), time: { millis, offset: offsetOf(zone) } }
}

// A year of two figures is from 1961 to 2060.
const yearOf = (figures: string): number => {
  const year = Number(figures)
  return figures.length > 2 ? year : year + (year > 60 ? 1900 : 2000)
}

const plainMonth = (name: string): string => name.toLowerCase().replaceAll(".", "")

let months: ReadonlyMap<string, number> | null = null

const monthsByName = (): ReadonlyMap<string, number> => {
  months ??= new Map<string, number>([
    // As Excel writes it in German.
    ["mrz", 3],
    ...LOCALES.flatMap((locale) =>
      (["short", "long"] as const).flatMap((month) =>
        Array.from({ length: 12 }, (_, at) => {
          const name = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }).format(Date.UTC(2026, at, 1))
          return [plainMonth(name), at + 1] as const
        })
      )
    )
  ])
  return months
}

const WORDS = /(?:^| )(?:(\d{1,2})\.?[ /-](\p{L}+)\.?[ /-]|(\p{L}+)\.? (\d{1,2}), ?)(\d{4}|\d{2})$/u

const readWords = (date: string): Omit<Written, "time"> | null => {
  const [, day, month, monthFirst, dayLast, year = ""] = WORDS.exec(date) ?? []
  const found = monthsByName().get(plainMonth(month ?? monthFirst ?? ""))
  return found === undefined ? null : { year: yearOf(year), month: found, day: Number(day ?? dayLast) }
}

const readFigures = (date: string, order: DateOrder): Omit<Written, "time"> => {
  const [first = "", second = "", third = ""] = date.split(/[./-]/)
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third) }
  const [day, month] = order === "day-first" ? [first, second] : [second, first]
  return { year: yearOf(third), month: Number(month), day: Number(day) }
}

/** Excel's day 0. It counts a 29 February 1900, which did not exist; earlier days are not read. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

const readDayCount = (text: string, timeZone: string): string | null => {
  if (text.length === 13) return new Date(Number(text)).toISOString()
  const seconds = Math.round(Number(text) * 86_400)
  const at = new Date(EXCEL_EPOCH + seconds * 1000)
  const millis = (seconds % 86_400) * 1000
  const time = millis === 0 ? null : { millis, offset: null }
  return printDate({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), time }, timeZone)
}

/** Reads a text in a format of Luxon's tokens as an ISO date or an instant; null for what is not in it. */
export type FormatReader = (text: string, format: string, timeZone: string) => string | null

/**
 * A cell as an ISO date, or with a time as an instant in UTC; null for what is not a date, for days that do not exist
 * and for years outside 1000 to 9999. Reads ISO 8601, year first, figures in the given order, and names of months in
 * seven languages. `readFormat` reads the format that is given for the column.
 */
export const readDate = (cell: string, reading: DateReading, readFormat: FormatReader = () => null): string | null => {
  const text = cell.trim().replace(/[\u00a0\u202f\s]+/g, " ")
  const { dayCounts, dotted, format, order, timeZone } = reading
  const formatted = format === null ? null : readFormat(text, format, timeZone)
  if (formatted !== null) return formatted
  if (dayCounts && isDayCount(text)) return readDayCount(text, timeZone)
  const shape = dateShape(text)
  if (shape === null || (shape.kind === "figures" && format !== null)) return null
  const split = splitTime(plainDate(text))
  if (split === null) return null
  const day = shape.kind === "words" ? readWords(split.date) : readFigures(split.date, shape.dotted ? dotted : order)
  return day === null ? null : printDate({ ...day, time: split.time }, timeZone)
}
