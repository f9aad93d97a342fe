import { open } from "node:fs/promises"
import { Chunk, Effect, type Scope, Stream } from "effect"
import { findSections, rowsOfSections, SECTION_HEADER } from "./boardSections.js"
import { findHeader, type HeaderChoice, nameHeaders } from "./findHeader.js"
import { rowsOfSource } from "./rowsOfSource.js"
import {
  FileRefused,
  type FileUnreadable,
  refused,
  type Row,
  type Sheet,
  type SheetFormat,
  type TextEncoding
} from "./Sheet.js"
import { kindOf } from "./sniffFormat.js"
import type { RawRow, Source } from "./Source.js"
import { type SheetSource, spool, type SpooledFile, unreadable } from "./spool.js"
import { textSource } from "./textSource.js"
import { xlsxSource } from "./xlsxSource.js"

/** What is known of a file beforehand; everything else is found out. */
export interface SheetOptions {
  readonly format?: SheetFormat
  readonly delimiter?: string
  readonly encoding?: TextEncoding
  /** The name of an Excel sheet, or its number from 1. */
  readonly sheet?: string
  readonly header?: HeaderChoice
}

/** Rows that the header is looked for in. */
const HEAD = 100

/** Most columns: as many as Excel has. */
const MAX_WIDTH = 16_384

const readHead = async (file: SpooledFile): Promise<Buffer> => {
  const handle = await open(file.path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1 << 16), 0, 1 << 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const toSource = async (file: SpooledFile, options: SheetOptions): Promise<Source> => {
  const head = await readHead(file)
  if (head.length === 0) throw refused(file.name, "is empty")
  const kind = kindOf(head)
  if (kind !== "text" && kind !== "zip") throw refused(file.name, kind.unreadable)
  if ((kind === "zip") !== ((options.format ?? (kind === "zip" ? "xlsx" : "csv")) === "xlsx")) {
    throw refused(file.name, kind === "zip" ? "is an Excel file, not text" : "is text, not an Excel file")
  }
  return kind === "zip" ? xlsxSource(file, options.sheet) : textSource(file, head, options)
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
  if (source.keys !== null) return { headers: source.keys, skip: 0, title: source.title, section: null }
  const head = await firstRows(source, choice)
  if (head.every((row) => row.cells.every((cell) => cell.trim() === ""))) throw refused(source.file, "has no rows")
  const header = findHeader(head.slice(0, typeof choice === "object" ? head.length : HEAD), choice)
  if (header === null && typeof choice === "object") {
    throw refused(source.file, "has no row for the headers that begins here", { line: choice.line })
  }
  const skip = header === null ? 0 : head.indexOf(header) + 1
  const above = head.slice(0, Math.max(0, skip - 1))
  const width = header?.cells.length ?? Math.max(...head.slice(0, HEAD).map((row) => row.cells.length))
  if (width > MAX_WIDTH) throw refused(source.file, `has ${width} columns; the most is ${MAX_WIDTH}`)
  const section = header === null ? null : findSections(above, header.cells)
  const title = above.flatMap((row) => row.cells).find((cell) => cell.trim() !== "")
  return {
    headers: nameHeaders(header?.cells ?? [], width),
    skip,
    title: title?.trim() ?? source.title,
    section
  }
}

const toSheet = async (
  source: Source,
  choice: HeaderChoice,
  fault: (cause: unknown) => FileRefused | FileUnreadable
) => {
  const { headers, section, skip, title } = await layOut(source, choice)
  async function* read(): AsyncGenerator<Array<Row>> {
    const rows = rowsOfSource(source, { width: headers.length, skip })
    yield* section === null ? rows : rowsOfSections(rows, headers, section)
  }
  const { delimiter, encoding, file, format } = source
  const sheet: Sheet = {
    ...{ file, format, encoding, delimiter, title },
    headers: section === null ? headers : nameHeaders([...headers, SECTION_HEADER], headers.length + 1),
    rows: Stream.suspend(() => Stream.fromAsyncIterable(read(), fault)).pipe(
      Stream.mapConcatChunk((rows) => Chunk.unsafeFromArray(rows))
    )
  }
  return sheet
}

/**
 * Opens a spreadsheet from anywhere: finds out its format, encoding, delimiter and header row unless they are given, and
 * checks what can be checked without reading rows. What is no regular file is copied to a temporary one, which goes with
 * the scope. Fails with `FileUnreadable`, or `FileRefused` with the place of the mistake.
 */
export const openSheet = (
  source: SheetSource,
  options: SheetOptions = {}
): Effect.Effect<Sheet, FileRefused | FileUnreadable, Scope.Scope> =>
  Effect.flatMap(spool(source), (file) => {
    const fault = (cause: unknown) => (cause instanceof FileRefused ? cause : unreadable(file.name)(cause))
    return Effect.tryPromise({
      try: async () => toSheet(await toSource(file, options), options.header ?? "auto", fault),
      catch: fault
    })
  })
