import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { openSheet } from "../../src/spreadsheet/openSheet.js"
import { readFormat } from "../../src/spreadsheet/readFormat.js"

/** Makes temporary files go to a folder of their own for a while. */
const ownTemporaryFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const before = process.env["TMPDIR"]
    process.env["TMPDIR"] = mkdtempSync(join(tmpdir(), "own-"))
    return { before, folder: process.env["TMPDIR"] }
  }),
  ({ before, folder }) =>
    Effect.sync(() => {
      if (before === undefined) delete process.env["TMPDIR"]
      else process.env["TMPDIR"] = before
      rmSync(folder, { recursive: true })
    })
).pipe(Effect.map(({ folder }) => folder))

describe("a file", () => {
  it.scoped("that is missing, or a folder, is one clear line", () =>
    Effect.gen(function* () {
      const missing = yield* Effect.flip(openSheet({ path: "/nowhere/tasks.csv" }))
      assert.strictEqual(missing.message, "/nowhere/tasks.csv: there is no such file")
      assert.strictEqual(missing._tag, "FileUnreadable")
      assert.strictEqual((yield* Effect.flip(openSheet({ path: tmpdir() }))).message, `${tmpdir()}: is a folder`)
    })
  )

  it.scoped("from standard input is read as often as one likes, and its copy is removed with the scope", () =>
    Effect.gen(function* () {
      const folder = yield* ownTemporaryFolder
      const sheet = openSheet({ stdin: Readable.from(["Name,Due\nA,2026", "-11-19\n"]) })
      const [first, second] = yield* Effect.scoped(
        Effect.gen(function* () {
          const { rows } = yield* sheet
          assert.lengthOf(readdirSync(folder), 1)
          const read = Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)
          return yield* Effect.all([read, read])
        })
      )
      assert.deepStrictEqual(first, second)
      assert.deepStrictEqual(first[0]?.cells, ["A", "2026-11-19"])
      assert.lengthOf(readdirSync(folder), 0)
    })
  )
})

it("a date is read in a format that is given, in a zone", () => {
  assert.strictEqual(readFormat("26-31-12", "yy-dd-MM", "UTC"), "2026-12-31")
  assert.strictEqual(
    readFormat("1. März 2027 12:00", "d. LLLL yyyy HH:mm", "Europe/Berlin"),
    "2027-03-01T11:00:00.000Z"
  )
  assert.isNull(readFormat("01/02/2026", "yy-dd-MM", "UTC"))
  assert.strictEqual(readFormat("31-12-1899", "dd-MM-yyyy", "UTC"), "1899-12-31")
  assert.isNull(readFormat("31-12-0999", "dd-MM-yyyy", "UTC"))
})
