import { readFileSync } from "node:fs"
import fc from "fast-check"
import { assert, it } from "vitest"
import { fileOf, fixturePath, inferFile } from "./support/sheets.js"

const FILES = [
  "monday-board.xlsx",
  "excel-german.xlsx",
  "trello-board.json",
  "jira.csv",
  "windows-1252.csv",
  "utf-16be.tsv"
]

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it("a damaged file is read or refused, and never a bug", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...FILES),
    fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }),
    fc.option(place),
    async (name, changes, end) => {
      const bytes = Buffer.from(readFileSync(fixturePath(name)))
      for (const [at, byte] of changes) bytes[Math.floor(at * bytes.length)] = byte
      const kept = end === null ? bytes : bytes.subarray(0, Math.ceil(end * bytes.length))
      const problem = await inferFile(fileOf(name, kept)).then(
        () => null,
        (cause: unknown) => cause
      )
      if (problem === null) return
      assert.propertyVal(problem, "_tag", "FileRefused")
      assert.notInclude((problem as Error).message, "\n")
    }
  )
  await fc.assert(property, { numRuns: 300 })
}, 60_000)
