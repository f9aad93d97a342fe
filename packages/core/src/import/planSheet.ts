import type { Issue } from "../values/InvalidInput.js"
import { type ColumnPlan, planColumns } from "./planColumns.js"
import type { SheetField, SheetImport } from "./SheetImport.js"

/** What becomes of a sheet's columns. */
export interface SheetPlan extends ColumnPlan {
  /** Where the fields of a task are, the name aside. */
  readonly fields: ReadonlyMap<number, Exclude<SheetField, "name">>
  readonly headers: ReadonlyMap<number, string>
  readonly verbatim: boolean
}

/** Decides what the columns become; pure. Issues are a field or a column named twice, and over-long names. */
export const planSheet = ({ columns, verbatim = false, ...input }: typeof SheetImport.Type) => {
  const twice = columns.filter(({ field }, at) => field && columns.findIndex((other) => other.field === field) !== at)
  const issues: Array<Issue> = twice.map(({ field, header }) => ({
    path: [header],
    message: `is a second ${field} column`
  }))
  const nameIndex = columns.find(({ field }) => field === "name")?.index ?? 0
  const planned = planColumns({
    ...input,
    rows: [],
    firstColumnIndex: nameIndex,
    columnMappings: columns
      .filter(({ field }) => field === undefined || field === "name")
      .map(({ header, index, type }) => ({ index, name: header, type }))
  })
  // What a column says outright no other column fills.
  const said = new Set<string | null | undefined>(columns.map(({ field }) => field))
  const plan: SheetPlan = {
    nameIndex,
    columns: planned.plan.columns.map((column) => (said.has(column.fills) ? { ...column, fills: null } : column)),
    verbatim,
    fields: new Map(
      columns.flatMap(({ field, index }) => (field === undefined || field === "name" ? [] : [[index, field] as const]))
    ),
    headers: new Map(columns.map(({ header, index }) => [index, header]))
  }
  return { plan, issues: [...issues, ...planned.issues] }
}
