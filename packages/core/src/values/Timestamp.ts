import { Clock, Duration, Effect, Schema } from "effect"

/**
 * An instant as ISO 8601 text in UTC with milliseconds (`2026-11-21T03:44:00.000Z`), years 1970 to 9999; dates in
 * columns are of years from 1000. Such texts compare as the instants do, and are the same in storage, in process and in JSON.
 */
export const Timestamp = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { jsonSchema: { format: "date-time" } }),
  Schema.brand("Timestamp")
)
export type Timestamp = typeof Timestamp.Type

const toText = (millis: number) => new Date(millis).toISOString() as Timestamp

// Rows that are written together have the same time.
let last = { millis: 0, text: toText(0) }

/** From milliseconds since 1970. */
export const fromMillis = (millis: number): Timestamp => {
  if (millis !== last.millis) last = { millis, text: toText(millis) }
  return last.text
}

/** Milliseconds since 1970. */
export const toMillis = (timestamp: Timestamp): number => Date.parse(timestamp)

/** The current instant by Effect's `Clock`, which is the clock port of this package. */
export const now: Effect.Effect<Timestamp> = Effect.map(Clock.currentTimeMillis, fromMillis)

/** The instant so long before the current one, or the first of 1970. */
export const ago = (time: Duration.DurationInput): Effect.Effect<Timestamp> =>
  Effect.map(Clock.currentTimeMillis, (millis) => fromMillis(Math.max(0, millis - Duration.toMillis(time))))

/** The first year of the fields that are instants. */
export const FIRST_YEAR = 1970

/** The first year of dates in columns: from it on years have four digits, so that texts compare as the dates do. */
export const FIRST_DATE_YEAR = 1000

/** The last millisecond of the last year, 9999. */
export const LAST_MILLIS = Date.UTC(10_000, 0) - 1

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d\d):(\d\d))?)?$/i

/** Midnight UTC of a day. Null if the calendar has no such day, or its year is before the first one or after 9999. */
export const fromDay = (year: number, month: number, day: number, firstYear = FIRST_YEAR): Timestamp | null => {
  const millis = Date.UTC(year, month - 1, day)
  const date = new Date(millis)
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year >= firstYear && year <= 9999 ? fromMillis(millis) : null
}

const CANONICAL =
  /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z)?$/

// A real day, alone or with a time in the form of `fromMillis`.
const isCanonical = (text: string, firstYear: number): boolean =>
  CANONICAL.test(text) &&
  Number(text.slice(0, 4)) >= firstYear &&
  (text.slice(8, 10) <= "28" || new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10)))

/**
 * Reads ISO 8601: a date (`2026-11-21`), or a date and time with `Z`, an offset or no zone (read as UTC). Null for
 * anything else, for days and times that do not exist, and for instants before the first year or after 9999.
 */
export const parseIso = (text: string, firstYear = FIRST_YEAR): Timestamp | null => {
  if (isCanonical(text, firstYear)) return (text.length === 10 ? `${text}T00:00:00.000Z` : text) as Timestamp
  const found = FORM.exec(text)
  if (found === null) return null
  const part = (index: number): number => Number(found[index] ?? 0)
  const midnight = fromDay(part(1), part(2), part(3), firstYear)
  if (midnight === null || part(4) > 23 || part(5) > 59 || part(6) > 59 || part(10) > 23 || part(11) > 59) return null
  const fraction = Number((found[7] ?? "").padEnd(3, "0").slice(0, 3))
  const offset = (part(10) * 60 + part(11)) * (found[9] === "-" ? -1 : 1)
  const millis = toMillis(midnight) + ((part(4) * 60 + part(5) - offset) * 60 + part(6)) * 1000 + fraction
  return millis >= Date.UTC(firstYear, 0) && millis <= 253_402_300_799_999 ? fromMillis(millis) : null
}
