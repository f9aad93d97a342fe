import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { NumberFormat } from "../src/numberShape.js"
import { pastedDates, pastedNumbers, pastedRows } from "../src/pastedTable.js"

describe("rows from the clipboard", () => {
  it("are cells between tabs, of which some are quoted", () => {
    expect(pastedRows('a\t"b ""c""\nd"\t5" pipe\r\n\t=1\t\'=1\n')).toEqual([
      ["a", 'b "c"\nd', '5" pipe'],
      ["", "=1", "=1"]
    ])
  })

  it("have a quote that is never closed as it is", () => {
    expect(pastedRows('a\t"b\nc')).toEqual([["a", '"b'], ["c"]])
  })

  it("are those that were quoted, whatever is in them", () => {
    const aCell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r", "'", " "), maxLength: 5 })
    const aTable = fc.array(fc.array(aCell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(aTable, (rows) => {
        const text = rows.map((row) => row.map(quoted).join("\t")).join("\r\n")
        expect(pastedRows(text)).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'(?='*[\t\n\r])/, ""))))
      })
    )
  })
})

describe("numbers from the clipboard", () => {
  const read = (cells: ReadonlyArray<string>, format: NumberFormat) => cells.map(pastedNumbers(cells, format))

  it("are read as one of them shows, or as the user writes them", () => {
    expect(read(["1.200,50", "1.234", "5", "x"], "1,234.56")).toEqual(["1200.50", "1234", "5", null])
    expect(read(["1,200.50", "1,234"], "1.234,56")).toEqual(["1200.50", "1234"])
    expect(read(["1.234", "5"], "1.234,56")).toEqual(["1234", "5"])
    expect(read(["1.234", "5"], "1,234.56")).toEqual(["1.234", "5"])
    expect(read(["1.5", "2,5"], "1.234,56")).toEqual([null, "2.5"])
  })

  it("have no sign of a currency, and are negative in brackets", () => {
    const amounts = ["€ 1.200,50", "45,25 €", "$5", "12 %", "€"]
    expect(read(amounts, "1,234.56")).toEqual(["1200.50", "45.25", "5", null, null])
    expect(read(["-$5.00", "($5.50)", "-5.00 €"], "1,234.56")).toEqual(["-5.00", "-5.50", "-5.00"])
  })
})

describe("dates from the clipboard", () => {
  const here = { order: "month-first", timeZone: "Europe/Berlin" } as const

  it("are read in the order that one of them shows, or in the only one that they have", () => {
    const read = pastedDates(["1/2/2026", "", "31/12/2026", "soon"], here)
    expect(["1/2/2026", "31/12/2026", "12/31/2026", "soon"].map(read)).toEqual([
      "2026-02-01",
      "2026-12-31",
      "2026-12-31",
      null
    ])
  })

  it("have the day first between dots, whatever others show", () => {
    const read = pastedDates(["4.3.2026", "12/31/2026"], { ...here, order: "day-first" })
    expect(["4.3.2026", "4/3/2026"].map(read)).toEqual(["2026-03-04", "2026-04-03"])
    expect(pastedDates(["4/3/2026", "31.12.2026"], here)("4/3/2026")).toBe("2026-04-03")
    expect(pastedDates(["4.3.2026", "12.31.2026"], here)("4.3.2026")).toBe("2026-04-03")
  })

  it("are read in the user's order where none shows one, and with a time in the user's zone", () => {
    const read = pastedDates(["1/2/2026"], here)
    expect(["1/2/2026", "1.2.2026", "1 Feb 2026", "1/2/2026 9:30"].map(read)).toEqual([
      "2026-01-02",
      "2026-02-01",
      "2026-02-01",
      "2026-01-02T08:30:00.000Z"
    ])
    expect(pastedDates(["12/31/2026", "31/12/2026"], here)("1/2/2026")).toBe("2026-01-02")
  })
})
