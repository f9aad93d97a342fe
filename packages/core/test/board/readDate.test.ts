import { Board, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"

const { readDate } = Board
const { fromMillis, parseIso } = Values.Timestamp
const DAY = 86_400_000

// Every day from 1970 to 9999.
const day = fc.integer({ min: 0, max: 2_932_896 }).map((days) => {
  const date = new Date(days * DAY)
  return {
    iso: fromMillis(days * DAY),
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate()
  }
})
const separator = fc.constantFrom("/", ".", "-")
const padded = fc.constantFrom(1, 2).map((width) => (part: number) => String(part).padStart(width, "0"))

describe("readDate", () => {
  it("reads every day past the twelfth in either order, with any separator, padded or not", () => {
    fc.assert(
      fc.property(
        day.filter(({ day }) => day > 12),
        separator,
        padded,
        (date, mark, pad) => {
          const year = String(date.year)
          assert.strictEqual(readDate([pad(date.day), pad(date.month), year].join(mark)), date.iso)
          assert.strictEqual(readDate([pad(date.month), pad(date.day), year].join(mark)), date.iso)
        }
      )
    )
  })

  it("reads a day up to the twelfth only if both orders are the same day", () => {
    fc.assert(
      fc.property(
        day.filter(({ day }) => day <= 12),
        separator,
        padded,
        (date, mark, pad) => {
          const read = readDate([pad(date.day), pad(date.month), String(date.year)].join(mark))
          assert.strictEqual(read, date.day === date.month ? date.iso : null)
        }
      )
    )
  })

  it("reads ISO 8601", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_932_897 * DAY - 1 }), (millis) => {
        const iso = fromMillis(millis)
        assert.strictEqual(readDate(iso), iso)
        assert.strictEqual(readDate(iso.slice(0, 10)), parseIso(iso.slice(0, 10)))
      })
    )
  })

  it.each([
    ["12/25/2024", "2024-12-25T00:00:00.000Z"],
    ["25/12/2024", "2024-12-25T00:00:00.000Z"],
    ["25.12.2024", "2024-12-25T00:00:00.000Z"],
    ["05/05/2024", "2024-05-05T00:00:00.000Z"],
    ["29.2.2024", "2024-02-29T00:00:00.000Z"],
    ["2024-12-25", "2024-12-25T00:00:00.000Z"]
  ])("reads %s", (cell, iso) => {
    assert.strictEqual(readDate(cell), iso)
  })

  it.each([
    "01/02/2024",
    "1.2.2024",
    "12/11/2024",
    "29/02/2023",
    "31/04/2024",
    "32/01/2024",
    "13/13/2024",
    "00/12/2024",
    "25/12/24",
    "25/12/1969",
    "25/12/10000",
    "25/12.2024",
    "25 Dec 2024",
    "2024/12/25",
    "45651",
    "",
    "soon"
  ])("does not guess at %j", (cell) => {
    assert.isNull(readDate(cell))
  })

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9./-]{1,14}$/)), (cell) => {
        const read = readDate(cell)
        assert.isTrue(read === null || parseIso(read) === read)
      })
    )
  })
})
