import { cellProblem, type TypedColumn } from "../board/readCell.js"
import type { ColumnWarning, Task } from "./Task.js"

/** The task with `columnWarnings` if some of its cells do not fit the types of their columns. */
export const withWarnings = <A extends Task>(task: A, typed: ReadonlyArray<TypedColumn>): A => {
  const columnWarnings = typed.flatMap(({ field, id, type }): ReadonlyArray<ColumnWarning> => {
    const cell = Object.hasOwn(task.columnValues, id) ? (task.columnValues[id] ?? null) : null
    const message = cellProblem({ field, type }, cell)
    return message === null ? [] : [{ columnId: id, message }]
  })
  return columnWarnings.length === 0 ? task : { ...task, columnWarnings }
}
