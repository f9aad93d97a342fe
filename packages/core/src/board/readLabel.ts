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

const TABLES = { status: STATUSES, priority: PRIORITIES }

/** The status or priority for a trimmed label: known labels match in any case, others mean themselves. */
export const readLabel = (field: keyof typeof TABLES, label: string): string => {
  const key = label.toLowerCase()
  return Object.hasOwn(TABLES[field], key) ? (TABLES[field][key] ?? label) : label
}
