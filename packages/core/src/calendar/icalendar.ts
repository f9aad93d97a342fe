import type { CalendarTask } from "../calendarLink/CalendarRepository.js"
import type { Timestamp } from "../values/Timestamp.js"

/** Most octets of a line without its end (RFC 5545, section 3.1). */
const LINE_OCTETS = 75
const MIDNIGHT = "T00:00:00.000Z"

const octetsOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/** A content line with its end, folded between characters. */
const contentLine = (line: string): string => {
  let [folded, octets] = ["", 0]
  for (const character of line) {
    const more = octetsOf(character)
    if (octets + more > LINE_OCTETS) {
      folded += "\r\n "
      octets = 1
    }
    folded += character
    octets += more
  }
  return `${folded}\r\n`
}

/** Text as a value: without control characters, which no value may have, but tabs and ends of lines. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")

const lines = (all: ReadonlyArray<string>): string => all.map(contentLine).join("")

/** An instant as a value, such as 20270301T093000Z. */
const instant = (at: Timestamp): string => at.replaceAll(/[-:]|\.\d+/g, "")

/** A day for a due date without a time, which is midnight in UTC; else an instant. */
const start = (dueDate: Timestamp): string =>
  dueDate.endsWith(MIDNIGHT) ? `DTSTART;VALUE=DATE:${instant(dueDate).slice(0, 8)}` : `DTSTART:${instant(dueDate)}`

/** What a calendar begins with. */
export const calendarHead = (name: string): string =>
  lines([
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Boardwright//Boardwright//EN", "CALSCALE:GREGORIAN"],
    ...[`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`, "REFRESH-INTERVAL;VALUE=DURATION:PT15M"]
  ])

/** The event of a task; "" for a task without a due date. It leaves its time free for other events. */
export const calendarEvent = ({ description, dueDate, id, name, status, updatedAt }: CalendarTask): string => {
  if (dueDate === null) return ""
  const at = instant(updatedAt)
  return lines([
    ...["BEGIN:VEVENT", `UID:${escaped(id)}@boardwright`, `DTSTAMP:${at}`, `LAST-MODIFIED:${at}`, start(dueDate)],
    `SUMMARY:${escaped(name)}`,
    ...(description === "" ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...[`CATEGORIES:${escaped(status)}`, "TRANSP:TRANSPARENT", "END:VEVENT"]
  ])
}

export const CALENDAR_END = "END:VCALENDAR\r\n"
