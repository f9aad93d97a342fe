import { amountIn, currencyOf } from "./amount.js"
import { type CellKind, kindOfCell } from "./cellKind.js"
import { dateShape, type DateEvidence, isDayCount } from "./dateShape.js"
import { numberShape, type NumberShape } from "./numberShape.js"
import type { CellWarning, Row } from "./Sheet.js"

/** A cell that stands for others like it. */
export interface Example {
  readonly line: number
  readonly value: string
}

/** What all cells of a column show together. */
export interface ColumnEvidence {
  readonly header: string
  /** Cells that are not blank. */
  readonly filled: number
  readonly kinds: Readonly<Record<CellKind, number>>
  /** The first date in figures of each kind, without dots. */
  readonly dates: Readonly<Partial<Record<DateEvidence, Example>>>
  /** The same of dates with dots. */
  readonly dotted: ColumnEvidence["dates"]
  readonly numbers: Readonly<Partial<Record<NumberShape, Example>>>
  /** The currencies of those numbers that have one. */
  readonly currencies: ReadonlySet<string>
  /** Numbers that could count days as Excel does, or milliseconds. */
  readonly dayCounts: number
  /** The distinct values in lower case, or null when there are many. */
  readonly labels: ReadonlySet<string> | null
  /** The longest cell, in UTF-16 units. */
  readonly longest: number
}

/** What one reading of a whole sheet found. */
export interface Survey {
  readonly rows: number
  /** Rows of blanks and rows left out. */
  readonly blank: number
  readonly columns: ReadonlyArray<ColumnEvidence>
  /** The first rows, to be shown. */
  readonly sample: ReadonlyArray<Row>
  readonly warnings: { readonly count: number; readonly first: ReadonlyArray<CellWarning> }
}

const SAMPLE = 5
const MOST_LABELS = 20
const MOST_WARNINGS = 100

type Open<T> = { -readonly [K in keyof T]: T[K] }

const blankColumn = (header: string) => ({
  header,
  filled: 0,
  kinds: { number: 0, date: 0, checkbox: 0, email: 0, url: 0, text: 0 },
  dates: {} as Open<ColumnEvidence["dates"]>,
  dotted: {} as Open<ColumnEvidence["dates"]>,
  numbers: {} as Open<ColumnEvidence["numbers"]>,
  currencies: new Set<string>(),
  dayCounts: 0,
  labels: new Set<string>() as Set<string> | null,
  longest: 0
})

const noteLabel = (column: ReturnType<typeof blankColumn>, cell: string): void => {
  if (column.labels === null) return
  if (cell.length > 50 || column.labels.add(cell.toLowerCase()).size > MOST_LABELS) column.labels = null
}

const note = (column: ReturnType<typeof blankColumn>, raw: string, line: number): void => {
  const value = raw.trim()
  if (value === "") return
  column.filled += 1
  if (raw.length > column.longest) column.longest = raw.length
  const kind = kindOfCell(value)
  column.kinds[kind] += 1
  noteLabel(column, value)
  if (kind === "number") {
    const shape = numberShape(amountIn(value))
    const currency = currencyOf(value)
    if (currency !== "") column.currencies.add(currency)
    if (shape !== null) column.numbers[shape] ??= { line, value }
    if (isDayCount(value)) column.dayCounts += 1
  } else if (kind === "date") {
    const shape = dateShape(value)
    if (shape === null) return
    column[shape.dotted ? "dotted" : "dates"][shape.evidence] ??= { line, value }
  }
}

/** Gathers what the columns of a sheet show, row by row. */
export const surveyOf = (headers: ReadonlyArray<string>) => {
  const columns = headers.map(blankColumn)
  const first: Array<CellWarning> = []
  const sample: Array<Row> = []
  const counts = { rows: 0, blank: 0, warnings: 0 }
  const add = (row: Row): void => {
    counts.warnings += row.warnings.length
    if (first.length < MOST_WARNINGS) first.push(...row.warnings.slice(0, MOST_WARNINGS))
    if (row.cells.length === 0) {
      counts.blank += 1
      return
    }
    counts.rows += 1
    if (sample.length < SAMPLE) sample.push(row)
    for (const [at, column] of columns.entries()) note(column, row.cells[at] ?? "", row.line)
  }
  const found = (): Survey => ({
    ...{ rows: counts.rows, blank: counts.blank, columns, sample },
    warnings: { count: counts.warnings, first }
  })
  return { add, found }
}
