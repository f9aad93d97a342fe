import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Chunk, Effect, Stream } from "effect"
import { afterAll } from "vitest"
import { openSheet, type SheetOptions } from "../../../src/spreadsheet/openSheet.js"
import type { Row } from "../../../src/spreadsheet/Sheet.js"

/** Where a fixture is. */
export const fixture = (name: string): string => join(import.meta.dirname, "../../fixtures", name)

/** Writes files into a folder that goes when the tests of this file are done. */
export const temporaryFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "spreadsheet-test-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  return (name: string, content: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}

/** Opens a file and reads all of its rows. */
export const readAll = (path: string, options: SheetOptions = {}) =>
  Effect.gen(function* () {
    const sheet = yield* openSheet({ path }, options)
    const rows: ReadonlyArray<Row> = Chunk.toReadonlyArray(yield* Stream.runCollect(sheet.rows))
    return { ...sheet, rows }
  }).pipe(Effect.scoped)

/** The cells of the rows that hold tasks. */
export const cellsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<string>> =>
  rows.filter((row) => row.cells.length > 0).map((row) => row.cells)
