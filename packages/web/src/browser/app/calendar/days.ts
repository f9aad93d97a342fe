/** Days are `YYYY-MM-DD`, months `YYYY-MM`. */
const DAY_MILLIS = 86_400_000

const millisOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)
const dayAt = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** The day that is some days later, or earlier. */
export const shifted = (day: string, days: number): string => dayAt(millisOf(day) + days * DAY_MILLIS)

export const monthOf = (day: string): string => day.slice(0, 7)

/** The month that is some months later, or earlier. */
export const monthAfter = (month: string, months: number): string => {
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5)) - 1]
  return monthOf(dayAt(Date.UTC(year, index + months, 1)))
}

/** A month of the address; null if it is none, or of a year that `YYYY` does not fit. */
export const readMonth = (text: string): string | null => (/^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null)

/** Regions where the week starts on Sunday or Saturday (CLDR), for browsers that do not say. */
const SUNDAY = new Set(
  (
    "AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK " +
    "PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW"
  ).split(" ")
)
const SATURDAY = new Set("AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY".split(" "))

interface WeekLocale {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The first day of the week in a locale, from Monday, 1, to Sunday, 7. */
export const firstDayOf = (tag: string): number => {
  const locale: Intl.Locale & WeekLocale = new Intl.Locale(tag)
  const known = locale.getWeekInfo?.() ?? locale.weekInfo
  if (known !== undefined) return known.firstDay
  const region = locale.maximize().region ?? ""
  if (SUNDAY.has(region)) return 7
  return SATURDAY.has(region) ? 6 : 1
}

/** The first and the last day of the week that a day is in. */
export const weekOf = (day: string, firstDay: number): readonly [first: string, last: string] => {
  const weekday = new Date(millisOf(day)).getUTCDay()
  const first = shifted(day, -((weekday - firstDay + 7) % 7))
  return [first, shifted(first, 6)]
}

/** The weeks that have days of a month, each of seven days. */
export const weeksOf = (month: string, firstDay: number): ReadonlyArray<ReadonlyArray<string>> => {
  const [start] = weekOf(`${month}-01`, firstDay)
  const next = `${monthAfter(month, 1)}-01`
  const weeks = Math.ceil((millisOf(next) - millisOf(start)) / DAY_MILLIS / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => shifted(start, week * 7 + day))
  )
}

/** The month that is some months later, or earlier, if it is in the years that the address can have. */
export const monthStep = (month: string, months: number): string => readMonth(monthAfter(month, months)) ?? month

/** The same day of another month, or the last one of that. */
const inMonth = (day: string, month: string): string => {
  const last = shifted(`${monthAfter(month, 1)}-01`, -1)
  return last.slice(8) < day.slice(8) ? last : `${month}-${day.slice(8)}`
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day that an arrow key, or a key for pages of months, leads to from another one; null for any other key. */
export const dayByKey = (day: string, key: string): string | null => {
  const days = STEPS[key]
  if (days !== undefined) {
    const next = shifted(day, days)
    return readMonth(monthOf(next)) === null ? day : next
  }
  if (key !== "PageUp" && key !== "PageDown") return null
  return inMonth(day, monthStep(monthOf(day), key === "PageUp" ? -1 : 1))
}
