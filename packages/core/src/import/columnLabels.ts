import { hasOptions, MAX_OPTIONS, toCell, unknownLabels } from "../board/options.js"
import type { Option } from "../board/Board.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/** The distinct labels of columns with options, in order of appearance, by index of the column. */
export type ColumnLabels = ReadonlyMap<number, ReadonlyArray<string>>

/** Collects the labels of tasks as they are planned. */
export const collectLabels = (planned: ReadonlyArray<PlannedColumn>) => {
  const columns = new Map(planned.filter(hasOptions).map((column) => [column.index, column]))
  const labels = new Map<number, Array<string>>([...columns.keys()].map((index) => [index, []]))
  const seen = new Map<number, Set<string>>([...columns.keys()].map((index) => [index, new Set()]))
  const add = ({ cells }: Pick<PlannedTask, "cells">): void => {
    for (const [index, cell] of cells) {
      const column = columns.get(index)
      const known = seen.get(index)
      const found = labels.get(index) ?? []
      if (column === undefined || known === undefined || known.has(cell) || found.length >= MAX_OPTIONS) continue
      known.add(cell)
      const options = found.map((label): Option => ({ id: label, label, color: "", value: null }))
      found.push(...unknownLabels({ ...column, options }, toCell(column, cell)))
    }
  }
  return { add, labels: labels as ColumnLabels }
}
