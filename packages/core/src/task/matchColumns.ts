import type { Column, ColumnId } from "../board/Board.js"
import type { Json } from "../values/Json.js"
import type { ColumnValues } from "./Task.js"

/** A custom value that has no place on another board. */
export interface LostValue {
  readonly columnId: ColumnId
  /** The column's name. */
  readonly column: string
  readonly message: string
}

const MESSAGE = "the board has no column of this name and type"

const isSameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The values for another board: each in the first column there that has the name and the type of its own, without regard to
 * case. Of several such columns, the first takes the place of the first, and so on.
 */
export const matchColumns = (
  values: ColumnValues,
  from: ReadonlyArray<Column>,
  to: ReadonlyArray<Column>
): { readonly columnValues: ColumnValues; readonly lost: ReadonlyArray<LostValue> } => {
  const columnValues: Record<string, Json> = {}
  const lost: Array<LostValue> = []
  const free = [...to]
  for (const { id, name, type } of from) {
    const at = free.findIndex((column) => isSameText(column.name, name) && isSameText(column.type, type))
    const [column] = at === -1 ? [] : free.splice(at, 1)
    const value = Object.hasOwn(values, id) ? values[id] : undefined
    if (value === undefined) continue
    if (column === undefined) lost.push({ columnId: id, column: name, message: MESSAGE })
    else columnValues[column.id] = value
  }
  return { columnValues, lost }
}
