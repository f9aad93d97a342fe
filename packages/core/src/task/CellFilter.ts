import { labelsOf } from "../board/options.js"
import type { ColumnId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { PlacedTask } from "./Task.js"
import { cellKey, type CellSort, labelKey } from "./TaskSort.js"

/** What a cell, as its column's type means it, has to be. */
export type CellTest =
  | { readonly test: "empty" }
  | { readonly test: "checked" }
  /** The `labelKey` of a text. */
  | { readonly test: "is"; readonly text: string }
  | { readonly test: "contains"; readonly text: string }
  /** Of numbers or of instants. Null is no end, but not both; `strict` excludes the ends. */
  | {
      readonly test: "between"
      readonly from: number | Timestamp | null
      readonly to: number | Timestamp | null
      readonly strict: boolean
    }
  /** Any label or person of the cell. Labels by their `labelKey`. */
  | { readonly test: "in"; readonly values: ReadonlyArray<string> }

/** What a task's value in a column has to be, or `negated`, must not be. */
export interface CellCondition {
  readonly column: ColumnId
  readonly cell: CellSort
  readonly test: CellTest
  readonly negated: boolean
}

/** Conditions on the cells of a task, of which all or any must hold. */
export type CellFilter =
  | CellCondition
  | { readonly all: ReadonlyArray<CellFilter> }
  | { readonly any: ReadonlyArray<CellFilter> }

const entriesOf = (sort: CellSort, cell: Json): ReadonlyArray<string> => {
  if (sort !== "person")
    return (labelsOf({ type: sort === "labels" ? "labels" : "dropdown" }, cell) ?? []).map(labelKey)
  const people = Array.isArray(cell) ? cell : [cell]
  return people.every((each) => typeof each === "string") ? people : []
}

const passes = (sort: CellSort, test: CellTest, cell: Json): boolean => {
  if (test.test === "in") return entriesOf(sort, cell).some((entry) => test.values.includes(entry))
  const [meaning] = cellKey(sort, {}, cell) ?? [null]
  if (test.test === "empty") return meaning === null
  if (meaning === null) return false
  if (test.test === "checked") return meaning === true
  if (test.test === "is") return labelKey(String(meaning)) === test.text
  if (test.test === "contains") return labelKey(`${meaning}`).includes(test.text)
  const { from, strict, to } = test
  const isAfter = from === null || meaning > from || (!strict && meaning === from)
  return isAfter && (to === null || meaning < to || (!strict && meaning === to))
}

/** Whether a task's values match: the model of what the databases do. */
export const matchesCells = (filter: CellFilter, values: PlacedTask["columnValues"]): boolean => {
  if ("all" in filter) return filter.all.every((each) => matchesCells(each, values))
  if ("any" in filter) return filter.any.some((each) => matchesCells(each, values))
  const { cell, column, negated, test } = filter
  const value = Object.hasOwn(values, column) ? (values[column] ?? null) : null
  return passes(cell, test, value) !== negated
}
