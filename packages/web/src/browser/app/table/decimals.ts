import { type ReadonlySignal, useComputed } from "@preact/signals"
import { useMemo } from "preact/hooks"
import { type Field, valueOf } from "../cells/fields.js"
import { decimalsOf, numberOf } from "../cells/read.js"
import type { BoardTask } from "../store/Operation.js"

/** How many decimals each column of numbers shows at least, by its key, so that its numbers line up. */
export type Decimals = ReadonlyMap<string, number>

/** Most decimals that a number gets for others: with more of its own it shows those. */
const MOST = 3

/** The decimals that the numbers of columns need; another map only where one changes. */
export const useDecimals = (
  fields: ReadonlySignal<ReadonlyArray<Field>>,
  tasks: ReadonlySignal<ReadonlyArray<BoardTask>>
): Decimals => {
  const needed = useComputed(() => {
    const columns = fields.value.filter(({ kind }) => kind === "number")
    const most = (field: Field) =>
      tasks.value.reduce((found, task) => {
        const number = numberOf(valueOf(task, field))
        return Number.isNaN(number) ? found : Math.max(found, decimalsOf(number))
      }, 0)
    return JSON.stringify(columns.map((field) => [field.key, Math.min(MOST, most(field))]))
  }).value
  return useMemo(() => new Map(JSON.parse(needed) as ReadonlyArray<readonly [string, number]>), [needed])
}
