import { Board } from "@boardwright/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { kindOfCell } from "../packages/spreadsheet/src/cellKind.js"
import { NUMBER_FORMATS, readNumber } from "../packages/spreadsheet/src/numberShape.js"

const WORDS = "true false yes no ja nein wahr falsch oui non sí si x [x] ☑ ☐ ✓ ✔ True NO X".split(" ")
const isKept = (type: string, cell: string): boolean => Board.cellProblem({ type }, cell) !== null

describe("what the reader of spreadsheets takes for a type is one to the core", () => {
  it("of checkboxes", () => {
    expect(WORDS.filter((word) => kindOfCell(word) !== "checkbox" || isKept("checkbox", word))).toEqual([])
  })

  it("of links", () => {
    const links = "https://example.com http://a.example:8080/b?c=d&e#f HTTPS://EXAMPLE.COM/Ü https://[::1]/".split(" ")
    expect(links.filter((link) => kindOfCell(link) !== "url" || isKept("url", link))).toEqual([])
  })

  it("of numbers, as they are written after they were read", () => {
    const digits = fc.constantFrom(
      "0",
      "7",
      "1234",
      "1,234",
      "1.234",
      "1 234",
      "12,345,678.9",
      "12.345.678,9",
      "-0,5",
      "+3.25"
    )
    fc.assert(
      fc.property(digits, fc.constantFrom(...NUMBER_FORMATS), (cell, format) => {
        const number = readNumber(cell, format)
        expect(number !== null && isKept("number", number)).toBe(false)
      })
    )
  })
})
