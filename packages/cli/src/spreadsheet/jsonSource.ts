import { jsonElements, jsonLines, parseElement } from "./jsonElements.js"
import type { JsonElement } from "./jsonParts.js"
import { refused } from "./Sheet.js"
import type { RawRow, Source } from "./Source.js"
import { isTrelloBoard, trelloRows } from "./trelloBoard.js"

/** Largest JSON document that is not an array and so is held whole, in bytes. */
const MAX_DOCUMENT = 64 * 1024 * 1024

/** Most distinct keys: with more of them the keys are data, not columns. */
const MAX_KEYS = 1000

interface Parsed {
  readonly line: number
  readonly value: unknown
}

/** A text file that holds JSON. */
export interface JsonText {
  readonly file: string
  readonly size: number
  readonly format: "json" | "ndjson"
  readonly encoding: NonNullable<Source["encoding"]>
  readonly isArray: boolean
  readonly text: () => AsyncIterable<string>
}

const toCell = (value: unknown, line: number, file: string): string => {
  if (typeof value === "string") return value
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    throw refused(file, "has a value that is nested too deeply", { line })
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const findRows = (
  document: unknown,
  file: string
): { readonly rows: ReadonlyArray<unknown>; readonly title: string | null } => {
  if (!isObject(document)) throw refused(file, "is one JSON value: rows come as an array of objects or of arrays")
  const title = typeof document["name"] === "string" ? document["name"] : null
  if (isTrelloBoard(document)) return { rows: trelloRows(document), title }
  const lists = Object.values(document).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every((row) => isObject(row) || Array.isArray(row))
  )
  if (lists.length === 1) return { rows: lists[0] as ReadonlyArray<unknown>, title }
  throw refused(file, `is a JSON object with ${lists.length} lists of rows: it must be an array, or have one such list`)
}

const wholeDocument = async (json: JsonText) => {
  if (json.size > MAX_DOCUMENT) {
    throw refused(json.file, `is a JSON object of more than ${MAX_DOCUMENT / 1024 / 1024} MiB: use an array or NDJSON`)
  }
  let text = ""
  for await (const chunk of json.text()) text += chunk
  const { rows, title } = findRows(parseElement({ text, line: 1 }, json.file), json.file)
  // A document that is held whole has no lines any more: its rows are counted.
  return { title, values: () => [rows.map((value, at): Parsed => ({ value, line: at + 1 }))] }
}

const streamed = (json: JsonText) => {
  async function* values() {
    const elements: AsyncIterable<ReadonlyArray<JsonElement>> =
      json.format === "ndjson" ? jsonLines(json.text()) : jsonElements(json.text(), json.file)
    for await (const batch of elements) {
      yield batch.map((element): Parsed => ({ value: parseElement(element, json.file), line: element.line }))
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
      if (arrays ? !Array.isArray(value) : !isObject(value)) {
        throw refused(file, `must be ${arrays ? "an array" : "an object"}, as the rows before`, {
          line,
          value: toCell(value, line, file)
        })
      }
      if (isObject(value)) for (const key of Object.keys(value)) keys.add(key)
      if (keys.size > MAX_KEYS) throw refused(file, `has more than ${MAX_KEYS} different keys`, { line })
    }
  }
  return arrays === true ? null : [...keys]
}

/** Reads rows of JSON: the columns are the keys of all objects, or for arrays whatever the header row says. */
export const jsonSource = async (json: JsonText): Promise<Source> => {
  const { title, values } = json.format === "json" && !json.isArray ? await wholeDocument(json) : streamed(json)
  const keys = await findKeys(values, json.file)
  const toRow = ({ line, value }: Parsed): RawRow => {
    const cells = Array.isArray(value)
      ? value
      : (keys ?? []).map((key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : null))
    return { line, cells: cells.map((cell) => toCell(cell, line, json.file)), warnings: [] }
  }
  async function* read() {
    for await (const batch of values()) yield batch.map(toRow)
  }
  return { file: json.file, format: json.format, encoding: json.encoding, delimiter: null, title, keys, read }
}
