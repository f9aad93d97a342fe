import { DEFAULT_TIMEZONE, isTimezone } from "../account/timezone.js"

/** The local hour, and midnight of the local day as if it were in UTC. */
export const localTime = (timezone: string, millis: number): { readonly hour: number; readonly day: number } => {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: isTimezone(timezone) ? timezone : DEFAULT_TIMEZONE,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric"
  })
  const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return { hour: part("hour"), day: Date.UTC(part("year"), part("month") - 1, part("day")) }
}
