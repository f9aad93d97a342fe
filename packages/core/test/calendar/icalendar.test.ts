import type { Calendar } from "@boardwright/core"
import fc from "fast-check"
import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { CALENDAR_END, calendarEvent, calendarHead } from "../../src/calendar/icalendar.js"

const TASK: Calendar.CalendarTask = {
  id: "01900000-0000-7000-8000-000000000001" as never,
  rank: "a0" as never,
  name: "Dig",
  description: "",
  status: "pending",
  dueDate: "2027-03-01T00:00:00.000Z" as never,
  updatedAt: "2026-11-25T09:30:15.250Z" as never
}

const textOf = (fields: Partial<Calendar.CalendarTask>, board = "Spring") =>
  calendarHead(board) + calendarEvent({ ...TASK, ...fields }) + CALENDAR_END

/** The only event of a calendar, as another implementation reads it. */
const eventIn = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as Array<unknown>)
  const events = calendar.getAllSubcomponents()
  expect(events.map(({ name }) => name)).toEqual(["vevent"])
  return { calendar, event: events[0]! }
}

const readable = (text: string) => text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "")
const names = (component: { getAllProperties: () => ReadonlyArray<{ readonly name: string }> }) =>
  component.getAllProperties().map(({ name }) => name)

describe("a task in a calendar", () => {
  it("is a day without a time, and an instant with one", () => {
    const day = eventIn(textOf({})).event
    expect(String(day.getFirstPropertyValue("dtstart"))).toBe("2027-03-01")
    expect(day.getFirstProperty("dtstart")?.type).toBe("date")
    const timed = eventIn(textOf({ dueDate: "2027-03-01T09:30:00.000Z" as never })).event
    expect(String(timed.getFirstPropertyValue("dtstart"))).toBe("2027-03-01T09:30:00Z")
    expect(calendarEvent({ ...TASK, dueDate: null })).toBe("")
  })

  it("has when it changed, its status, and an id that stays", () => {
    const { event } = eventIn(textOf({ status: "On, hold" }))
    const value = (name: string) => String(event.getFirstPropertyValue(name))
    expect(["dtstamp", "last-modified"].map(value)).toEqual(Array(2).fill("2026-11-25T09:30:15Z"))
    expect(["uid", "categories", "transp"].map(value)).toEqual([`${TASK.id}@boardwright`, "On, hold", "TRANSPARENT"])
  })

  it("keeps hostile text within its property", () => {
    const hostile = 'Dig\r\nEND:VEVENT\r\nBEGIN:VEVENT\nATTACH:file:///etc/passwd\rX;Y,Z\\n\\\\:"\u0000\u0085'
    const { calendar, event } = eventIn(textOf({ name: hostile, description: hostile, status: hostile }, hostile))
    for (const name of ["summary", "description", "categories"])
      expect(event.getFirstPropertyValue(name)).toBe(readable(hostile))
    expect(names(calendar)).toEqual([...["version", "prodid", "calscale", "name", "x-wr-calname", "refresh-interval"]])
    expect(names(event)).toEqual([
      ...["uid", "dtstamp", "last-modified", "dtstart", "summary", "description", "categories", "transp"]
    ])
  })

  const anyText = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
    fc.string({ unit: fc.constantFrom("\r", "\n", ";", ",", "\\", ":", "é", "🌱", "n", " ", "\t"), minLength: 1 })
  )

  const expectUnchanged = (name: string, description: string) => {
    const text = textOf({ name: `${name}.`, description: `${description}.` }, name)
    const { event } = eventIn(text)
    expect(event.getFirstPropertyValue("summary")).toBe(readable(`${name}.`))
    expect(event.getFirstPropertyValue("description")).toBe(readable(`${description}.`))
    const lines = text.split("\r\n")
    expect(lines.pop()).toBe("")
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n]/)
    }
  }

  it("has any text unchanged, in lines of 75 octets at most", () => {
    fc.assert(
      fc.property(anyText, anyText, (name, description) => expectUnchanged(name, description)),
      { numRuns: 500 }
    )
  })
})
