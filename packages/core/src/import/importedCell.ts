import { Option, Schema } from "effect"
import type { Column } from "../board/Board.js"
import { hasLabels, toCell } from "../board/options.js"
import { type Json, jsonBytes, MAX_VALUE_BYTES } from "../values/Json.js"

const decodeList = Schema.decodeUnknownOption(Schema.parseJson(Schema.Array(Schema.String)))

/** A cell as it is stored. In a column of labels text may be the JSON of their list, as exports write labels with commas. */
export const importedCell = (column: Pick<Column, "type">, cell: string): Json => {
  const isList = hasLabels(column) && cell.trimStart().startsWith("[")
  const list = isList ? Option.getOrNull(decodeList(cell)) : null
  return list === null || jsonBytes(list) > MAX_VALUE_BYTES ? toCell({ type: column.type }, cell) : list
}
