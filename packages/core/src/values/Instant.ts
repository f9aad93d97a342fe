import { Schema } from "effect"
import { parseIso, Timestamp } from "./Timestamp.js"

/** What a date or timestamp must be. */
export const INSTANT_RULE = "must be an ISO 8601 date or timestamp of a real day between the years 1970 and 9999"

/** A date, or a date and time with a zone or in UTC. Decoded to a `Timestamp`. */
export const Instant = Schema.transform(
  Schema.String.annotations({ message: () => INSTANT_RULE }).pipe(
    Schema.filter((value) => parseIso(value) !== null || INSTANT_RULE, {
      jsonSchema: { description: "An ISO 8601 date, or a date and time; without a zone it is UTC" }
    })
  ),
  Timestamp,
  { strict: true, decode: (value) => parseIso(value) ?? value, encode: (value) => value }
)

const DAY = /^\d{4}-\d\d-\d\d$/

/** A date without a time as the last millisecond of its day in UTC; other text as it is. */
export const toLast = (value: string): string => (DAY.test(value) ? `${value}T23:59:59.999Z` : value)

/** The end of a range, as an `Instant`; a date without a time is the last millisecond of its day in UTC. */
export const LastInstant = Schema.transform(Schema.String.annotations({ message: () => INSTANT_RULE }), Instant, {
  strict: true,
  decode: toLast,
  encode: (value) => value
})
