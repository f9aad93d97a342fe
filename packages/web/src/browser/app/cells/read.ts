import { signal } from "@preact/signals"
import { once } from "../text/once.js"
import { locale } from "../text/texts.js"

/** Whether a date has no time. A day without one may be stored as its midnight in UTC. */
const isDay = (date: string): boolean => !date.includes("T") || /T00:00(:00(\.0+)?)?Z$/.test(date)

/** The midnight of a day in UTC, in milliseconds since 1970; NaN if the calendar has none. Months count from 1. */
const midnightOf = (year = 0, month = 0, day = 0): number => {
  const millis = Date.UTC(year, month - 1, day)
  return day >= 1 && new Date(millis).getUTCMonth() === month - 1 ? millis : Number.NaN
}

/** The day of a date in figures; `isMonthFirst` decides where the day and the month could be either way round, which is NaN without. */
const figuresOf = (text: string, isMonthFirst?: boolean): number => {
  const [, first, , second, year] = (/^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []).map(Number)
  const [dayFirst, monthFirst] = [midnightOf(year, second, first), midnightOf(year, first, second)]
  if (Number.isNaN(dayFirst)) return monthFirst
  if (Number.isNaN(monthFirst) || dayFirst === monthFirst) return dayFirst
  return isMonthFirst === undefined ? Number.NaN : isMonthFirst ? monthFirst : dayFirst
}

/** A time in milliseconds since 1970, of a date as the server reads it; NaN for other text, and for days that do not exist. */
export const timeOf = (value: unknown): number => {
  const text = typeof value === "string" ? value.trim() : ""
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(text)
  if (found === null) return figuresOf(text)
  const [, year, month, day] = found.map(Number)
  return Number.isNaN(midnightOf(year, month, day)) ? Number.NaN : Date.parse(text)
}

/** The day of a date, as `YYYY-MM-DD`: in UTC if it has no time, else the user's. */
export const dayOf = (value: unknown): string | null => {
  const millis = timeOf(value)
  if (Number.isNaN(millis)) return null
  const date = new Date(millis)
  return isDay(String(value)) ? date.toISOString().slice(0, 10) : localDay(date)
}

/** Whether the user writes the month before the day. */
export const isMonthFirst = once(() => new Intl.DateTimeFormat(locale()).formatToParts()[0]?.type === "month")

/** The months as the user names them, lowered. */
const months = once(() =>
  Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(2026, at)).toLocaleString(locale(), { month: "long", timeZone: "UTC" }).toLowerCase()
  )
)

/** The midnight of a day whose month is named, by at least three letters. */
const namedDay = (text: string): number => {
  const [, day, month, monthFirst = "", dayLast, year] =
    /^(?:(\d{1,2})\.? (\p{L}{3,})\.?|(\p{L}{3,})\.? (\d{1,2})),? (\d{4})$/u.exec(text) ?? []
  const word = (month ?? monthFirst).toLowerCase()
  return midnightOf(Number(year), months().findIndex((name) => name.startsWith(word)) + 1, Number(day ?? dayLast))
}

/**
 * The day that is typed in figures, as the user writes them, also with nothing between them, or with the name of a month. A year of two
 * figures is of this century, and one that is left out is this one. Null for other text.
 */
export const typedDay = (text: string): string | null => {
  const known = dayOf(text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"))
  if (known !== null) return known
  const year = today().slice(0, 4)
  const parted = text.replace(/^(\d\d)(\d\d)(\d{4}|\d\d)$/, "$1/$2/$3")
  const dated = parted.replace(/^(\d{1,2}([./-])\d{1,2})\2?$/, `$1$2${year}`).replace(/^(\D*\d{1,2}\D*)$/, `$1 ${year}`)
  const whole = dated.replace(/([./-])(\d\d)$/, "$120$2")
  const millis = figuresOf(whole, isMonthFirst() && !whole.includes("."))
  const found = Number.isNaN(millis) ? namedDay(whole) : millis
  return Number.isNaN(found) ? null : new Date(found).toISOString().slice(0, 10)
}

/** The user's day at a time, as `YYYY-MM-DD`. */
const localDay = (date: Date): string => {
  const two = (part: number) => String(part).padStart(2, "0")
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * The date that a value becomes when its day is changed: one with a time has the same time there. The task's own due date, `isOwn`,
 * is a timestamp also without a time.
 */
export const movedTo = (value: unknown, day: string, isOwn: boolean): string => {
  const millis = timeOf(value)
  const plain = isOwn ? `${day}T00:00:00.000Z` : day
  if (Number.isNaN(millis) || !/T(?!00:00(:00(\.0+)?)?Z)/.test(String(value))) return plain
  const date = new Date(millis)
  date.setFullYear(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)))
  return date.toISOString()
}

const day = signal("")

/** The user's day now. */
export const today = (): string => day.value || localDay(new Date())

/** Follows the clock, so that what reads the day is drawn again when the next one begins. */
export const followDay = (): void => {
  const look = (): void => {
    day.value = localDay(new Date())
  }
  setInterval(look, 60_000)
  document.addEventListener("visibilitychange", look)
}

const dayFormat = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" }))
const timeFormat = once(() => new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }))
const numberFormats = new Map<number, Intl.NumberFormat>()
const numberFormat = (least: number): Intl.NumberFormat => {
  const known = numberFormats.get(least)
  if (known !== undefined) return known
  const options = { minimumFractionDigits: least, maximumFractionDigits: DECIMALS }
  const made = new Intl.NumberFormat(locale(), options)
  numberFormats.set(least, made)
  return made
}

/** A date as people read it; other text as it is. */
export const dateText = (value: unknown): string => {
  const millis = timeOf(value)
  if (Number.isNaN(millis)) return textOf(value)
  return (isDay(String(value)) ? dayFormat() : timeFormat()).format(millis)
}

const NUMBER = /^[-+]?\d{1,300}(?:\.\d{1,300})?(?:e[-+]?\d{1,3})?$/i

/** A number, also of text that is one; NaN for anything else. */
export const numberOf = (value: unknown): number => {
  if (typeof value === "number") return value
  const number = typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : Number.NaN
}

/** A number of a text; NaN where it would have other digits: whole numbers are exact up to 2^53. */
export const exactly = (number: number): number =>
  Number.isInteger(number) && !Number.isSafeInteger(number) ? Number.NaN : number

/** Most decimals of a number that is shown. */
const DECIMALS = 10

/** The decimals of a number; below 0 for one that ends in zeros as 1e21 does. */
export const decimalsOf = (number: number): number => {
  const [digits = "", exponent = 0] = String(number).split("e")
  return (digits.split(".")[1] ?? "").length - Number(exponent)
}

/** The sum of numbers, exact to the most decimals that any has, 10 at most. */
export const sumOf = (numbers: ReadonlyArray<number>): number => {
  const decimals = numbers.reduce((most, each) => Math.max(most, decimalsOf(each)), 0)
  const unit = 10 ** Math.min(decimals, DECIMALS)
  return numbers.reduce((sum, number) => sum + Math.round(number * unit), 0) / unit
}

/** A number as people read it, with some decimals at least; other text as it is. */
export const numberText = (value: unknown, least = 0): string => {
  const number = typeof value === "string" ? exactly(numberOf(value)) : numberOf(value)
  return Number.isNaN(number) ? textOf(value) : numberFormat(least).format(number)
}

/** Whether a character separates groups of digits. Keyboards have one space and one apostrophe, other than those of locales. */
const isGroupSign = (character: string, sign: string): boolean =>
  character === sign || (/\s/.test(sign) && /\s/.test(character)) || (sign === "’" && character === "'")

/** A number with groups of three digits. `_` separates groups. */
const IN_THREES = /^[-+]?\d{1,3}(?:_\d{3})+(?:\.\d+)?$/

/** A number as in India: its last group has three digits and the others two. */
const IN_TWOS = /^[-+]?\d{1,2}(?:_\d{2})*_\d{3}(?:\.\d+)?$/

/** How numbers are typed in a locale. */
export const numbersIn = (tag: string) => {
  const parts = new Intl.NumberFormat(tag).formatToParts(123_456_789_012.5)
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ""
  const decimal = signOf("decimal")
  const group = signOf("group")
  const [, second = ""] = parts.filter(({ type }) => type === "integer").map(({ value }) => value)
  const grouped = second.length === 2 ? IN_TWOS : IN_THREES
  const ofLocale = (character: string): string => {
    if (character === decimal) return "."
    return isGroupSign(character, group) ? "_" : character
  }
  return {
    /**
     * The number that a text is in the locale, with or without groups, or with a decimal point, or with a decimal comma that three
     * digits do not follow; NaN for other text.
     */
    read: (text: string): number => {
      const neutral = [...text].map(ofLocale).join("")
      if (grouped.test(neutral)) return numberOf(neutral.replaceAll("_", ""))
      return numberOf(text.replace(decimal, ".").replace(/,(?!\d{3}$)/, "."))
    },
    /** A number as it is typed, with every digit and without groups; other text as it is. */
    write: (value: unknown): string => {
      const number = numberOf(value)
      return Number.isNaN(number) ? textOf(value) : String(number).replace(".", decimal)
    }
  }
}

/** How the user types numbers. */
export const typedNumbers = once(() => numbersIn(locale()))

const CHECKED = new Set(["true", "yes", "ja", "wahr", "oui", "sí", "si", "x", "[x]", "☑", "✓", "✔"])

const UNCHECKED = new Set(["false", "no", "nein", "falsch", "non", "[ ]", "☐"])

/** Whether a value says that something is checked or that it is not. */
export const isCheck = (value: unknown): boolean =>
  typeof value === "boolean" || isChecked(value) || UNCHECKED.has(textOf(value).trim().toLowerCase())

export const isChecked = (value: unknown): boolean =>
  value === true || (typeof value === "string" && CHECKED.has(value.trim().toLowerCase()))

/** A value of any type as text. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (Array.isArray(value)) return value.map(textOf).join(", ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
