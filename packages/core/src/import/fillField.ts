import { type DateOrders, readDate } from "../board/readDate.js"
import { readLabel } from "../board/readLabel.js"
import { fits, LABEL_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { FilledField } from "../board/boundField.js"

/** The fields that cells fill. */
export interface Filled {
  status?: string
  priority?: string
  dueDate?: Timestamp | null
}

/** How cells are read: with `verbatim` labels are kept exactly. */
export interface Reading {
  readonly verbatim?: boolean
  readonly dateOrders?: DateOrders | undefined
}

/** Sets the field from a cell, or returns why it cannot. */
export const fillField = (
  task: Filled,
  field: FilledField,
  cell: string,
  { dateOrders, verbatim = false }: Reading = {}
): string | null => {
  const label = cell.trim()
  if (field === "dueDate") {
    task.dueDate = readDate(label, dateOrders)
    return task.dueDate === null ? "is not a date from 1970 to 9999, or could be two" : null
  }
  if (!fits(label, LABEL_LENGTH)) return `has over ${LABEL_LENGTH} characters`
  task[field] = verbatim ? label : readLabel(field, label)
  return null
}
