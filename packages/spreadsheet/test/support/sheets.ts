import { readFileSync } from "node:fs"
import { join } from "node:path"
import { openSheet, type Row, type SheetFile, type SheetOptions, surveyOf } from "@boardwright/spreadsheet"
import { inferMapping, type MappingChoices } from "@boardwright/spreadsheet"

/** Bytes that are read at a time. */
const CHUNK = 1 << 18

/** A file in memory. */
export const fileOf = (name: string, content: string | Uint8Array): SheetFile => {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    read: async function* (start = 0, end = bytes.length) {
      for (let at = start; at < end; at += CHUNK) yield bytes.subarray(at, Math.min(end, at + CHUNK))
    }
  }
}

export const fixturePath = (name: string): string => join(import.meta.dirname, "../fixtures", name)

export const fixture = (name: string): SheetFile => fileOf(name, readFileSync(fixturePath(name)))

export const collect = async <A>(batches: AsyncIterable<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const batch of batches) all.push(...batch)
  return all
}

/** Opens a file and reads all of its rows. */
export const readAll = async (file: SheetFile, options: SheetOptions = {}) => {
  const sheet = await openSheet(file, options)
  return { ...sheet, rows: await collect(sheet.rows()) }
}

/** Opens a file and infers what its columns are. */
export const inferFile = async (file: SheetFile, options: SheetOptions = {}, choices: MappingChoices = {}) => {
  const sheet = await readAll(file, options)
  const survey = surveyOf(sheet.headers)
  for (const row of sheet.rows) survey.add(row)
  return { sheet, survey: survey.found(), mapping: inferMapping(sheet, survey.found(), choices) }
}

/** The message that reading a file is refused with. */
export const refusalOf = (file: SheetFile, options: SheetOptions = {}): Promise<string> =>
  readAll(file, options).then(
    () => "read",
    (cause: unknown) => {
      if (cause instanceof Error && "_tag" in cause && cause._tag === "FileRefused") return cause.message
      throw cause
    }
  )

/** The cells of the rows that hold tasks. */
export const cellsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<string>> =>
  rows.filter((row) => row.cells.length > 0).map((row) => row.cells)
