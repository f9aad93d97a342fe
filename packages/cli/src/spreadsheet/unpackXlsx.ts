import { open } from "node:fs/promises"
import { readZipDirectory, unzipEntry, ZipInvalid, zipStored } from "./zipDirectory.js"

/**
 * Most bytes that the parts of an Excel file may unzip to, somewhat over 100,000 rows of ten cells; reading that much
 * takes up to 700 MB of memory. Pictures are left alone and do not count.
 */
export const MAX_UNZIPPED = 64 * 1024 * 1024

/** Most cells in the rectangle from A1 to the last cell, empty ones included. */
const MAX_CELLS = 4_000_000

const MIB = 1024 * 1024

// The address of a row or a cell: `<row r="12">`, `<c s="1" r="AB12">`.
const ADDRESS = /<(?:\w+:)?(?:row|c)\b[^>]*?\br\s*=\s*["']([A-Z]{0,3})(\d{1,7})["']/g

/** Longer than what of such a tag matters. */
const OVERLAP = 200

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

// The reader makes an array of all cells up to the last one, so two cells far apart would be enough to exhaust memory.
const checkSpan = (sheet: Buffer): void => {
  let [rows, columns] = [0, 0]
  for (let from = 0; from < sheet.length; from += MIB) {
    for (const [, letters = "", row] of sheet.toString("latin1", from, from + MIB + OVERLAP).matchAll(ADDRESS)) {
      rows = Math.max(rows, Number(row))
      columns = Math.max(columns, columnOf(letters))
    }
  }
  if (rows * columns > MAX_CELLS) {
    throw new ZipInvalid(`has a sheet of ${rows} rows and ${columns} columns; the most is ${MAX_CELLS} cells`)
  }
}

// The reader makes errors of formulas blank without a word; as texts they can be warned of.
const errorsAsText = (sheet: Buffer): Buffer =>
  sheet.includes('t="e"')
    ? Buffer.from(sheet.toString("latin1").replace(/(<c\b[^>]*\bt=)"e"/g, '$1"str"'), "latin1")
    : sheet

/**
 * Unpacks an Excel file within limits and makes a plain zip file of its parts: first the sizes that its directory states
 * are checked, with nothing unzipped, then each part is unzipped to no more than that. Throws `ZipInvalid`.
 */
export const unpackXlsx = async (path: string, size: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const entries = await readZipDirectory(file, size)
    if (!entries.some((entry) => entry.name === "xl/workbook.xml")) {
      throw new ZipInvalid("is a zip file, but no Excel file (.xlsx)")
    }
    const wanted = entries.filter(({ name }) => /\.(?:xml|rels)$/.test(name))
    const unzipped = wanted.reduce((sum, entry) => sum + Math.max(entry.size, entry.packedSize), 0)
    if (unzipped > MAX_UNZIPPED) {
      const sizes = `unzips to ${Math.ceil(unzipped / MIB)} MiB; the most is ${MAX_UNZIPPED / MIB} MiB`
      throw new ZipInvalid(`${sizes}: save it as CSV, which has no limit`)
    }
    const parts: Array<readonly [name: string, bytes: Buffer]> = []
    for (const entry of wanted) {
      const bytes = await unzipEntry(file, entry)
      checkSpan(bytes)
      parts.push([entry.name, errorsAsText(bytes)])
    }
    return zipStored(parts)
  } finally {
    await file.close()
  }
}
