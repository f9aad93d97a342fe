import { jsonElements, jsonLines, parseElement } from "./jsonElements.js"
import type { JsonElement } from "./jsonParts.js"
import { FileRefused } from "./Sheet.js"
import type { RawRow, Source } from "./Source.js"
import type { TextFile } from "./textSource.js"
import { isFields, isTrelloBoard, trelloRows } from "./trelloBoard.js"

/** Largest JSON document that is not an array and so is held whole, in bytes. */
const MAX_DOCUMENT = 64 * 1024 * 1024

/** Most distinct keys: with more of them the keys are data, not columns. */
const MAX_KEYS = 1000

interface Parsed {
  readonly line: number
  readonly value: unknown
}

const toCell = (value: unknown, line: number, file: string): string => {
  if (typeof value === "string") return value
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    throw new FileRefused(file, "has a value that is nested too deeply", { line })
  }
}

const findRows = (
  document: unknown,
  file: string
): { readonly rows: ReadonlyArray<unknown>; readonly title: string | null } => {
  if (!isFields(document))
    throw new FileRefused(file, "is one JSON value: rows come as an array of objects or of arrays")
  const title = typeof document["name"] === "string" ? document["name"] : null
  if (isTrelloBoard(document)) return { rows: trelloRows(document), title }
  const lists = Object.values(document).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every((row) => isFields(row) || Array.isArray(row))
  )
  if (lists.length === 1) return { rows: lists[0] as ReadonlyArray<unknown>, title }
  throw new FileRefused(
    file,
    `is a JSON object with ${lists.length} lists of rows: it must be an array, or have one such list`
  )
}

const wholeDocument = async ({ file, text }: TextFile) => {
  if (file.size > MAX_DOCUMENT) {
    const most = `${MAX_DOCUMENT / 1024 / 1024} MiB`
    throw new FileRefused(file.name, `is a JSON object of more than ${most}: use an array or NDJSON`)
  }
  let whole = ""
  for await (const chunk of text()) whole += chunk
  const { rows, title } = findRows(parseElement({ text: whole, line: 1 }, file.name), file.name)
  // A document that is held whole has no lines any more: its rows are counted.
  return { title, values: () => [rows.map((value, at): Parsed => ({ value, line: at + 1 }))] }
}

const streamed = ({ file: { name }, text }: TextFile, format: "json" | "ndjson") => {
  async function* values() {
    const elements: AsyncIterable<ReadonlyArray<JsonElement>> =
      format === "ndjson" ? jsonLines(text()) : jsonElements(text(), name)
    for await (const batch of elements) {
      yield batch.map((element): Parsed => ({ value: parseElement(element, name), line: element.line }))
    }
  }
  return { title: null, values }
}

type Values = () => AsyncIterable<ReadonlyArray<Parsed>> | Iterable<ReadonlyArray<Parsed>>

/** The keys of all objects in order of appearance, or null for rows that are arrays. */
const findKeys = async (values: Values, file: string): Promise<ReadonlyArray<string> | null> => {
  const keys = new Set<string>()
  let arrays: boolean | null = null
  for await (const batch of values()) {
    for (const { line, value } of batch) {
      arrays ??= Array.isArray(value)
      if (arrays ? !Array.isArray(value) : !isFields(value)) {
        throw new FileRefused(file, `must be ${arrays ? "an array" : "an object"}, as the rows before`, {
          line,
          value: toCell(value, line, file)
        })
      }
      if (isFields(value)) for (const key of Object.keys(value)) keys.add(key)
      if (keys.size > MAX_KEYS) throw new FileRefused(file, `has more than ${MAX_KEYS} different keys`, { line })
    }
  }
  return arrays === true ? null : [...keys]
}

/** Reads rows of JSON: the columns are the keys of all objects, or for arrays whatever the header row says. */
export const jsonSource = async (json: TextFile, format: "json" | "ndjson"): Promise<Source> => {
  const file = json.file.name
  const isArray = json.sample.trimStart().startsWith("[")
  const { title, values } = format === "json" && !isArray ? await wholeDocument(json) : streamed(json, format)
  const keys = await findKeys(values, file)
  const toRow = ({ line, value }: Parsed): RawRow => {
    const cells = Array.isArray(value)
      ? value
      : (keys ?? []).map((key) => (isFields(value) && Object.hasOwn(value, key) ? value[key] : null))
    return { line, cells: cells.map((cell) => toCell(cell, line, file)), warnings: [] }
  }
  async function* read() {
    for await (const batch of values()) yield batch.map(toRow)
  }
  return { file, format, encoding: json.encoding, delimiter: null, title, keys, read }
}
