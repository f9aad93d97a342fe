import type { Issue } from "../values/InvalidInput.js"
import { NAME_LENGTH, TEXT_LENGTH, textProblem } from "../values/Text.js"
import { type ImportRow, MAX_COLUMN_INDEX } from "./BoardImport.js"
import type { ColumnPlan } from "./planColumns.js"

const INDEX = /^(?:0|[1-9]\d{0,4})$/

const toText = (cell: unknown): string | null => {
  if (typeof cell === "string") return cell
  if (typeof cell === "boolean") return String(cell)
  if (typeof cell === "number" && Number.isFinite(cell)) return String(cell)
  return cell === null ? "" : null
}

const problemOf = (index: string, cell: string | null, max: number): string | null => {
  if (!INDEX.test(index) || Number(index) > MAX_COLUMN_INDEX) return "is not the index of a column"
  if (cell === null) return "must be a string, a number, true, false or null"
  return textProblem(cell, max)
}

/** The cells of a row that are not blank, by column index, and what is wrong with the others. `at` is the index or line of the row. */
export const readCells = (plan: ColumnPlan, row: ImportRow, at: number) => {
  const cells = new Map<number, string>()
  const issues: Array<Issue> = []
  for (const key of Object.keys(row)) {
    const field = key === String(plan.nameIndex) ? "name" : plan.fields.get(Number(key))
    const isTitle = field === "name" || field === "group"
    const text = toText(row[key])
    const cell = isTitle && text !== null ? text.trim() : text
    const problem = problemOf(key, cell, isTitle ? NAME_LENGTH : TEXT_LENGTH)
    const isExact = plan.verbatim && field === "description"
    if (problem !== null) issues.push({ path: ["rows", String(at), key], message: problem })
    else if (cell !== null && (isExact ? cell : cell.trim()) !== "") cells.set(Number(key), cell)
  }
  return { cells, issues }
}
