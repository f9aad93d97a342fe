import type { BoundField, Column, ColumnId } from "../board/Board.js"
import { DEFAULT_FIELDS, type FieldValues, fieldOf, peopleOf, userIdsIn } from "../board/boundField.js"
import { foldLabel } from "../board/options.js"
import type { Json } from "../values/Json.js"
import { isSame } from "../values/patched.js"
import type { ColumnValues } from "./Task.js"
import { mergeColumnValues } from "./TaskInput.js"
import { type Cells, cellsOnBoard } from "./writeCells.js"

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

const lostFrom = ({ id, name }: Column, message: string): LostValue => ({ columnId: id, column: name, message })

const MESSAGE = "the board has no column of this name and type"

const isSameText = (a: string, b: string): boolean => foldLabel(a) === foldLabel(b)

/**
 * The values for another board: each in the first column there that has the name and the type of its own, without regard to
 * case and Unicode normalization. Of several such columns, the first takes the place of the first, and so on. A list is left out of a column there that is
 * bound to the assignees, as its own is not, since its people may be users; so is a text that may be the id of one.
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
    // What a bound column means goes along in the field.
    if (column === undefined && own.field === null) lost.push(lostFrom(own, MESSAGE))
    else if (column !== undefined) {
      matched.push({ from: own, to: column, value })
      const isForeign = column.field === "assignees" && own.field !== "assignees" && userIdsIn(value).length > 0
      if (!isForeign) columnValues[column.id] = value
    }
  }
  return { columnValues, lost, matched }
}

/** Whether a value of a column means what the field of a task is. */
const isMeant = ({ options }: Column, field: BoundField, value: Json, moved: FieldValues): boolean =>
  field === "assignees"
    ? isSame(peopleOf(value), moved.assignees)
    : isSame(fieldOf({ options }, field, value), moved[field])

/** The matched values in whose place a column that is bound to a field has one with another meaning. */
export const replacedValues = (matched: ReadonlyArray<MatchedValue>, moved: Cells): ReadonlyArray<LostValue> =>
  matched.flatMap(({ from, to, value }): ReadonlyArray<LostValue> => {
    const { field } = to
    if (field === null || isSame(value, moved.columnValues[to.id])) return []
    if (isMeant(from, field, value, moved)) return []
    return [lostFrom(from, `the column there is bound to the field ${field}, which has another value`)]
  })

const withCells = (cells: Cells, changes: Partial<Cells>): Cells => ({ ...cells, ...changes })

/**
 * The fields and cells that the columns of another board take, and what they do not: labels that a strict column has no option
 * for, nor another one of the same meaning for the field that it is bound to. They are named by the column of the value, or by that
 * there for a field that no column on its own board is bound to.
 */
export const fitColumns = (
  wanted: Cells,
  to: ReadonlyArray<Column>,
  matched: ReadonlyArray<MatchedValue>
): { readonly fitting: Cells; readonly lost: ReadonlyArray<LostValue> } => {
  const lost = new Map<ColumnId, LostValue>()
  let fitting = wanted
  // Each turn makes a field the default or takes a cell away, so that there is a last one.
  for (;;) {
    const before = fitting
    for (const { message, path } of cellsOnBoard(before, to).issues) {
      const [field, id] = path
      const column = to.find((each) => (field === "columnValues" ? each.id === id : each.field === field))
      if (column === undefined) continue
      if (field === "status" || field === "priority") {
        if (before[field] === DEFAULT_FIELDS[field]) continue
        fitting = withCells(fitting, { [field]: DEFAULT_FIELDS[field] })
      } else {
        if (!Object.hasOwn(before.columnValues, column.id)) continue
        fitting = withCells(fitting, { columnValues: mergeColumnValues(fitting.columnValues, { [column.id]: null }) })
      }
      const from = matched.find((each) => each.to.id === column.id)?.from ?? column
      if (!lost.has(from.id)) lost.set(from.id, lostFrom(from, `there it ${message}`))
    }
    if (fitting !== before) continue
    for (const { from, to, value } of matched) {
      const { field } = to
      // The default is also what a cell means that means nothing.
      if (field === null || isSame(fitting[field], DEFAULT_FIELDS[field])) continue
      if (isMeant(from, field, value, fitting)) lost.delete(from.id)
    }
    return { fitting, lost: [...lost.values()] }
  }
}
