import { Board } from "@boardwright/core"
import { inferMapping, openSheet, rowNormaliser, surveyOf } from "@boardwright/spreadsheet"
import { describe, expect, it } from "vitest"

/** The types that are inferred for columns of one cell each, and the cells as they are imported. */
const imported = async (cells: ReadonlyArray<string>) => {
  const headers = ["Name", ...cells.map((_, at) => `Value ${at}`)]
  const bytes = Buffer.from([headers, ["A task", ...cells]].map((row) => row.join(";")).join("\n"))
  const sheet = await openSheet(
    {
      name: "sheet.csv",
      size: bytes.length,
      read: async function* (start = 0, end = bytes.length) {
        yield bytes.subarray(start, end)
      }
    },
    { delimiter: ";" }
  )
  const survey = surveyOf(sheet.headers)
  const rows = []
  for await (const batch of sheet.rows()) rows.push(...batch)
  for (const row of rows) survey.add(row)
  const { columns } = inferMapping(sheet, survey.found(), {})
  const [row] = rows.map(rowNormaliser(columns))
  return columns.map(({ index, type }) => ({ type, cell: row?.cells[index] ?? "" }))
}

const CELLS: Readonly<Record<string, ReadonlyArray<string>>> = {
  checkbox: "true false yes no ja nein wahr falsch oui non sí si x [x] ☑ ☐ ✓ ✔ True NO X".split(" "),
  url: "https://example.com http://a.example:8080/b?c=d&e#f HTTPS://EXAMPLE.COM/Ü https://[::1]/".split(" "),
  email: ["ada@example.com", "A.B+c@sub.example.org"],
  number: ["0", "-7", "1234", "1 234", "12,345,678.9", "12.345.678,9", "-0,5", "+3.25"],
  date: ["2026-12-25", "25.12.2026", "12/25/2026", "25 Dec 2026", "2026-12-25 10:00"]
}

describe("what an import takes for a type fits that type afterwards", () => {
  for (const [type, cells] of Object.entries(CELLS)) {
    it(`of ${type}`, async () => {
      const found = await imported(cells)
      expect(found.map((column) => column.type)).toEqual(cells.map(() => type))
      expect(found.filter((column) => Board.cellProblem(column, column.cell) !== null)).toEqual([])
    })
  }
})
