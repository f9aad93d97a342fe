import { once } from "../text/once.js"
import { locale } from "../text/texts.js"

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = once(() => new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }))
  return (day: string): string => format().format(Date.parse(day))
}

/** The name of a month with its year. */
export const monthText = formatOf({ month: "long", year: "numeric" })
/** A day with its weekday. */
export const dayText = formatOf({ weekday: "long", day: "numeric", month: "long", year: "numeric" })
export const weekdayText = formatOf({ weekday: "long" })
export const shortWeekdayText = formatOf({ weekday: "short" })
export const numberText = (day: string): string => String(Number(day.slice(8)))
