import { Effect, Stream } from "effect"
import { type CellKind, kindOfCell } from "./cellKind.js"
import { dateShape, type DateEvidence, isExcelDay } from "./dateShape.js"
import { numberShape, type NumberShape } from "./numberShape.js"
import type { CellWarning, FileRefused, FileUnreadable, Row, Sheet } from "./Sheet.js"

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
  /** The first date in figures of each kind; `unclear` are those without dots. */
  readonly dates: Readonly<Partial<Record<DateEvidence, Example>>>
  readonly numbers: Readonly<Partial<Record<NumberShape, Example>>>
  /** Numbers that could be days as Excel counts them. */
  readonly excelDays: number
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
  numbers: {} as Open<ColumnEvidence["numbers"]>,
  excelDays: 0,
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
    const shape = numberShape(value)
    if (shape !== null) column.numbers[shape] ??= { line, value }
    if (isExcelDay(value)) column.excelDays += 1
  } else if (kind === "date") {
    const shape = dateShape(value)
    if (shape === null) return
    const evidence = shape.evidence === "unclear" && shape.dotted ? "either" : shape.evidence
    column.dates[evidence] ??= { line, value }
  }
}

/** Reads a whole sheet once and gathers what its columns show. Fails as its rows do. */
export const survey = (sheet: Sheet): Effect.Effect<Survey, FileRefused | FileUnreadable> =>
  Effect.suspend(() => {
    const columns = sheet.headers.map(blankColumn)
    const found = { rows: 0, blank: 0, sample: [] as Array<Row>, warnings: 0, first: [] as Array<CellWarning> }
    const add = (row: Row): void => {
      found.warnings += row.warnings.length
      if (found.first.length < MOST_WARNINGS) found.first.push(...row.warnings.slice(0, MOST_WARNINGS))
      if (row.cells.length === 0) {
        found.blank += 1
        return
      }
      found.rows += 1
      if (found.sample.length < SAMPLE) found.sample.push(row)
      for (const [at, column] of columns.entries()) note(column, row.cells[at] ?? "", row.line)
    }
    const read = Stream.runForEachChunk(sheet.rows, (rows) =>
      Effect.sync(() => {
        for (const row of rows) add(row)
      })
    )
    return Effect.as(read, found).pipe(
      Effect.map(({ blank, first, rows, sample, warnings }) => ({
        ...{ rows, blank, columns, sample },
        warnings: { count: warnings, first }
      }))
    )
  })
