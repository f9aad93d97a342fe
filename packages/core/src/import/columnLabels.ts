import { foldLabel, hasOptions, labelsOf, MAX_OPTIONS } from "../board/options.js"
import { importedCell } from "./importedCell.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/**
 * Most options that an import makes in all. The text of other cells is kept. A board is read with all of its options: 5,000 of
 * them have 1 MB.
 */
export const MAX_IMPORTED_OPTIONS = 5000

/** The distinct labels of columns with options, in order of appearance, by index of the column. */
export type ColumnLabels = ReadonlyMap<number, ReadonlyArray<string>>

/** Collects the labels of tasks as they are planned. */
export const collectLabels = (planned: ReadonlyArray<PlannedColumn>) => {
  const columns = new Map(planned.filter(hasOptions).map((column) => [column.index, column]))
  const labels = new Map<number, Array<string>>([...columns.keys()].map((index) => [index, []]))
  const seen = new Map(
    [...columns.keys()].map((index) => [index, { cells: new Set<string>(), labels: new Set<string>() }])
  )
  let total = 0
  const add = ({ cells }: Pick<PlannedTask, "cells">): void => {
    for (const [index, cell] of total < MAX_IMPORTED_OPTIONS ? cells : []) {
      const column = columns.get(index)
      const known = seen.get(index)
      const found = labels.get(index) ?? []
      if (column === undefined || known?.cells.has(cell) !== false || found.length >= MAX_OPTIONS) continue
      known.cells.add(cell)
      for (const label of labelsOf(column, importedCell(column, cell)) ?? []) {
        const isKnown = known.labels.has(foldLabel(label))
        if (isKnown || found.length >= MAX_OPTIONS || total >= MAX_IMPORTED_OPTIONS) continue
        known.labels.add(foldLabel(label))
        found.push(label)
        total++
      }
    }
  }
  return { add, labels: labels as ColumnLabels }
}
