import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cellsOf, pure } from "./evaluated.js"

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const written = (cell: string, delimiter: string, always: boolean): string =>
  always || cell.startsWith('"') || /[\r\n]/.test(cell) || cell.includes(delimiter) ? quoted(cell) : cell

const delimiter = fc.constantFrom(",", ";", "\t", "|")
const cell = fc.string({
  unit: fc.constantFrom("a", "é", "💡", " ", '"', ",", ";", "\t", "|", "\n", "\r", "'"),
  maxLength: 8
})

describe("a file of separated values", () => {
  it("is read as it was written, whatever its cells hold, with the line that each row begins in", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
        delimiter,
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.boolean(),
        (rows, by, end, always) => {
          const lines = rows.map((cells) => cells.map((each) => written(each, by, always)).join(by) + end)
          const read = pure.readRows(lines.join(""), by)
          expect(read.map(({ cells }) => cells)).toEqual(rows)
          let line = 1
          for (const [at, text] of lines.entries()) {
            expect(read[at]?.line).toBe(line)
            line += text.split(/\r\n|\r|\n/).length - 1
          }
        }
      )
    )
  })

  it("needs no end of its last line, and keeps an empty cell there", () => {
    expect(cellsOf("a,b\n1,2")).toEqual([
      ["a", "b"],
      ["1", "2"]
    ])
    expect(cellsOf("a,b\n1,")).toEqual([
      ["a", "b"],
      ["1", ""]
    ])
  })

  it("has quotes inside of a cell and text after a closing quote as they are", () => {
    expect(cellsOf('5" pipe,"a"b,"c""d"\n')).toEqual([['5" pipe', "ab", 'c"d']])
  })

  it("with a quote that is never closed is refused with the line of it", () => {
    expect(() => pure.readRows('a,b\n1,"2\n3,4\n', ",")).toThrow("Line 2 opens a quote that is never closed.")
  })

  it.each([",", ";", "\t", "|"])("is cut at %j when that makes equal rows", (by) => {
    const rows = [
      ["Task", "Due", "Note"],
      ["Dig, rake; sow", "2027-03-01", "x"],
      ["Water", "1,5", "a|b"]
    ]
    const text = rows.map((cells) => cells.map((each) => written(each, by, false)).join(by)).join("\n")
    expect(pure.sniffDelimiter(text)).toBe(by)
    expect(cellsOf(text)).toEqual(rows)
  })

  it("obeys its own line that names the delimiter", () => {
    expect(cellsOf("sep=;\nName;Note\na,b;c,d\n")).toEqual([
      ["Name", "Note"],
      ["a,b", "c,d"]
    ])
  })
})

describe("the bytes of a file", () => {
  const rows = [
    ["Name", "Größe"],
    ["Zaun", "größer"]
  ]
  const text = "Name;Größe\r\nZaun;größer\r\n"

  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with a mark", new TextEncoder().encode(`\uFEFF${text}`)],
    ["UTF-16 with a mark, as Excel's Unicode text", new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"))],
    ["UTF-16 the other way around", new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16())],
    ["Windows-1252, as older Excel", new Uint8Array(Buffer.from(text, "latin1"))]
  ])("are read as %s", (_, bytes) => {
    expect(pure.readSheetFile(bytes).map(({ cells }) => cells)).toEqual(rows)
  })

  it.each([
    ["a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook/],
    ["no text", new Uint8Array([0x41, 0, 0, 1]), /not a text file/],
    ["nothing", new Uint8Array(), /empty/],
    ["blanks", new TextEncoder().encode(" , \n\n,\n"), /empty/]
  ])("that are %s are refused with a reason", (_, bytes, reason) => {
    expect(() => pure.readSheetFile(bytes)).toThrow(reason)
  })

  it("are read or refused with a reason, whatever they are", () => {
    const outcome = (bytes: Uint8Array): string => {
      try {
        const rows = pure.readSheetFile(bytes)
        const { headers } = pure.sheetOf(rows, pure.guessHeaded(rows))
        return `${headers.length > 0 ? "Some" : "No"} columns.`
      } catch (problem) {
        return problem instanceof Error ? problem.message : "no error"
      }
    }
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.constantFrom(10, 13, 32, 34, 44, 59, 65, 228), { maxLength: 64 }).map((each) => Uint8Array.from(each))
    )
    const known =
      /^(Some columns|This file is empty|This is not a text file\. .*CSV\)|Line \d+ opens a quote that is never closed)\.$/
    fc.assert(
      fc.property(bytes, (each) => {
        expect(outcome(each)).toMatch(known)
      })
    )
  })
})
