import { amountIn } from "./amount.js"
import type { ColumnPlan } from "./ColumnPlan.js"
import { readNumber } from "./numberShape.js"
import { type FormatReader, readDate } from "./readDate.js"
import type { CellWarning } from "./Sheet.js"

/** A cell as the core's import takes it, and what there is to say of it. */
export interface NormalisedCell {
  readonly value: string
  readonly warning: CellWarning | null
}

/** Most readings that a column remembers: dates repeat. */
const REMEMBERED = 10_000

const remember = (read: (cell: string) => string | null) => {
  const known = new Map<string, string | null>()
  return (cell: string): string | null => {
    const found = known.get(cell)
    if (found !== undefined) return found
    const made = read(cell)
    if (known.size < REMEMBERED) known.set(cell, made)
    return made
  }
}

/**
 * How the cells of a column become what the core's import takes: dates become ISO 8601, numbers get a decimal point and
 * lose what parts their thousands, other cells stay. A cell that is not a date or number stays too, with a warning.
 */
export const normaliseCell = (plan: Pick<ColumnPlan, "index" | "date" | "number">, readFormat?: FormatReader) => {
  const { date, index, number } = plan
  const rule =
    date !== null
      ? `is not a date${date.format === null ? "" : ` as in ${date.format}`} from 1000 to 9999; kept as text`
      : `is not a number as in ${number}; kept as text`
  const read =
    date !== null
      ? remember((cell) => readDate(cell, date, readFormat))
      : number !== null
        ? (cell: string) => readNumber(amountIn(cell.trim()), number)
        : null
  return (cell: string, line: number): NormalisedCell => {
    if (read === null || cell.trim() === "") return { value: cell, warning: null }
    const value = read(cell)
    if (value !== null) return { value, warning: null }
    return { value: cell, warning: { line, column: index, value: cell, message: rule } }
  }
}
