import { cellProblem, type TypedColumn } from "../board/readCell.js"
import type { ColumnWarning, Task } from "./Task.js"

/** The task with `columnWarnings` if some of its cells do not fit the types of their columns. */
export const withWarnings = <A extends Task>(task: A, typed: ReadonlyArray<TypedColumn>): A => {
  const columnWarnings: Array<ColumnWarning> = []
  for (const column of typed) {
    const message = Object.hasOwn(task.columnValues, column.id)
      ? cellProblem(column, task.columnValues[column.id] ?? null)
      : null
    if (message !== null) columnWarnings.push({ columnId: column.id, message })
  }
  return columnWarnings.length === 0 ? task : { ...task, columnWarnings }
}
