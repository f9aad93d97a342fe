import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Stream } from "effect"
import fc from "fast-check"
import { openSheet } from "../../src/spreadsheet/openSheet.js"
import { survey } from "../../src/spreadsheet/survey.js"
import { fixture, temporaryFiles } from "./support/sheets.js"

const write = temporaryFiles()

const FILES = [
  "monday-board.xlsx",
  "excel-german.xlsx",
  "trello-board.json",
  "jira.csv",
  "windows-1252.csv",
  "utf-16be.tsv"
]

const read = (path: string) =>
  Effect.gen(function* () {
    const sheet = yield* openSheet({ path })
    const found = yield* survey(sheet)
    assert.strictEqual(yield* Stream.runCount(sheet.rows), found.rows + found.blank)
  }).pipe(Effect.scoped, Effect.exit)

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

it("a damaged file is read or refused, and never a bug", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...FILES),
    fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }),
    fc.option(place),
    async (name, changes, end) => {
      const bytes = Buffer.from(readFileSync(fixture(name)))
      for (const [at, byte] of changes) bytes[Math.floor(at * bytes.length)] = byte
      const kept = end === null ? bytes : bytes.subarray(0, Math.ceil(end * bytes.length))
      const exit = await Effect.runPromise(read(write(name, kept)))
      if (Exit.isFailure(exit)) {
        const failure = Cause.failures(exit.cause)
        assert.lengthOf([...failure], 1, Cause.pretty(exit.cause))
        for (const { _tag, message } of failure) {
          assert.strictEqual(_tag, "FileRefused")
          assert.notInclude(message, "\n")
        }
      }
    }
  )
  await fc.assert(property, { numRuns: 300 })
}, 60_000)
