import type { DateOrder } from "./dateShape.js"
import type { NumberFormat } from "./numberShape.js"
import type { Example } from "./survey.js"

/** How a column's dates are read. */
export interface DateReading {
  /** The order of dates in figures. */
  readonly order: DateOrder
  /** A format in Luxon's tokens that goes before all others, or null. */
  readonly format: string | null
  /** Numbers are days as Excel counts them. */
  readonly excelDays: boolean
  readonly timeZone: string
}

/** What becomes of a column of the sheet. */
export interface ColumnPlan {
  readonly index: number
  readonly header: string
  /** What the board calls the column. */
  readonly name: string
  readonly type: string
  /** Null where cells are no dates. */
  readonly date: DateReading | null
  /** Null where cells stay as they are. */
  readonly number: NumberFormat | null
}

/** Something that the file does not tell and that has to be said: `--date-format` or `--number-format`. */
export interface MappingQuestion {
  readonly column: number
  readonly header: string
  /**
   * `date-order`: days and months could be either, as in the example. `date-conflict`: the examples contradict each
   * other. `number-format`: a number reads differently in English and in German.
   */
  readonly ask: "date-order" | "date-conflict" | "number-format"
  readonly examples: ReadonlyArray<Example>
}

/** What becomes of a sheet's columns. */
export interface Mapping {
  readonly nameIndex: number
  readonly groupIndex: number | null
  /** The board's columns; the column that says when a task is due is the first of type `date`. */
  readonly columns: ReadonlyArray<ColumnPlan>
  /** Columns that are left out: all blank, or told to be. */
  readonly left: ReadonlyArray<{
    readonly index: number
    readonly header: string
    readonly reason: "blank" | "skipped"
  }>
  /** Empty when the mapping can be used as it is. */
  readonly questions: ReadonlyArray<MappingQuestion>
}
