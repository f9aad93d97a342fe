import type { Import } from "@boardwright/core"
import { type CellWarning, type ColumnPlan, type Mapping, normaliseCell, type Row } from "@boardwright/spreadsheet"
import { readFormat } from "../spreadsheet/readFormat.js"
import { DUE_INDEX, OWN_FIELDS } from "./ownSheet.js"

/** A row for the core, with the row of the file. */
export class ImportedRow implements Import.SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  readonly source: Row
  /** The warnings about the row so far. */
  readonly warnings: ReadonlyArray<CellWarning>
  constructor(source: Row, cells: ReadonlyArray<string>, warnings: ReadonlyArray<CellWarning>) {
    this.line = source.line
    this.cells = cells
    this.source = source
    this.warnings = warnings
  }
}

/** What a sheet's columns become, and the conversion of its rows, for the core. */
export interface SheetColumns {
  readonly columns: Import.SheetImport["columns"]
  readonly verbatim: boolean
  readonly toRow: (row: Row) => ImportedRow
}

/** Types of `--map` that are fields of the task, not columns of the board. */
const FIELDS: Readonly<Record<string, Import.SheetField>> = { description: "description", assignees: "assignees" }

const column = ({ header, index, name, type }: ColumnPlan) => {
  const field = FIELDS[type.toLowerCase()]
  return field === undefined ? { index, header: name, type } : { index, header, field }
}

type Normaliser = readonly [index: number, normalise: ReturnType<typeof normaliseCell>]

const normalisersOf = (plans: ReadonlyArray<ColumnPlan>): ReadonlyArray<Normaliser> =>
  plans
    .filter(({ date, number }) => date !== null || number !== null)
    .map((plan) => [plan.index, normaliseCell(plan, readFormat)] as const)

/** Converts a row's dates and numbers to the core's form. */
const normalised = (row: Row, normalisers: ReadonlyArray<Normaliser>) => {
  const cells = [...row.cells]
  const warnings = [...row.warnings]
  for (const [index, normalise] of normalisers) {
    const { value, warning } = normalise(cells[index] ?? "", row.line)
    cells[index] = value
    if (warning !== null) warnings.push(warning)
  }
  return { cells, warnings }
}

/** Our own CSV: its fields go where they came from, and the board's columns stay as they are. */
const ownColumns = ({ columns: plans }: Mapping, headers: ReadonlyArray<string>): SheetColumns => {
  const types = new Map(plans.map(({ index, type }) => [index, type]))
  const columns = headers.map((header, index) => {
    const field = OWN_FIELDS[index]?.[1]
    return field === undefined ? { index, header, type: types.get(index) ?? "text" } : { index, header, field }
  })
  // A spreadsheet program may have rewritten the file with its own date format.
  const normalisers = normalisersOf(plans.filter(({ index }) => index === DUE_INDEX))
  const toRow = (row: Row): ImportedRow => {
    const { cells, warnings } = normalised(row, row.cells.length === 0 ? [] : normalisers)
    return new ImportedRow(row, cells, warnings)
  }
  return { columns, verbatim: true, toRow }
}

/**
 * Makes of a mapping what the core imports by. A column that says the group and is a column of the board too is there
 * twice; one that is left out becomes blank. `own` is for our own CSV.
 */
export const sheetColumns = (mapping: Mapping, headers: ReadonlyArray<string>, own: boolean): SheetColumns => {
  if (own) return ownColumns(mapping, headers)
  const { columns: plans, groupIndex, left, nameIndex } = mapping
  const isTwice = plans.some(({ index }) => index === groupIndex)
  const headerOf = (index: number) => headers[index] ?? ""
  const group =
    groupIndex === null
      ? []
      : [{ index: isTwice ? headers.length : groupIndex, header: headerOf(groupIndex), field: "group" as const }]
  const columns = [
    { index: nameIndex, header: headerOf(nameIndex), field: "name" as const },
    ...group,
    ...plans.map(column)
  ]
  const normalisers = normalisersOf(plans)
  const toRow = (row: Row): ImportedRow => {
    if (row.cells.length === 0) return new ImportedRow(row, row.cells, row.warnings)
    const { cells, warnings } = normalised(row, normalisers)
    for (const { index } of left) cells[index] = ""
    if (isTwice) cells.push(row.cells[groupIndex ?? 0] ?? "")
    return new ImportedRow(row, cells, warnings)
  }
  return { columns, verbatim: false, toRow }
}
