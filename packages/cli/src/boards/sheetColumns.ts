import type { Import } from "@boardwright/core"
import {
  boardType,
  type CellWarning,
  type Mapping,
  type OwnColumn,
  type Row,
  rowNormaliser,
  type Sheet,
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

const CLOCK_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/** Cells of Excel have times without a zone; those of our own files are in UTC. */
const inUtc = (cell: string): string => (CLOCK_TIME.test(cell) ? `${cell}.000Z` : cell)

/** Our own sheet: its fields go where they came from, and the board's columns stay as they are. */
const ownTargets = (
  { columns: plans }: Mapping,
  { format, headers }: Pick<Sheet, "format" | "headers">,
  own: ReadonlyArray<OwnColumn>
): SheetColumns => {
  const isDue = (column: OwnColumn | undefined): boolean =>
    column !== undefined && "field" in column && column.field === "dueDate"
  const isPart = (type: string) => TASK_PARTS.some((part) => part === type)
  const types = new Map(plans.map(({ index, type }) => [index, isPart(type) ? "text" : type]))
  const columns = headers.map((header, index) => {
    const found = own[index]
    if (found?.kind === "field") return { index, header, field: found.field }
    if (found?.kind === "typed") return { index, header: found.name, type: found.type }
    if (found?.kind !== "bound") return { index, header, ...boardType(types.get(index) ?? "text") }
    const { field: fills, meanings, name, type } = found
    return { index, header: name, type, fills, meanings }
  })
  // A spreadsheet program may have rewritten the file with its own date format.
  const normalise = rowNormaliser(
    plans.filter(({ index }) => isDue(own[index])),
    readFormat
  )
  const dates = plans.filter(({ type }) => boardType(type).type?.toLowerCase() === "date")
  const times = new Set(format === "xlsx" ? dates.map(({ index }) => index) : [])
  const read = (row: Row): Row => ({ ...row, cells: row.cells.map((cell, at) => (times.has(at) ? inUtc(cell) : cell)) })
  const toRow = (row: Row): ImportedRow => new ImportedRow(row, row.cells.length === 0 ? row : normalise(read(row)))
  return { columns, verbatim: true, toRow }
}

/** What a mapping means to the core's import. `own` is for our own sheet. */
export const sheetColumns = (
  mapping: Mapping,
  sheet: Pick<Sheet, "format" | "headers">,
  own: ReadonlyArray<OwnColumn> | null
): SheetColumns => {
  if (own !== null) return ownTargets(mapping, sheet, own)
  const { convert, targets } = sheetTargets(mapping, sheet.headers, readFormat)
  return { columns: targets, verbatim: false, toRow: (row) => new ImportedRow(row, convert(row)) }
}
