// Reads a file as an import does (a survey, a mapping, every cell normalised) and prints what that took.
import { inferMapping, rowNormaliser } from "@boardwright/spreadsheet"
import { Effect, Stream } from "effect"
import { openSheet, survey } from "../../../dist/spreadsheet/openSheet.js"

const began = performance.now()
const read = Effect.gen(function* () {
  const source = process.argv[2] === "-" ? { stdin: process.stdin } : { path: process.argv[2] }
  const sheet = yield* openSheet(source)
  const found = yield* survey(sheet)
  const mapping = inferMapping(sheet, found)
  const normalise = rowNormaliser(mapping.columns)
  let [rows, warnings] = [0, 0]
  yield* Stream.runForEachChunk(sheet.rows, (chunk) =>
    Effect.sync(() => {
      for (const row of chunk) {
        if (row.cells.length === 0) continue
        rows += 1
        warnings += normalise(row).warnings.length
      }
    })
  )
  const types = mapping.columns.map(({ type }) => type)
  return { rows, surveyed: found.rows, warnings, format: sheet.format, types }
})
const result = await Effect.runPromise(Effect.scoped(read))
const seconds = (performance.now() - began) / 1000
process.stdout.write(JSON.stringify({ ...result, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }))
