const STATUSES = ["Done", "Working on it", "Stuck", ""]
const PRIORITIES = ["High", "Medium", "Low"]

/** A sheet as people have it: a name, a status, a priority, a date, texts and figures; one date in fifty is none. */
export const sheet = (workspaceId, { rows, columns }) => {
  const types = ["text", "status", "priority", "date", ...Array.from({ length: columns - 4 }, () => "text")]
  const cells = (at) => [
    `Task number ${at}`,
    STATUSES[at % STATUSES.length],
    PRIORITIES[at % PRIORITIES.length],
    at % 50 === 0 ? "next week" : `2026-${String((at % 12) + 1).padStart(2, "0")}-15`,
    ...Array.from({ length: columns - 4 }, (_, n) => (n % 2 === 0 ? `some words in ${at}, ${n}` : String(at * n)))
  ]
  return JSON.stringify({
    name: "Imported",
    workspaceId,
    firstColumnIndex: 0,
    columnMappings: types.map((type, index) => ({ index, type, name: `Column ${index}` })),
    rows: Array.from({ length: rows }, (_, at) => Object.fromEntries(cells(at).entries()))
  })
}
