/** The three rows that the README's tour imports. */
export const SPREADSHEET = {
  name: "Spring",
  headers: ["Task", "Status", "Due"],
  columnMappings: [
    { index: 0, name: "Task", type: "text", isFirstColumn: true },
    { index: 1, name: "Status", type: "status" },
    { index: 2, name: "Due", type: "date" }
  ],
  rows: [
    { "0": "Dig the beds", "1": "Done", "2": "2027-03-01" },
    { "0": "Sow peas", "1": "Working on it", "2": "25/03/2027" },
    { "0": "Plant beans", "1": "Not started", "2": "2027-05-15" }
  ]
} as const

/** What becomes of them: name, status and due date. */
export const TASKS = [
  ["Dig the beds", "done", "2027-03-01T00:00:00.000Z"],
  ["Sow peas", "working", "2027-03-25T00:00:00.000Z"],
  ["Plant beans", "pending", "2027-05-15T00:00:00.000Z"]
]
