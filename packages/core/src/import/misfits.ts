import { cellProblem, isTyped } from "../board/readCell.js"
import type { ImportColumnWarning, ImportWarning } from "./BoardImport.js"
import { hasStranger, hasStrangersOnly, NO_MEMBER, type People } from "./people.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

/**
 * Finds the cells of tasks that do not fit the types of these columns, and are kept as text; with `people` also those that
 * should name people and name others.
 */
export const findMisfits = (columns: ReadonlyArray<PlannedColumn>, people?: People) => {
  const typed = new Map(columns.filter(isTyped).map((column) => [column.index, column]))
  return ({ cells, row }: Pick<PlannedTask, "cells" | "row">): ReadonlyArray<ImportWarning> =>
    typed.size === 0
      ? []
      : cells.flatMap(([index, value]): ReadonlyArray<ImportWarning> => {
          const column = typed.get(index)
          if (column === undefined) return []
          // Assignees are users alone: names beside them are left out, and reported by row.
          const isUnmatched = column.fills === "assignees" ? hasStrangersOnly : hasStranger
          const isStrange = people && column.matchesPeople && isUnmatched(people, value)
          const message = isStrange ? NO_MEMBER : cellProblem({ type: column.type, field: column.fills }, value)
          return message === null ? [] : [{ row, column: index, value, message }]
        })
}

/** Counts the misfits of tasks by column. */
export const collectMisfits = (columns: ReadonlyArray<PlannedColumn>, people: People) => {
  const misfits = findMisfits(columns, people)
  const counts = new Map<number, ImportColumnWarning>()
  const add = (task: Pick<PlannedTask, "cells" | "row">): void => {
    for (const first of misfits(task)) {
      const known = counts.get(first.column)
      counts.set(first.column, { ...(known ?? first), cells: (known?.cells ?? 0) + 1 })
    }
  }
  return { add, found: () => [...counts.values()].toSorted((a, b) => a.column - b.column) }
}
