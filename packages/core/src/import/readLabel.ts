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

/** The status a trimmed cell names: a known label without regard to case, else the label as it is. */
export const readStatus = (label: string): string => known(STATUSES, label)

/** The priority a trimmed cell names: a known label without regard to case, else the label as it is. */
export const readPriority = (label: string): string => known(PRIORITIES, label)
