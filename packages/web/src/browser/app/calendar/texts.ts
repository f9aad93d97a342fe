import { locale } from "../text/texts.js"

const formats = new Map<string, Intl.DateTimeFormat>()

const shown = (day: string, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" })
  formats.set(key, format)
  return format.format(Date.parse(day))
}

/** The name of a month with its year. */
export const monthText = (month: string): string => shown(`${month}-01`, { month: "long", year: "numeric" })
/** A day with its weekday. */
export const dayText = (day: string): string =>
  shown(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" })
export const weekdayText = (day: string, weekday: "short" | "long"): string => shown(day, { weekday })
export const numberText = (day: string): string => String(Number(day.slice(8)))
