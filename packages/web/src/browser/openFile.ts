import {
  csvSource,
  FileRefused,
  type HeaderChoice,
  openText,
  readHead,
  type Row,
  type Sheet,
  type SheetFile,
  sheetOf,
  sniffFormat,
  type Source,
  type Survey,
  surveyOf
} from "@boardwright/spreadsheet"
import type * as ReadExcel from "./readExcel.js"
import type * as ReadJson from "./readJson.js"

/** Said where a file is too large for the page. */
const ON_THE_SERVER = ' On the server "boardwright import FILE" takes any size.'
const MOST_ROWS = 10_000
const MOST_COLUMNS = 100
const MOST_BYTES = 32 * 1024 * 1024

async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

const bytesOf = (file: File): SheetFile => ({
  name: file.name,
  size: file.size,
  read: (start = 0, end = file.size) => chunksOf(file.slice(start, end))
})

/** Where the scripts that read Excel and JSON files are served. */
const READ_EXCEL: string = "/account/excel.js"
const READ_JSON: string = "/account/json.js"

/** Opens a file, or a sheet of it by its name; a reader of Excel or JSON is loaded then. Throws `FileRefused`. */
export const openFile = async (file: File, sheet?: string): Promise<Source> => {
  if (file.size > MOST_BYTES) throw new FileRefused(file.name, `has over 32 MB.${ON_THE_SERVER}`)
  const bytes = bytesOf(file)
  const { head, kind } = await readHead(bytes)
  if (kind === "text") {
    const text = await openText(bytes, head)
    const format = sniffFormat(text.sample, file.name)
    if (format === "csv") return csvSource(text)
    const { readJson } = (await import(READ_JSON)) as typeof ReadJson
    return readJson(text, format)
  }
  const { xlsxSource } = (await import(READ_EXCEL)) as typeof ReadExcel
  return xlsxSource(bytes, sheet)
}

const shortened = (count: number, most: number, things: string): string =>
  `has ${count.toLocaleString("en")} ${things}; this page imports ${most.toLocaleString("en")} at most.`

/** A file that was read to its end. */
export interface ReadFile extends Omit<Sheet, "rows"> {
  readonly rows: ReadonlyArray<Row>
  readonly survey: Survey
}

/** Reads all rows of a file, with what its columns show. Throws `FileRefused`, also for one that is too large. */
export const readSheet = async (source: Source, choice: HeaderChoice): Promise<ReadFile> => {
  const sheet = await sheetOf(source, choice)
  const refuse = (rule: string) => new FileRefused(source.file, rule)
  const columns = sheet.headers.length
  if (columns > MOST_COLUMNS) throw refuse(shortened(columns, MOST_COLUMNS, "columns"))
  const survey = surveyOf(sheet.headers)
  const rows: Array<Row> = []
  for await (const batch of sheet.rows()) for (const row of batch) rows.push(row)
  while (rows.at(-1)?.cells.length === 0 && rows.at(-1)?.warnings.length === 0) rows.pop()
  for (const row of rows) survey.add(row)
  if (rows.length === 0) throw refuse("has a row of column names, and no other row.")
  if (rows.length > MOST_ROWS) throw refuse(shortened(rows.length, MOST_ROWS, "rows") + ON_THE_SERVER)
  return { ...sheet, rows, survey: survey.found() }
}
