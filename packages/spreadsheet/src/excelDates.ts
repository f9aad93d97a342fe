// Format ids below 164 are built in. These show dates or times: 14 to 22 and 45 to 47 everywhere, the others in East Asian
// and Thai versions of Excel.
const isBuiltIn = (id: number): boolean =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
    [71, 81]
  ].some(([from = 0, to = 0]) => id >= from && id <= to)

/** Whether a letter of a format code is part of a date or time; the code is in lower case. */
const isDatePart = (letter: string): boolean => "dmyhs".includes(letter)

/** What numbers of a format are shown as: dates and times of day, durations of any number of hours, numbers, or codes of so many digits. */
export type CellFormat = "date" | "duration" | "number" | { readonly digits: number }

/** The built-in format of durations. */
const DURATION_ID = 46

/** What numbers of a format are shown as. `code` is the format's code where the file has one. */
export const formatOf = (id: number, code: string | undefined): CellFormat => {
  if (code === undefined) return id === DURATION_ID ? "duration" : isBuiltIn(id) ? "date" : "number"
  const text = code.toLowerCase()
  if (text.startsWith("general")) return "number"
  // As of a postcode, with a country before it or not: 00000, [$-407]00000, "D-"00000.
  const [zeros] = /^(?:\[[^\]]*\]|"[^"]*")*(0{2,20})$/.exec(text)?.slice(1) ?? []
  if (zeros !== undefined) return { digits: zeros.length }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    // Later sections are for negative numbers, zero and text.
    if (letter === ";") return "number"
    if (letter === "\\" || letter === "_" || letter === "*") at += 1
    else if (letter === '"' || letter === "[") {
      const end = text.indexOf(letter === "[" ? "]" : '"', at + 1)
      if (end === -1) return "number"
      // [h]:mm counts hours beyond 24; [red] and [$-409] are no part of a date.
      if (letter === "[" && end - at <= 3 && "hms".includes(text.charAt(at + 1))) return "duration"
      at = end
    } else if (isDatePart(letter)) return "date"
  }
  return "number"
}

/** Milliseconds of a day. */
export const DAY = 86_400_000

/** Excel's day 0 in the two systems that a workbook can have. */
export const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Days before this one are no dates: Excel counts times of day from it. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

const LAST_DAY = Date.UTC(9999, 11, 31) + DAY

/** A point in time as an ISO date, a time of day or both, in UTC: rounded to seconds it is what was typed. */
export const dateText = (millis: number): string => {
  const iso = new Date(Math.round(millis / 1000) * 1000).toISOString().slice(0, 19)
  if (millis < FIRST_DAY) return iso.slice(11)
  return iso.endsWith("T00:00:00") ? iso.slice(0, 10) : iso
}

/** Days as hours, minutes and seconds, `26:15:00`; null for negative ones, which Excel does not show, and for more than has exact seconds. */
export const durationText = (days: number): string | null => {
  const seconds = Math.round(days * 86_400)
  if (seconds < 0 || !Number.isSafeInteger(seconds)) return null
  const two = (part: number) => String(part).padStart(2, "0")
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part))).join(":")
}

/** What a day number of Excel's shows, or null where it is outside of the years that Excel knows. */
export const serialDateText = (serial: number, system: 1900 | 1904): string | null => {
  // Excel counts a 29 February 1900, before which its days are one less.
  const day = system === 1900 && serial >= 1 && serial < 60 ? serial + 1 : serial
  const millis = Math.min(Math.floor(day * DAY) + DAY_0[system], LAST_DAY)
  return serial >= 0 && millis < LAST_DAY ? dateText(Math.min(millis, LAST_DAY - 1000)) : null
}
