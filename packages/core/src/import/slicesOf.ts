import type { PlannedTask } from "./planRow.js"

/** Most characters that are stored in one go, unless one task has more. 250 tasks of ten short columns have fewer. */
const SLICE_LENGTH = 256 * 1024

/** The characters around a cell once it is stored: the column's id, quotes, colon, comma. */
const AROUND_CELL = 42

/** The characters of a task's cells, with what is stored around each. */
const lengthOf = ({ cells }: Pick<PlannedTask, "cells">): number =>
  cells.reduce((length, [, cell]) => length + AROUND_CELL + cell.length, 0)

/** Divides tasks so that none of the slices takes long to store; keeps their order. */
export const slicesOf = <A extends PlannedTask>(tasks: Iterable<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const slices: Array<Array<A>> = []
  let left = 0
  for (const task of tasks) {
    const length = lengthOf(task)
    const last = slices.at(-1)
    if (last === undefined || length > left) {
      slices.push([task])
      left = SLICE_LENGTH - length
    } else {
      last.push(task)
      left -= length
    }
  }
  return slices
}
