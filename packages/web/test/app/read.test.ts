import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inkOn } from "../../src/browser/app/cells/colors.js"
import {
  dateText,
  dayOf,
  exactly,
  isChecked,
  numberOf,
  numbersIn,
  sumOf,
  textOf,
  timeOf
} from "../../src/browser/app/cells/read.js"

describe("a value", () => {
  it("is a number if it is one, also as text", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(numberOf(number)).toBe(number)
        expect(numberOf(` ${number} `)).toBe(Object.is(number, -0) ? 0 : number)
      })
    )
    for (const text of ["", "1,5", "0x10", "Infinity", "1 2", "four", "1e400"]) expect(numberOf(text)).toBeNaN()
    expect([exactly(2 ** 53 - 1), exactly(0.1), exactly(2 ** 53)]).toEqual([2 ** 53 - 1, 0.1, Number.NaN])
  })

  it("is the same day in every zone if it has no time", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        expect([dayOf(day), dayOf(`${day}T00:00:00.000Z`)]).toEqual([day, day])
      })
    )
    for (const value of [
      "soon",
      4,
      null,
      "2026-13-01",
      ["2026-01-01"],
      "2027-02-30",
      "2027-06-31T10:00",
      "2026-01-01x"
    ]) {
      expect([dayOf(value), dateText(value)]).toEqual([null, textOf(value)])
    }
    expect(["31.12.2026", " 12/31/2026", "4.4.2027"].map(dayOf)).toEqual(["2026-12-31", "2026-12-31", "2027-04-04"])
    expect(["03/04/2027", "31/31/2026", "30.2.2027"].map(dayOf)).toEqual([null, null, null])
    expect(timeOf("2026-01-02T03:04:05Z")).toBe(Date.UTC(2026, 0, 2, 3, 4, 5))
  })

  it("is checked if it says so", () => {
    expect([true, "Yes", " x ", "✓", "ja"].map(isChecked)).toEqual([true, true, true, true, true])
    expect([false, null, "", "no", 1].map(isChecked)).toEqual([false, false, false, false, false])
  })

  it("is text in any case", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof textOf(value) === "string"))
    expect(textOf(["a", null, 3])).toBe("a, , 3")
  })
})

it("a sum of numbers is exact to the most decimals of any", () => {
  const numbers = fc.integer({ min: 0, max: 6 }).chain((decimals) =>
    fc.record({
      wholes: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }),
      unit: fc.constant(10 ** decimals)
    })
  )
  fc.assert(
    fc.property(numbers, ({ unit, wholes }) => {
      const sum = wholes.reduce((all, each) => all + each, 0)
      expect(sumOf(wholes.map((each) => each / unit))).toBe(sum / unit)
    })
  )
  expect(sumOf([0.1, 0.2])).toBe(0.3)
  expect(sumOf([1e-7, 2e21])).toBe(2e21)
  expect(sumOf([1.5, 1e-20])).toBe(1.5)
})

describe("a number that is typed", () => {
  const LOCALES = ["en-US", "en-IN", "en-ZA", "de-DE", "de-AT", "de-CH"]

  it("is the one that its locale shows, with groups and without", () => {
    const hundredths = fc.integer({ min: -1e13, max: 1e13 }).map((whole) => whole / 100)
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), hundredths, (tag, number) => {
        const { read } = numbersIn(tag)
        expect(read(new Intl.NumberFormat(tag).format(number))).toBe(number)
        expect(read(new Intl.NumberFormat(tag, { useGrouping: false }).format(number))).toBe(number)
      })
    )
  })

  it("is the same after it was opened for editing, to the last digit", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), fc.double({ noNaN: true, noDefaultInfinity: true }), (tag, number) => {
        const { read, write } = numbersIn(tag)
        expect(read(write(number))).toBe(Object.is(number, -0) ? 0 : number)
      })
    )
    expect(numbersIn("de-DE").write("soon")).toBe("soon")
  })

  it.each([
    ["en-US", "1.800", 1.8],
    ["de-DE", "1.800", 1800],
    ["de-DE", "1.80", 1.8],
    ["de-DE", "-1.234.567,8", -1_234_567.8],
    ["de-CH", "1'800.5", 1800.5],
    ["de-AT", "1 800,5", 1800.5],
    ["en-IN", "1,25,000", 125_000],
    ["en-US", "1,25,000", Number.NaN],
    ["en-US", "2,5", 2.5],
    ["en-US", "1234,567", Number.NaN],
    ["de-DE", "1,800.5", Number.NaN],
    ["de-DE", "1.2.3", Number.NaN],
    ["de-DE", "four", Number.NaN]
  ])("in %s as %s is %d", (tag, text, number) => {
    expect(numbersIn(tag).read(text)).toBe(number)
  })
})

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

it("the ink on any color has a contrast of at least 4.5", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
      const hex = `#${color.toString(16).padStart(6, "0")}`
      const [dark = 0, light = 0] = [luminance(hex), luminance(inkOn(hex))].toSorted((a, b) => a - b)
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
    })
  )
})
