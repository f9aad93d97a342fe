import { readCellDate } from "./dates.mjs"
import { invalid } from "./Refusal.mjs"

const FILLS = { status: "status", priority: "priority", date: "dueDate" }
/** What labels of a status or a priority mean, in lower case. */
export const LABELS = {
  status: new Map([
    ["working on it", "working"],
    ["in progress", "working"],
    ["working", "working"],
    ["done", "done"],
    ["complete", "done"],
    ["completed", "done"],
    ["not started", "pending"],
    ["to do", "pending"],
    ["to-do", "pending"],
    ["todo", "pending"],
    ["pending", "pending"]
  ]),
  priority: new Map(["high", "medium", "low"].map((label) => [label, label]))
}
const MAX_ROWS = 10_000
const NO_DATE = "must be a date from 1970 to 9999, its day and month in a clear order"

const columnsOf = ({ columnMappings, headers }, nameIndex) => {
  const filled = new Set()
  return columnMappings
    .filter(({ index }) => index !== nameIndex)
    .map(({ index, name, type = "text" }) => {
      const fills = FILLS[type.toLowerCase()]
      const column = {
        index: String(index),
        name: name?.trim() || headers?.[index]?.trim() || `Column ${index + 1}`,
        type,
        fills: filled.has(fills) ? undefined : fills
      }
      filled.add(fills)
      return column
    })
}

const cellOf = (value, at, index, issues) => {
  const text = typeof value === "string" ? value : value === null ? "" : String(value)
  const wrong = typeof value === "object" && value !== null
  if (wrong || text.length > 65_535 || text.includes("\0") || !text.isWellFormed()) {
    issues.push({ path: ["rows", String(at), index], message: "is no cell" })
  }
  return text
}

/** What a spreadsheet becomes: its columns, a task of each row that is not blank, and what was wrong on the way. */
export const planImport = (body) => {
  const { columnMappings, firstColumnIndex, rows } = body ?? {}
  if (!Array.isArray(rows) || !Array.isArray(columnMappings) || rows.length > MAX_ROWS) {
    throw invalid([{ path: ["rows"], message: "must be a list" }])
  }
  const nameIndex = firstColumnIndex ?? columnMappings.find((mapping) => mapping.isFirstColumn)?.index ?? 0
  const columns = columnsOf(body, nameIndex)
  const byIndex = new Map(columns.map((column) => [column.index, column]))
  const [tasks, warnings, issues, warned] = [[], [], [], new Set()]
  const misfits = new Map()
  for (const [at, row] of rows.entries()) {
    const warn = (column, value, message) => warnings.push({ row: at, column: Number(column), value, message })
    const task = { name: undefined, status: "pending", priority: "medium", dueDate: null, cells: [] }
    for (const index in row) {
      const cell = cellOf(row[index], at, index, issues)
      const label = cell.trim()
      const column = byIndex.get(index)
      if (label === "") continue
      if (index === String(nameIndex)) task.name = label
      else if (column === undefined) {
        if (!warned.has(index)) warn(index, cell, "is in no mapped column; left out")
        warned.add(index)
      } else {
        task.cells.push([column, cell])
        if (column.fills === "dueDate") {
          task.dueDate = readCellDate(label)
          if (task.dueDate === null) {
            warn(index, cell, "is not a date from 1970 to 9999, or could be two; kept as text")
            const first = { row: at, column: Number(index), value: cell, message: NO_DATE, cells: 0 }
            const misfit = misfits.get(index) ?? first
            misfit.cells += 1
            misfits.set(index, misfit)
          }
        } else if (column.fills !== undefined) {
          task[column.fills] = LABELS[column.fills].get(label.toLowerCase()) ?? label
        }
      }
    }
    if (task.name === undefined && task.cells.length === 0) continue
    if (task.name === undefined) warn(nameIndex, "", "has no name; imported as Untitled")
    tasks.push({ ...task, name: task.name ?? "Untitled" })
  }
  if (issues.length > 0) throw invalid(issues)
  const columnWarnings = misfits.size === 0 ? {} : { columnWarnings: [...misfits.values()] }
  return { columns, tasks, notes: { skipped: rows.length - tasks.length, warnings, ...columnWarnings } }
}
