import { type FieldValues, fieldOf } from "../board/boundField.js"
import { foldLabel, labelsOf, MAX_OPTIONS } from "../board/options.js"
import { readLabel } from "../board/readLabel.js"
import { isSame } from "../values/patched.js"
import type { ColumnLabels } from "./columnLabels.js"
import { type ColumnPlan, fieldOfType, type FilledField, type PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

const PLAIN = { options: [] }
const NO_USERS = new Map()

interface Candidate {
  readonly column: PlannedColumn
  readonly field: FilledField
  /** The values of the field by folded label. */
  readonly meanings: Map<string, string>
  isFilled: boolean
  repeats: boolean
}

/** Whether a cell means the value of the field, and its label no other one. */
const repeatsIn = ({ field, meanings }: Candidate, cell: string, value: FieldValues[FilledField]): boolean => {
  const [label] = labelsOf({ type: field }, cell) ?? []
  if (label === undefined || typeof value !== "string" || field === "dueDate") {
    return isSame(fieldOf(PLAIN, field, cell, NO_USERS), value)
  }
  const known = meanings.get(foldLabel(label)) ?? value
  meanings.set(foldLabel(label), known)
  return known === value && meanings.size <= MAX_OPTIONS
}

/** Whether all labels became options, and those that do not say their value are the only ones with it. */
const isClear = ({ column, field, meanings }: Candidate, labels: ColumnLabels): boolean => {
  if (field === "dueDate") return true
  const values = [...meanings.values()]
  const isOnly = (value: string) => values.indexOf(value) === values.lastIndexOf(value)
  const says = ([label, value]: readonly [string, string]) => readLabel(field, label) === value || isOnly(value)
  return labels.get(column.index)?.length === meanings.size && [...meanings].every(says)
}

/**
 * Finds columns of the board that only repeat a field that has a column of its own, as in an export of a board with bound
 * columns. The first one of each field is bound to it, with the meanings of its labels.
 */
export const gatherRepeated = ({ columns, fields }: Pick<ColumnPlan, "columns" | "fields">) => {
  const targets = new Set<string>(fields.values())
  const candidates = columns.flatMap((column): ReadonlyArray<Candidate> => {
    const field = fieldOfType(column)
    if (field === undefined || !targets.has(field)) return []
    return [{ column, field, meanings: new Map(), isFilled: false, repeats: true }]
  })
  const add = (task: PlannedTask): void => {
    for (const each of candidates.filter(({ repeats }) => repeats)) {
      const cell = task.cells.find(([index]) => index === each.column.index)?.[1]
      each.isFilled ||= cell !== undefined
      each.repeats = repeatsIn(each, cell ?? "", task[each.field])
    }
  }
  /** The columns as they are bound. `labels` are those that become options. */
  const bound = (labels: ColumnLabels): ReadonlyArray<PlannedColumn> => {
    const found = candidates.filter((each) => each.isFilled && each.repeats && isClear(each, labels))
    const firsts = found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
    return columns.map((column) => {
      const first = firsts.find((each) => each.column === column)
      return first === undefined ? column : { ...column, fills: first.field, meanings: first.meanings }
    })
  }
  return { add, bound }
}
