import { FileRefused, type SheetFile } from "./Sheet.js"
import type { RawRow, Source } from "./Source.js"
import { readBook, type XlsxBook, type XlsxParts } from "./xlsxBook.js"
import { inMebi, MAX_UNZIPPED } from "./xlsxLimits.js"
import { readRows, type XlsxRows } from "./xlsxRows.js"
import { readZipDirectory, unzipEntry, XlsxInvalid } from "./zipDirectory.js"

/** Rows that are handed on at a time. */
const BATCH = 500

// The sizes that the directory states are checked with nothing unzipped; no part is unzipped to more than it states.
const openParts = async (file: SheetFile): Promise<XlsxParts> => {
  const entries = await readZipDirectory(file)
  if (!entries.some((entry) => entry.name === "xl/workbook.xml")) {
    const isOpenDocument = entries.some(({ name }) => name === "content.xml")
    throw new XlsxInvalid(
      isOpenDocument
        ? "is an OpenDocument file (.ods): save it as .xlsx or CSV"
        : "is a zip file, but no Excel file (.xlsx)"
    )
  }
  const wanted = entries.filter(({ name }) => name.endsWith(".xml") || name.endsWith(".rels"))
  const unzipped = wanted.reduce((sum, entry) => sum + Math.max(entry.size, entry.packedSize), 0)
  if (unzipped > MAX_UNZIPPED) {
    const sizes = `unzips to ${inMebi(unzipped)}; the most is ${inMebi(MAX_UNZIPPED)}`
    throw new XlsxInvalid(`${sizes}: save it as CSV, which has no limit`)
  }
  const byName = new Map(wanted.map((entry) => [entry.name, entry]))
  return (name) => {
    const entry = byName.get(name)
    return entry === undefined ? null : unzipEntry(file, entry)
  }
}

const MOST_NAMES = 20

const noSheet = ({ sheets }: XlsxBook, asked: string): XlsxInvalid => {
  const names = sheets.slice(0, MOST_NAMES).map(({ name }) => name.replaceAll(/\s/g, " ").slice(0, 100))
  return new XlsxInvalid(`has no sheet ${JSON.stringify(asked)}. Available sheets: ${names.join(", ")}`)
}

const isReadable = ({ isHidden, part }: XlsxBook["sheets"][number]): boolean => !isHidden && part !== null

// Up to three digits are a sheet's number, unless they are its name.
const findSheet = (book: XlsxBook, asked: string) => {
  const numbered = /^[1-9]\d{0,2}$/.test(asked) ? book.sheets[Number(asked) - 1] : undefined
  const found = book.sheets.find(({ name }) => name === asked) ?? numbered
  if (found === undefined) throw noSheet(book, asked)
  return found
}

const readFile = async (file: SheetFile, asked: string | undefined) => {
  const parts = await openParts(file)
  const book = await readBook(parts)
  const visible = book.sheets.filter(isReadable)
  const names = visible.map(({ name }) => name)
  const read = async ({ name, part }: XlsxBook["sheets"][number]) => {
    const cells = part === null ? null : parts(part)
    const found: XlsxRows = cells === null ? { rows: [], width: 0 } : await readRows(cells, book)
    return { ...found, sheets: { names, read: name } }
  }
  if (asked !== undefined) return read(findSheet(book, asked))
  for (const sheet of visible) {
    const found = await read(sheet)
    if (found.rows.length > 0) return found
  }
  return read(findSheet(book, "1"))
}

/**
 * Reads one sheet of an Excel file (.xlsx), by default the first with cells that is not hidden. The sheet is held in memory; a file that is too large
 * for that is refused. Throws `FileRefused`.
 */
export const xlsxSource = async (file: SheetFile, sheet?: string): Promise<Source> => {
  const { rows, sheets, width } = await readFile(file, sheet).catch((cause: unknown) => {
    throw cause instanceof XlsxInvalid ? new FileRefused(file.name, cause.message) : cause
  })
  const blank = Array.from({ length: width }, () => "")
  const asWide = (row: RawRow): RawRow => ({ ...row, cells: [...row.cells, ...blank.slice(row.cells.length)] })
  async function* read(): AsyncGenerator<ReadonlyArray<RawRow>> {
    let [batch, line]: [Array<RawRow>, number] = [[], 0]
    for (const row of rows) {
      while (line < row.line) {
        line += 1
        batch.push(line === row.line ? asWide(row) : { line, cells: blank, warnings: [] })
        if (batch.length < BATCH) continue
        yield batch
        batch = []
        // Lets signals and clicks be handled in between.
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    if (batch.length > 0) yield batch
  }
  return { file: file.name, format: "xlsx", encoding: null, delimiter: null, title: null, sheets, keys: null, read }
}
