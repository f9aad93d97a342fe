import { Option, Schema } from "effect"
import { isJson, jsonBytes, MAX_VALUE_BYTES } from "../values/Json.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(Schema.Array(Schema.String)))

/** The list that a cell is the JSON of, as exports write entries with commas; null for other text, and for what no column stores. */
export const jsonList = (cell: string): ReadonlyArray<string> | null => {
  const list = cell.trimStart().startsWith("[") ? Option.getOrNull(decode(cell)) : null
  return list !== null && isJson(list) && jsonBytes(list) <= MAX_VALUE_BYTES ? list : null
}
