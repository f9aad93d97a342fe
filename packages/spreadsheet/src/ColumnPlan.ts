import type { DateOrder } from "./dateShape.js"
import type { NumberFormat } from "./numberShape.js"
import type { Example } from "./survey.js"

/** How a column's dates are read. */
export interface DateReading {
  /** The order of dates in figures without dots. */
  readonly order: DateOrder
  /** The order of those with dots. */
  readonly dotted: DateOrder
  /** A format in Luxon's tokens that goes before all others, or null. */
  readonly format: string | null
  /** Numbers count days as Excel does, or milliseconds. */
  readonly dayCounts: boolean
  readonly timeZone: string
}

/** Values of a field by label in lower case. */
export type Meanings = Readonly<Record<string, string>>

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
  /** What the labels of a status or priority mean, where the sheet says it. */
  readonly meanings?: Meanings | undefined
  /** True of a column of people where the sheet says that they are the assignees. */
  readonly isAssigned?: boolean
  /** Where no column is a status: a task is done whose cell is filled and is not a no. */
  readonly marksDone?: boolean
  /** Of a column of parents: the column whose cells it names, besides the names. */
  readonly keyIndex?: number
}

/** What becomes of a column where that is chosen and not inferred. */
export interface ColumnChoice {
  /**
   * Any label of a board column; `status`, `priority` and `date` fill the task's own fields, `skip` leaves it out, and
   * `assignees`, `description`, `checklist` and `parent` are parts of the task. `done` keeps the type that the column has
   * by its cells, and adds a status.
   */
  readonly type?: string
  /** What the board calls the column. */
  readonly name?: string
  /** `day-first`, `month-first`, or a format in Luxon's tokens, as `dd.MM.yyyy HH:mm`. */
  readonly dateFormat?: string
  readonly numberFormat?: NumberFormat
  readonly meanings?: Meanings
  readonly isAssigned?: boolean
}

/** What is chosen of a sheet's columns; formats without a column are for all that have none of their own. */
export interface MappingChoices extends Pick<ColumnChoice, "dateFormat" | "numberFormat"> {
  readonly nameIndex?: number
  /** Null: there is no group column. */
  readonly groupIndex?: number | null
  readonly columns?: ReadonlyMap<number, ColumnChoice>
  /** The zone of times that name none, by default UTC. */
  readonly timeZone?: string
}

/** Something that the file leaves open and that has to be said: `--date-format` or `--number-format`. */
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
