import type { Issue } from "../values/InvalidInput.js"
import { fits, NAME_LENGTH } from "../values/Text.js"
import type { BoardImport } from "./BoardImport.js"

type Decoded = typeof BoardImport.Type

/** The fields of a task that a column may fill besides being kept as a custom value. */
export type FilledField = "status" | "priority" | "dueDate"

/** A column that the board will have. */
export interface PlannedColumn {
  /** Its place in the spreadsheet, from 0. */
  readonly index: number
  readonly name: string
  readonly type: string
  readonly fills: FilledField | null
}

/** What becomes of the spreadsheet's columns. */
export interface ColumnPlan {
  /** The column whose cells are the tasks' names. */
  readonly nameIndex: number
  readonly columns: ReadonlyArray<PlannedColumn>
}

const FILLS: ReadonlyMap<string, FilledField> = new Map([
  ["status", "status"],
  ["priority", "priority"],
  ["date", "dueDate"]
])

const findNameIndex = (input: Decoded, issues: Array<Issue>): number => {
  const marked = input.columnMappings.filter((mapping) => mapping.isFirstColumn === true)
  if (marked.length > 1) issues.push({ path: ["columnMappings"], message: "may mark only one column as the first" })
  const byMark = marked[0]?.index
  const byIndex = input.firstColumnIndex
  if (byMark !== undefined && byIndex !== undefined && byMark !== byIndex) {
    issues.push({ path: ["firstColumnIndex"], message: `differs from the marked first column, which is ${byMark}` })
  }
  return byMark ?? byIndex ?? 0
}

const findDuplicates = (input: Decoded, issues: Array<Issue>): void => {
  const seen = new Set<number>()
  for (const [at, { index }] of input.columnMappings.entries()) {
    if (seen.has(index)) issues.push({ path: ["columnMappings", String(at), "index"], message: "is mapped already" })
    seen.add(index)
  }
}

/**
 * Decides the name column and the board's columns; the first `status`, `priority` and `date` column also fills the
 * task's own field. Pure. Issues are contradictions in the mappings: two marks, an index twice, an over-long name.
 */
export const planColumns = (input: Decoded): { readonly plan: ColumnPlan; readonly issues: ReadonlyArray<Issue> } => {
  const issues: Array<Issue> = []
  const nameIndex = findNameIndex(input, issues)
  findDuplicates(input, issues)
  const filled = new Set<FilledField>()
  const columns: Array<PlannedColumn> = []
  for (const [at, mapping] of input.columnMappings.entries()) {
    if (mapping.index === nameIndex) continue
    const given = mapping.name?.trim() || input.headers?.[mapping.index]?.trim()
    const name = given || `Column ${mapping.index + 1}`
    if (!fits(name, NAME_LENGTH)) {
      issues.push({
        path: ["columnMappings", String(at), "name"],
        message: `must have at most ${NAME_LENGTH} characters`
      })
    }
    const type = mapping.type ?? "text"
    const field = FILLS.get(type.toLowerCase())
    const fills = field === undefined || filled.has(field) ? null : field
    if (fills !== null) filled.add(fills)
    columns.push({ index: mapping.index, name, type, fills })
  }
  return { plan: { nameIndex, columns }, issues }
}
