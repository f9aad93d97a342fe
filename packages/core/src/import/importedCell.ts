import type { Column } from "../board/Board.js"
import { hasLabels, toCell } from "../board/options.js"
import type { Json } from "../values/Json.js"
import { jsonList } from "./jsonList.js"
import { isPeople } from "../board/boundField.js"

/** A cell as it is stored. In a column of labels or people text may be the JSON of their list. */
export const importedCell = (column: Pick<Column, "type">, cell: string): Json =>
  (hasLabels(column) || isPeople(column) ? jsonList(cell) : null) ?? toCell({ type: column.type }, cell)
