import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, TestClock } from "effect"
import fc from "fast-check"

const { FIRST_DATE_YEAR, FIRST_YEAR, fromDay, fromMillis, now, parseIso, toMillis } = Values.Timestamp

const LAST = 253_402_300_799_999
const instant = fc.integer({ min: Date.UTC(FIRST_DATE_YEAR, 0), max: LAST })
const two = (part: number): string => String(part).padStart(2, "0")

describe("Timestamp", () => {
  it("round-trips every instant from 1000 to 9999, as text of one form that sorts as the instants do", () => {
    const isTimestamp = Schema.is(Values.Timestamp.Timestamp)
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [a, b] = [fromMillis(one), fromMillis(other)]
        assert.isTrue(isTimestamp(a))
        assert.strictEqual(toMillis(a), one)
        assert.strictEqual(parseIso(a, FIRST_DATE_YEAR), a)
        assert.strictEqual(a < b, one < other)
      })
    )
  })

  it("reads an instant with any offset", () => {
    const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })
    fc.assert(
      fc.property(fc.integer({ min: 2 * 86_400_000, max: LAST - 2 * 86_400_000 }), offset, (millis, minutes) => {
        const local = fromMillis(millis + minutes * 60_000).slice(0, -1)
        const size = Math.abs(minutes)
        const zone = `${minutes < 0 ? "-" : "+"}${two(Math.trunc(size / 60))}:${two(size % 60)}`
        assert.strictEqual(parseIso(local + zone), fromMillis(millis))
      })
    )
  })

  it.each([
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21T03:44", "2026-11-21T03:44:00.000Z"],
    ["2026-11-21T03:44:05", "2026-11-21T03:44:05.000Z"],
    ["2026-11-21T03:44:05.1", "2026-11-21T03:44:05.100Z"],
    ["2026-11-21T03:44:05.123456789Z", "2026-11-21T03:44:05.123Z"],
    ["2026-11-21t03:44:05z", "2026-11-21T03:44:05.000Z"],
    ["2026-11-21T03:44:05+05:30", "2026-11-20T22:14:05.000Z"],
    ["2026-12-31T23:59:59-00:01", "2027-01-01T00:00:59.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["1970-01-01", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
  ])("reads %s as %s", (text, expected) => {
    assert.strictEqual(parseIso(text), expected)
  })

  it.each([
    "",
    "tomorrow",
    "2026",
    "2026-11",
    "20261121",
    "2026-11-21 03:44",
    "2026-11-21T",
    "2026-11-21T03",
    "2026-11-21Z",
    "2026-11-21T03:44+5",
    "2026-11-21T03:44+0530",
    "2026-11-21T03:44:05.Z",
    "2026-11-21T03:44:05.1234567890Z",
    " 2026-11-21",
    "2026-11-21\n",
    "+002026-11-21",
    "2026-02-29",
    "1900-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-00-10",
    "2026-13-10",
    "2026-11-00",
    "2026-11-32",
    "2026-11-21T24:00",
    "2026-11-21T24:00:00Z",
    "2026-11-21T03:60",
    "2026-11-21T03:44:60",
    "2026-11-21T03:44+24:00",
    "2026-11-21T03:44+05:60",
    "0000-01-01",
    "0099-01-01",
    "1969-12-31",
    "1969-12-31T23:59:59.999Z",
    "10000-01-01",
    "1970-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "٢٠٢٦-١١-٢١"
  ])("refuses %j", (text) => {
    assert.isNull(parseIso(text))
  })

  it("never throws, and returns only its own form", () => {
    const isTimestamp = Schema.is(Values.Timestamp.Timestamp)
    const nearly = fc.stringMatching(/^[0-9T:.Z+-]{1,30}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), nearly), (text) => {
        const read = parseIso(text)
        assert.isTrue(read === null || isTimestamp(read))
      })
    )
  })

  it("accepts exactly the days of the calendar", () => {
    const firstYear = fc.constantFrom(FIRST_YEAR, FIRST_DATE_YEAR)
    const part = fc.integer({ min: -2, max: 33 })
    fc.assert(
      fc.property(fc.integer({ min: 990, max: 10_050 }), part, part, firstYear, (year, month, day, firstYear) => {
        const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
        const real = year >= firstYear && year <= 9999 && day >= 1 && day <= days
        const expected = real ? `${year}-${two(month)}-${two(day)}T00:00:00.000Z` : null
        assert.strictEqual(fromDay(year, month, day, firstYear), expected)
        const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
        if (year <= 9999 && month >= 0 && day >= 0) assert.strictEqual(parseIso(text, firstYear), expected)
      })
    )
  })

  it.effect("reads the current time from the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 3, 44))
      assert.strictEqual(yield* now, "2026-11-21T03:44:00.000Z")
    })
  )
})
