import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { WrittenCell } from "../src/csvLine.js"
import { xlsxSource } from "../src/xlsxSource.js"
import { xlsxWriter } from "../src/xlsxWriter.js"
import { collect, fileOf } from "./support/sheets.js"

/** Writes rows one by one, and reads the file. */
const written = async (rows: ReadonlyArray<ReadonlyArray<WrittenCell>>, name = "Board", sheet?: string) => {
  const writer = xlsxWriter(name)
  const bytes = Buffer.concat([...rows.map((row) => writer.rows([row])), writer.end()])
  const source = await xlsxSource(fileOf("board.xlsx", bytes), sheet)
  return (await collect(source.read())).map(({ cells }) => cells)
}

describe("an Excel file that is written", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("_", "x", "0", "A", "\r", "\n", "\0", "\ud800", "<", "&", "]]>", " ", "=") })
  )

  it("has every text as it was", async () => {
    const rows = fc.array(fc.tuple(text, text, fc.constant("end")), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        expect(await written(given)).toEqual(given)
      })
    )
  })

  it("has texts that look like the errors of formulas", async () => {
    const errors = ["#N/A", "#REF!", "#DIV/0!"]
    expect(await written([errors])).toEqual([errors])
  })

  it("has numbers, and instants as dates", async () => {
    const instants = ["2027-03-01T00:00:00.000Z", "2027-03-01T13:45:00.000Z", "1800-01-01T12:30:00.000Z", "1899-12-31"]
    expect(await written([[12.5, -3e-7, Number.NaN, ...instants.map((at) => new Date(at))]])).toEqual([
      ["12.5", "-3e-7", "NaN", "2027-03-01", "2027-03-01T13:45:00", "1800-01-01T12:30:00.000Z", "1899-12-31"]
    ])
  })

  it("has more columns than letters, and no more of a text than Excel opens", async () => {
    const wide = Array.from({ length: 800 }, (_, at) => `c${at}`)
    expect(await written([wide])).toEqual([wide])
    const [[cut = ""] = []] = await written([[`${"a".repeat(32_765)}😀b`]])
    expect([cut.length, cut.slice(-2)]).toEqual([32_766, "a…"])
  })

  it("counts the texts that it cuts", () => {
    const writer = xlsxWriter("Board")
    writer.rows([["a".repeat(32_767), "b".repeat(32_768)], ["c".repeat(40_000)]])
    expect(writer.cut()).toBe(2)
  })

  it.each([
    ["Spring: [2027]", "Spring 2027"],
    ["", "Sheet1"],
    ["History", "Sheet1"],
    ["'quoted'", "quoted"],
    [`${"a".repeat(30)}😀`, "a".repeat(30)]
  ])("names its sheet for a board called %j", async (name, sheet) => {
    expect(await written([["one"]], name, sheet)).toEqual([["one"]])
  })
})
