import type { Column, ColumnId } from "../board/Board.js"
import { foldLabel } from "../board/options.js"
import type { Json } from "../values/Json.js"
import { isSame } from "../values/patched.js"
import type { ColumnValues } from "./Task.js"

/** A custom value that has no place on another board. */
export interface LostValue {
  readonly columnId: ColumnId
  /** The column's name. */
  readonly column: string
  readonly message: string
}

/** A custom value with its column and that of another board. */
interface MatchedValue {
  readonly from: Column
  readonly to: Column
  readonly value: Json
}

const MESSAGE = "the board has no column of this name and type"

const isSameText = (a: string, b: string): boolean => foldLabel(a) === foldLabel(b)

/**
 * The values for another board: each in the first column there that has the name and the type of its own, without regard to
 * case and Unicode normalization. Of several such columns, the first takes the place of the first, and so on. A list is left out of a column there that is
 * bound to the assignees, as its own is not, since its people may be users.
 */
export const matchColumns = (
  values: ColumnValues,
  from: ReadonlyArray<Column>,
  to: ReadonlyArray<Column>
): {
  readonly columnValues: ColumnValues
  readonly lost: ReadonlyArray<LostValue>
  readonly matched: ReadonlyArray<MatchedValue>
} => {
  const columnValues: Record<string, Json> = {}
  const lost: Array<LostValue> = []
  const matched: Array<MatchedValue> = []
  const free = [...to]
  for (const own of from) {
    const { id, name, type } = own
    const at = free.findIndex((column) => isSameText(column.name, name) && isSameText(column.type, type))
    const [column] = at === -1 ? [] : free.splice(at, 1)
    const value = Object.hasOwn(values, id) ? values[id] : undefined
    if (value === undefined) continue
    if (column === undefined) lost.push({ columnId: id, column: name, message: MESSAGE })
    else {
      matched.push({ from: own, to: column, value })
      const isForeign = column.field === "assignees" && own.field !== "assignees" && Array.isArray(value)
      if (!isForeign) columnValues[column.id] = value
    }
  }
  return { columnValues, lost, matched }
}

/** The matched values in whose place a column that is bound to a field has another one. */
export const replacedValues = (
  matched: ReadonlyArray<MatchedValue>,
  { columnValues }: { readonly columnValues: ColumnValues }
): ReadonlyArray<LostValue> =>
  matched.flatMap(({ from, to, value }): ReadonlyArray<LostValue> => {
    if (to.field === null || isSame(value, columnValues[to.id])) return []
    const message = `the column there is bound to the field ${to.field}, which has another value`
    return [{ columnId: from.id, column: from.name, message }]
  })
