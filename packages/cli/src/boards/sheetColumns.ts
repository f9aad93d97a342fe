import type { Import } from "@boardwright/core"
import {
  type CellWarning,
  DUE_INDEX,
  type Mapping,
  OWN_FIELDS,
  type Row,
  rowNormaliser,
  sheetTargets,
  TASK_PARTS
} from "@boardwright/spreadsheet"
import { readFormat } from "../spreadsheet/readFormat.js"

/** A row for the core, with the row of the file. */
export class ImportedRow implements Import.SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  readonly source: Row
  /** The warnings about the row so far. */
  readonly warnings: ReadonlyArray<CellWarning>
  constructor(source: Row, { cells, warnings }: Pick<Row, "cells" | "warnings">) {
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

/** Our own CSV: its fields go where they came from, and the board's columns stay as they are. */
const ownColumns = ({ columns: plans }: Mapping, headers: ReadonlyArray<string>): SheetColumns => {
  const isPart = (type: string) => TASK_PARTS.some((part) => part === type)
  const types = new Map(plans.map(({ index, type }) => [index, isPart(type) ? "text" : type]))
  const columns = headers.map((header, index) => {
    const field = OWN_FIELDS[index]?.[1]
    return field === undefined ? { index, header, type: types.get(index) ?? "text" } : { index, header, field }
  })
  // A spreadsheet program may have rewritten the file with its own date format.
  const normalise = rowNormaliser(
    plans.filter(({ index }) => index === DUE_INDEX),
    readFormat
  )
  const toRow = (row: Row): ImportedRow => new ImportedRow(row, row.cells.length === 0 ? row : normalise(row))
  return { columns, verbatim: true, toRow }
}

/** What a mapping means to the core's import. `own` is for our own CSV. */
export const sheetColumns = (mapping: Mapping, headers: ReadonlyArray<string>, own: boolean): SheetColumns => {
  if (own) return ownColumns(mapping, headers)
  const { convert, targets } = sheetTargets(mapping, headers, readFormat)
  return { columns: targets, verbatim: false, toRow: (row) => new ImportedRow(row, convert(row)) }
}
