import { fits, LABEL_LENGTH } from "../values/Text.js"
import { fromDay, parseIso, type Timestamp } from "../values/Timestamp.js"
import type { FilledField } from "./planColumns.js"

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

/**
 * Reads a cell as a date: ISO 8601, or a numeric day, month and year if only one order is a real day or both are the
 * same (12/25/2024, 25.12.2024, 05/05/2024). Null for anything else and for ambiguous dates (01/02/2024).
 */
export const readDate = (cell: string): Timestamp | null => {
  const iso = parseIso(cell)
  if (iso !== null) return iso
  const found = NUMERIC.exec(cell)
  if (found === null) return null
  const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])]
  const dayFirst = fromDay(year, second, first)
  const monthFirst = fromDay(year, first, second)
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  return dayFirst === monthFirst ? dayFirst : null
}

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

/** Sets the field from a cell, or returns why it cannot. With `verbatim` labels are kept exactly. */
export const fillField = (task: Filled, field: FilledField, cell: string, verbatim = false): string | null => {
  const label = cell.trim()
  if (field === "dueDate") {
    task.dueDate = readDate(label)
    return task.dueDate === null ? "is not a date, or could be two" : null
  }
  if (!fits(label, LABEL_LENGTH)) return `has over ${LABEL_LENGTH} characters`
  task[field] = verbatim ? label : field === "status" ? readStatus(label) : readPriority(label)
  return null
}
