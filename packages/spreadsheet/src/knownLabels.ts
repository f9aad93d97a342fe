import type { Meanings } from "./ColumnPlan.js"

type Field = "status" | "priority"

/** Labels that other programs have, in lower case, by the value that they mean; the last ones mean none but themselves. */
const LABELS: Readonly<Record<Field, Readonly<Record<string, string>>>> = {
  status: {
    pending: "to do|to-do|todo|open|pending|not started|backlog|offen|zu erledigen|nicht begonnen",
    working: "in progress|working on it|working|doing|in arbeit|in bearbeitung",
    done: "done|complete|completed|closed|erledigt|fertig|abgeschlossen|geschlossen",
    "": "stuck|blocked|in review|review|blockiert"
  },
  priority: {
    critical: "critical|kritisch",
    high: "high|hoch",
    medium: "medium|mittel",
    low: "low|niedrig|gering",
    "": "highest|urgent|normal|lowest|höchste|dringend|niedrigste"
  }
}

const tableOf = (field: Field): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(LABELS[field]).flatMap(([value, labels]) =>
      labels.split("|").map((label) => [label, value] as const)
    )
  )
const KNOWN = { status: tableOf("status"), priority: tableOf("priority") }

/** Whether a column has known labels of a field alone. `labels` are in lower case, null where there are many. */
export const hasLabelsOf = (field: Field, labels: ReadonlySet<string> | null): boolean =>
  labels !== null && labels.size > 0 && [...labels].every((label) => KNOWN[field].has(label))

/** Whether a text is a label of the status done. */
export const isDoneLabel = (text: string): boolean => KNOWN.status.get(text.trim().toLowerCase()) === "done"

/** What the labels of a column of a type mean, as far as that is known; undefined where it is not. */
export const meaningsOf = (type: string, labels: ReadonlySet<string> | null): Meanings | undefined => {
  const field = type.toLowerCase()
  if (field !== "status" && field !== "priority") return undefined
  const found = [...KNOWN[field]].filter(([label, value]) => value !== "" && labels?.has(label) !== false)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
