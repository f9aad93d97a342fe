import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import {
  dayByKey,
  firstDayOf,
  monthAfter,
  monthOf,
  monthStep,
  readMonth,
  shifted,
  weeksOf
} from "../src/browser/app/calendar/days.js"
import { movedTo } from "../src/browser/app/cells/read.js"

const months = fc
  .record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.integer({ min: 1, max: 12 }) })
  .map(({ month, year }) => `${year}-${String(month).padStart(2, "0")}`)
const LOCALES = [
  "de-DE",
  "en-US",
  "en-GB",
  "fr-FR",
  "ar-EG",
  "fa-IR",
  "he-IL",
  "pt-BR",
  "ja-JP",
  "sv-SE",
  "hi-IN",
  "en",
  "de"
]

describe("the weeks of a month", () => {
  it("begin on the locale's first day", () => {
    expect(["de-DE", "en-GB", "en-US", "ar-EG", "de", "en"].map(firstDayOf)).toEqual([1, 1, 7, 6, 1, 7])
    expect(weeksOf("2026-11", 1)[0]?.[0]).toBe("2026-10-26")
    expect(weeksOf("2026-11", 7)[0]?.[0]).toBe("2026-11-01")
    expect(weeksOf("2026-11", 6)[0]?.[0]).toBe("2026-10-31")
    expect(weeksOf("2027-02", 1).length).toBe(4)
  })

  it("have each day of it once, whole weeks, and no week without one of its days", () => {
    fc.assert(
      fc.property(months, fc.constantFrom(...LOCALES), (month, tag) => {
        const first = firstDayOf(tag)
        const weeks = weeksOf(month, first)
        const days = weeks.flat()
        const own = days.filter((day) => monthOf(day) === month)
        const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5))]
        expect(own.length).toBe(new Date(Date.UTC(year, index, 0)).getUTCDate())
        expect(days.every((day, at) => at === 0 || day === shifted(days[at - 1] ?? "", 1))).toBe(true)
        for (const week of weeks) {
          expect(week.length).toBe(7)
          expect(new Date(week[0] ?? "").getUTCDay() || 7).toBe(first)
          expect(week.some((day) => monthOf(day) === month)).toBe(true)
        }
      })
    )
  })

  it("follow the browser where it knows the locale's week, else the region", () => {
    const known = LOCALES.map(firstDayOf)
    const { prototype } = Intl.Locale
    const names = ["getWeekInfo", "weekInfo"] as const
    const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const)
    for (const name of names) Reflect.deleteProperty(prototype, name)
    const guessed = LOCALES.map(firstDayOf)
    for (const [name, descriptor] of kept)
      if (descriptor !== undefined) Object.defineProperty(prototype, name, descriptor)
    expect(guessed).toEqual(known)
  })
})

describe("days and months", () => {
  it("are counted over the ends of months and years", () => {
    expect(shifted("2026-12-31", 1)).toBe("2027-01-01")
    expect(shifted("2028-03-01", -1)).toBe("2028-02-29")
    expect(monthAfter("2026-12", 1)).toBe("2027-01")
    expect(monthAfter("2026-01", -1)).toBe("2025-12")
    fc.assert(
      fc.property(months, fc.integer({ min: -50, max: 50 }), (month, by) => {
        expect(monthAfter(monthAfter(month, by), -by)).toBe(month)
      })
    )
  })

  it("are read from the address only if they are months", () => {
    expect(["2026-11", "2026-13", "0026-01", "2026-1", "", "next"].map(readMonth)).toEqual([
      "2026-11",
      null,
      null,
      null,
      null,
      null
    ])
  })

  it("are reached by arrow keys", () => {
    expect(
      ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter"].map((key) => dayByKey("2026-11-01", key))
    ).toEqual(["2026-10-31", "2026-11-02", "2026-10-25", "2026-11-08", null])
  })

  it("are reached by the keys for pages, as far as the address has months", () => {
    const reached = (day: string) => ["PageUp", "PageDown"].map((key) => dayByKey(day, key))
    expect(reached("2026-11-15")).toEqual(["2026-10-15", "2026-12-15"])
    expect(reached("2026-12-31")).toEqual(["2026-11-30", "2027-01-31"])
    expect(reached("2028-01-30")).toEqual(["2027-12-30", "2028-02-29"])
    expect(reached("9999-12-31")).toEqual(["9999-11-30", "9999-12-31"])
    expect(dayByKey("9999-12-31", "ArrowRight")).toBe("9999-12-31")
    expect(["9999-12", "1000-01"].map((month, at) => monthStep(month, at === 0 ? 1 : -1))).toEqual([
      "9999-12",
      "1000-01"
    ])
  })
})

describe("a task that is moved to a day", () => {
  it("gets the day as its field stores days", () => {
    expect(movedTo(null, "2026-11-05", true)).toBe("2026-11-05T00:00:00.000Z")
    expect(movedTo("2026-11-03T00:00:00.000Z", "2026-11-05", true)).toBe("2026-11-05T00:00:00.000Z")
    expect(movedTo("2026-11-03", "2026-11-05", false)).toBe("2026-11-05")
    expect(movedTo("soon", "2026-11-05", false)).toBe("2026-11-05")
  })

  it("keeps its time", () => {
    const moved = new Date(movedTo("2026-11-03T15:30:00.000Z", "2026-11-20", true))
    const before = new Date("2026-11-03T15:30:00.000Z")
    expect([moved.getDate(), moved.getMonth(), moved.getHours(), moved.getMinutes()]).toEqual([
      20,
      10,
      before.getHours(),
      before.getMinutes()
    ])
  })
})
