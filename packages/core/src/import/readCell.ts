import { fits, LABEL_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { FilledField } from "./planColumns.js"
import { type DateOrders, readDate } from "./readDate.js"

const STATUSES: Record<string, string> = {
  "working on it": "working",
  "in progress": "working",
  working: "working",
  done: "done",
  complete: "done",
  completed: "done",
  "not started": "pending",
  "to do": "pending",
  "to-do": "pending",
  todo: "pending",
  pending: "pending"
}

const PRIORITIES: Record<string, string> = { high: "high", medium: "medium", low: "low" }

const known = (table: Record<string, string>, label: string): string =>
  Object.hasOwn(table, label.toLowerCase()) ? (table[label.toLowerCase()] ?? label) : label

/** The status for a trimmed label: known labels match in any case, others are kept. */
export const readStatus = (label: string): string => known(STATUSES, label)

/** The priority for a trimmed label: known labels match in any case, others are kept. */
export const readPriority = (label: string): string => known(PRIORITIES, label)

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
    return task.dueDate === null ? "is not a date, or could be two" : null
  }
  if (!fits(label, LABEL_LENGTH)) return `has over ${LABEL_LENGTH} characters`
  task[field] = verbatim ? label : field === "status" ? readStatus(label) : readPriority(label)
  return null
}
