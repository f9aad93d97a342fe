import { type FileHandle, open } from "node:fs/promises"
import { createInflateRaw } from "node:zlib"
import { findPacked, readZipDirectory, type ZipEntry, ZipInvalid } from "./zipDirectory.js"

/** Most bytes that an Excel file may unzip to, pictures included. */
export const MAX_UNZIPPED = 96 * 1024 * 1024

/** Most cells in the rectangle from A1 to the last cell, empty ones included. */
export const MAX_CELLS = 4_000_000

/** The signature, checksum and sizes that may follow an entry's bytes. */
const DESCRIPTOR = 24

// An address in a sheet: `<row r="12">` or `<c r="AB12">`.
const ADDRESS = /\br\s*=\s*["']([A-Z]{0,3})(\d{1,7})["']/g

const columnOf = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/** Follows the addresses in a sheet's XML as it streams by; throws when the sheet spans too much. */
const spanChecker = () => {
  let [rows, columns] = [0, 0]
  let tail = ""
  return (bytes: Buffer): void => {
    const text = tail + bytes.toString("latin1")
    for (const [, letters = "", row = "0"] of text.matchAll(ADDRESS)) {
      rows = Math.max(rows, Number(row))
      columns = Math.max(columns, columnOf(letters))
    }
    if (rows * columns > MAX_CELLS) {
      throw new ZipInvalid(`has a sheet of ${rows} rows and ${columns} columns; the most is ${MAX_CELLS} cells`)
    }
    tail = text.slice(-40)
  }
}

const checkEntry = async (file: FileHandle, entry: ZipEntry, start: number): Promise<void> => {
  const seen = /^xl\/worksheets\/.*\.xml$/.test(entry.name) ? spanChecker() : () => undefined
  let size = 0
  const count = (bytes: Buffer): void => {
    size += bytes.length
    if (size > entry.size) throw new ZipInvalid("unzips to more than its directory says")
    seen(bytes)
  }
  const packed = file.createReadStream({ start, end: start + entry.packedSize - 1, autoClose: false })
  const bytes = entry.method === 8 ? packed.pipe(createInflateRaw()) : packed
  packed.on("error", (error) => bytes.destroy(error))
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) count(chunk)
  } finally {
    packed.destroy()
  }
}

// The reader goes through a file from its beginning, so what the directory does not list must not be there.
const checkLayout = (entries: ReadonlyArray<ZipEntry & { readonly start: number }>, size: number): void => {
  let end = 0
  for (const entry of entries) {
    if (entry.offset < end || entry.offset > end + (end === 0 ? 0 : DESCRIPTOR)) {
      throw new ZipInvalid("has data between its parts, or parts that overlap")
    }
    end = entry.start + entry.packedSize
  }
  if (end > size) throw new ZipInvalid("is a damaged zip file: it is cut off")
}

/**
 * Checks that a zip file is an Excel file of a size that is safe to read: first by the sizes its directory states, with
 * nothing unzipped, then by unzipping it once, a piece at a time, against the stated sizes. Throws `ZipInvalid`.
 */
export const checkXlsx = async (path: string, size: number): Promise<void> => {
  const file = await open(path)
  try {
    const entries = await readZipDirectory(file, size)
    if (!entries.some((entry) => entry.name === "xl/workbook.xml")) {
      throw new ZipInvalid("is a zip file, but no Excel file (.xlsx)")
    }
    const unzipped = entries.reduce((sum, entry) => sum + entry.size, 0)
    if (unzipped > MAX_UNZIPPED) {
      const most = MAX_UNZIPPED / 1024 / 1024
      throw new ZipInvalid(
        `unzips to ${Math.ceil(unzipped / 1024 / 1024)} MiB; the most is ${most} MiB: save it as CSV, which has no limit`
      )
    }
    if (entries.some(({ method }) => method !== 0 && method !== 8)) throw new ZipInvalid("is packed in an unknown way")
    const placed: Array<ZipEntry & { readonly start: number }> = []
    for (const entry of entries) placed.push({ ...entry, start: await findPacked(file, entry) })
    placed.toSorted((a, b) => a.offset - b.offset)
    checkLayout(placed, size)
    for (const entry of placed) if (entry.packedSize > 0) await checkEntry(file, entry, entry.start)
  } finally {
    await file.close()
  }
}
