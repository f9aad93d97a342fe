import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { DateReading } from "../src/ColumnPlan.js"
import { dateShape } from "../src/dateShape.js"
import { numberShape, readNumber } from "../src/numberShape.js"
import { readDate } from "../src/readDate.js"
import { restoreCell, safeCell } from "../src/safeCell.js"
import { xlsx } from "../../../test/support/xlsx.js"
import { XlsxCell } from "../src/xlsxCell.js"
import { cellsOf, fileOf, readAll } from "./support/sheets.js"

describe("a cell that is made safe", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", "\0", "a", "1", ".", "＝") })
  )

  it("comes back as it was, whatever it is", () => {
    fc.assert(fc.property(text, (cell) => assert.strictEqual(restoreCell(safeCell(cell)), cell)))
  })

  it("never begins with what a spreadsheet program runs", () => {
    const isNumber = (cell: string): boolean => /^-\d+(?:\.\d+)?$/.test(cell)
    fc.assert(fc.property(text, (cell) => isNumber(cell) || !/^[=+\-@\t\r\n\0＝＋－＠]/.test(safeCell(cell))))
    const risky = [
      "=1+1",
      "-1+1",
      "-a",
      "-1,5",
      "-1e5",
      "-1.",
      "-.5",
      "-1\n",
      "'-1.5",
      "+5",
      "+49 30",
      "@me",
      "\t1",
      "\r1"
    ]
    assert.deepStrictEqual(
      risky.map(safeCell),
      risky.map((cell) => `'${cell}`)
    )
  })

  it("is left as it is where a spreadsheet program runs nothing, as in a negative number", () => {
    const plain = ["-5", "-1.5", "-0.25", "12.5", "plain", "'", ""]
    assert.deepStrictEqual(plain.map(safeCell), plain)
  })

  it("comes back from a file that has an apostrophe before a negative number", () => {
    assert.deepStrictEqual(["'-1.5", "''-1.5", "-1.5"].map(restoreCell), ["-1.5", "'-1.5", "-1.5"])
  })
})

const reading = (changes: Partial<DateReading> = {}): DateReading => ({
  ...{ order: "day-first", dotted: "day-first", format: null, dayCounts: false, timeZone: "UTC" },
  ...changes
})

describe("a date", () => {
  it.each([
    ["2026-11-19", "2026-11-19"],
    ["2026/11/19", "2026-11-19"],
    ["2026-11-19 10:15:00 UTC", "2026-11-19T10:15:00.000Z"],
    ["2026-11-19T10:15:00+02:00", "2026-11-19T08:15:00.000Z"],
    ["31.12.2026", "2026-12-31"],
    ["1.2.26", "2026-02-01"],
    ["31.12.2026 14:30", "2026-12-31T14:30:00.000Z"],
    ["19/Nov/26 10:15 AM", "2026-11-19T10:15:00.000Z"],
    ["19/Nov/26 12:05 AM", "2026-11-19T00:05:00.000Z"],
    ["19-Nov-2026", "2026-11-19"],
    ["Nov 19, 2026", "2026-11-19"],
    ["November 19, 2026, 4:05 p.m.", "2026-11-19T16:05:00.000Z"],
    ["Thu, 19 Nov 2026", "2026-11-19"],
    ["Donnerstag, 19. November 2026", "2026-11-19"],
    ["5. März 2026", "2026-03-05"],
    ["14 Dez. 2026", "2026-12-14"],
    ["Mi 03.03.2027", "2027-03-03"],
    ["Mo., 1.3.27", "2027-03-01"],
    ["03.03.2027 14:30 Uhr", "2027-03-03T14:30:00.000Z"],
    ["03. Mrz 27", "2027-03-03"],
    ["2027-03-03 9:00", "2027-03-03T09:00:00.000Z"],
    ["Version 1.4.12", null],
    ["31.02.2026", null],
    ["2026-02-30", null],
    ["01.01.1969", "1969-01-01"],
    ["31.12.1899", "1899-12-31"],
    ["5 May 65", "1965-05-05"],
    ["1000-01-01", "1000-01-01"],
    ["0999-12-31", null],
    ["0075-01-01 10:00", null],
    ["1000-01-01 00:30 +01:00", null],
    ["2026-11-19 24:30", null],
    ["19/Nov/26 13:05 PM", null],
    ["juillet 5, 2026", "2026-07-05"],
    ["next week", null],
    ["1.234", null]
  ])("%s is %s", (cell, expected) => assert.strictEqual(readDate(cell, reading()), expected))

  it("in figures is read in the order of its column", () => {
    assert.strictEqual(readDate("12/31/2026 4:05 PM", reading({ order: "month-first" })), "2026-12-31T16:05:00.000Z")
    assert.strictEqual(readDate("01/02/2026", reading({ order: "month-first" })), "2026-01-02")
    assert.strictEqual(readDate("01/02/2026", reading()), "2026-02-01")
    assert.strictEqual(readDate("12/31/2026", reading()), null)
    assert.strictEqual(readDate("01.02.2026", reading({ order: "month-first" })), "2026-02-01")
  })

  it("is read in a format that is given, in a zone, and as a day of Excel's", () => {
    const reverse = (text: string): string | null => (text === "26-31-12" ? "2026-12-31" : null)
    assert.strictEqual(readDate("26-31-12", reading({ format: "yy-dd-MM" }), reverse), "2026-12-31")
    assert.strictEqual(readDate("01/02/2026", reading({ format: "yy-dd-MM" }), reverse), null)
    const withDay = (text: string): string | null => (text === "Mi 3.3.27" ? "2027-03-03" : null)
    assert.strictEqual(readDate("Mi 3.3.27", reading({ format: "ccc d.M.yy" }), withDay), "2027-03-03")
    assert.strictEqual(readDate("01.07.2026 12:00", reading({ timeZone: "Europe/Berlin" })), "2026-07-01T10:00:00.000Z")
    assert.strictEqual(readDate("01.01.2026 12:00", reading({ timeZone: "Europe/Berlin" })), "2026-01-01T11:00:00.000Z")
    assert.strictEqual(readDate("46387", reading({ dayCounts: true })), "2026-12-31")
    assert.strictEqual(readDate("1767225600000", reading({ dayCounts: true })), "2026-01-01T00:00:00.000Z")
    assert.strictEqual(readDate("46387.75", reading({ dayCounts: true })), "2026-12-31T18:00:00.000Z")
    assert.strictEqual(readDate("46387", reading()), null)
  })

  it("of any day is read back in either order", () => {
    const day = fc.date({ min: new Date("1000-01-01"), max: new Date("2059-12-31"), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.constantFrom(".", "/", "-"), fc.boolean(), (date, separator, dayFirst) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = "", month = "", dayOfMonth = ""] = iso.split("-")
        const parts = dayFirst ? [dayOfMonth, month, year] : [month, dayOfMonth, year]
        const cell = parts.join(separator)
        assert.isNotNull(dateShape(cell))
        const order = dayFirst ? "day-first" : "month-first"
        assert.strictEqual(readDate(cell, reading({ order, dotted: order })), iso)
      })
    )
  })
})

it("durations of an Excel file have all of their hours", async () => {
  const hours = ["1899-12-31T02:15:00", "1899-12-30T09:30:00", "1900-01-04T00:00:00", "9999-12-31T23:59:59"]
  const rows = hours.map((date) => ["Dig", { date, format: "[h]:mm" }] as const)
  const file = fileOf("times.xlsx", xlsx({ Sheet: [["Task", "Hours"], ...rows] }))
  const texts = cellsOf((await readAll(file)).rows).map(([, text]) => text)
  assert.deepStrictEqual(texts, ["26:15:00", "09:30:00", "120:00:00", "71003183:59:59"])
})

describe("a number of an Excel file", () => {
  const shown = (value: string): string => {
    const cell = new XlsxCell(0, {})
    cell.open("v")
    cell.add(value)
    cell.close("v")
    return cell.text({ dateSystem: 1900, formats: [], sheets: [], strings: [] })
  }

  it.each([
    "4012888888881881",
    "-9007199254740991",
    "12345678901234567890",
    "123456789012345.6",
    "1234567890.123456",
    "9.123456789012343",
    "1.2345678901234567",
    "4.6"
  ])("has its digits: %s", (value) => {
    assert.strictEqual(shown(value), value)
  })

  it.each([
    [String(0.1 + 0.2), "0.3"],
    ["0.79999999999999993", "0.8"],
    ["0.7999999999999999", "0.8"],
    ["2.9999999999999996", "3"],
    ["4.5999999999999996", "4.6"],
    ["12345678901.230001", "12345678901.23"],
    ["123456789012345.59", "123456789012345.6"],
    ["4.0128888888818810E15", "4012888888881881"],
    ["1.2345678901234567E+19", "12345678901234567000"],
    ["1E-7", "1e-7"],
    ["7.0", "7"]
  ])("has no noise of binary fractions: %s is %s", (value, text) => {
    assert.strictEqual(shown(value), text)
  })
})

describe("a number", () => {
  it.each([
    ["1.234,56", "1.234,56", "1234.56"],
    ["1,234.56", "1,234.56", "1234.56"],
    ["-12.345.678", "1.234,56", "-12345678"],
    ["1.234", "1.234,56", "1234"],
    ["1.234", "1,234.56", "1.234"],
    ["+5", "1,234.56", "5"],
    ["+49 171 234 567", "1,234.56", null],
    ["+49171234567", "1,234.56", null],
    ["1,5", "1,234.56", null],
    ["007", "1,234.56", null],
    ["12,34,567", "1,234.56", null],
    ["1234567890123456", "1,234.56", null],
    ["1 234", "1,234.56", "1234"],
    ["1\u202f234\u00a0567,5", "1.234,56", "1234567.5"],
    ["1 234,5", "1,234.56", null],
    ["12 34", "1,234.56", null],
    ["1e5", "1,234.56", null]
  ] as const)("%s as in %s is %s", (cell, format, expected) => assert.strictEqual(readNumber(cell, format), expected))

  it("loses no digit and no value in either format", () => {
    const decimal = fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(decimal, fc.constantFrom("de", "en"), fc.boolean(), ([whole, cents], locale, grouped) => {
        const value = whole + (Math.sign(whole) || 1) * (cents / 100)
        const options = { useGrouping: grouped, minimumFractionDigits: 2, maximumFractionDigits: 2 }
        const cell = new Intl.NumberFormat(locale, options).format(value)
        assert.isNotNull(numberShape(cell))
        assert.strictEqual(readNumber(cell, locale === "de" ? "1.234,56" : "1,234.56"), value.toFixed(2))
      })
    )
  })
})
