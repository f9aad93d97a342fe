import { findSections, rowsOfSections, SECTION_HEADER } from "./boardSections.js"
import { findHeader, type HeaderChoice, nameHeaders } from "./findHeader.js"
import { rowsOfSource } from "./rowsOfSource.js"
import { FileRefused, type Sheet, type SheetFile } from "./Sheet.js"
import { kindOf } from "./sniffFormat.js"
import type { RawRow, Source } from "./Source.js"

/** Rows that the header is looked for in. */
const HEAD = 100

/** Most columns: as many as Excel has. */
const MAX_WIDTH = 16_384

/** Bytes that show what a file is. */
const FIRST_BYTES = 1 << 16

/** The first bytes of a file, and whether they begin a zip file or text. Throws `FileRefused` for what is neither. */
export const readHead = async (
  file: SheetFile
): Promise<{ readonly kind: "zip" | "text"; readonly head: Uint8Array }> => {
  const length = Math.min(FIRST_BYTES, file.size)
  const head = new Uint8Array(length)
  let filled = 0
  for await (const chunk of file.read(0, length)) {
    head.set(chunk.subarray(0, length - filled), filled)
    filled += chunk.length
  }
  if (filled === 0) throw new FileRefused(file.name, "is empty")
  const kind = kindOf(head)
  if (kind !== "text" && kind !== "zip") throw new FileRefused(file.name, kind.unreadable)
  return { kind, head }
}

const firstRows = async (source: Source, choice: HeaderChoice): Promise<ReadonlyArray<RawRow>> => {
  const until = typeof choice === "object" ? choice.line : 0
  const rows: Array<RawRow> = []
  for await (const batch of source.read()) {
    rows.push(...batch)
    if (rows.length >= HEAD && (rows.at(-1)?.line ?? 0) >= until) break
  }
  return rows
}

const layOut = async (source: Source, choice: HeaderChoice) => {
  if (source.keys !== null) {
    return {
      headers: nameHeaders(source.keys, source.keys.length),
      headerLine: null,
      skip: 0,
      title: source.title,
      section: null
    }
  }
  const head = await firstRows(source, choice)
  if (head.every((row) => row.cells.every((cell) => cell.trim() === "")))
    throw new FileRefused(source.file, "has no rows")
  const header = findHeader(head.slice(0, typeof choice === "object" ? head.length : HEAD), choice)
  if (header === null && typeof choice === "object") {
    throw new FileRefused(source.file, "has no row for the headers that begins here", { line: choice.line })
  }
  const skip = header === null ? 0 : head.indexOf(header) + 1
  const above = head.slice(0, Math.max(0, skip - 1))
  const width = header?.cells.length ?? Math.max(...head.slice(0, HEAD).map((row) => row.cells.length))
  if (width > MAX_WIDTH) throw new FileRefused(source.file, `has ${width} columns; the most is ${MAX_WIDTH}`)
  const section = header === null ? null : findSections(above, header.cells)
  const title = above.flatMap((row) => row.cells).find((cell) => cell.trim() !== "")
  return {
    headers: nameHeaders(header?.cells ?? [], width),
    headerLine: header?.line ?? null,
    skip,
    title: title?.trim() ?? source.title,
    section
  }
}

/** Finds the header row of a source, unless it is given, and names the columns by it. Throws `FileRefused`. */
export const sheetOf = async (source: Source, choice: HeaderChoice = "auto"): Promise<Sheet> => {
  const { headerLine, headers, section, skip, title } = await layOut(source, choice)
  const { delimiter, encoding, file, format, sheets } = source
  return {
    ...{ file, format, encoding, delimiter, title, sheets, headerLine },
    headers: section === null ? headers : nameHeaders([...headers, SECTION_HEADER], headers.length + 1),
    rows: () => {
      const rows = rowsOfSource(source, { width: headers.length, skip })
      return section === null ? rows : rowsOfSections(rows, headers, section)
    }
  }
}
