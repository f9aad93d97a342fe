import { rankOf } from "./headerWords.js"
import { hasLabelsOf } from "./knownLabels.js"
import type { ColumnEvidence } from "./survey.js"

/** The label of a date that is not when a task is due. */
export const HISTORY_TYPE = "timestamp"

/** Dates enough that the column is one of dates: the others will be warned of. */
const DATES_ENOUGH = 0.8
/** The same below a header that says so. */
const DATES_EXPECTED = 0.5

/** Cells enough to tell choices from texts, and how many there are of each choice on average. */
const CHOICES_ENOUGH = 20
const CELLS_PER_CHOICE = 5

const isDates = ({ dayCounts, filled, kinds }: ColumnEvidence): boolean =>
  kinds.date >= filled * DATES_EXPECTED || dayCounts === filled

/**
 * The type of a column by its header's words as far as its cells do not contradict, else by its cells: `status`,
 * `priority`, `date`, `timestamp`, `person`, `email`, `labels`, `number`, `checkbox`, `url`, `dropdown` or `text`.
 */
export const inferType = (column: ColumnEvidence): string => {
  const { currencies, filled, kinds, labels } = column
  // A repeated header got a number.
  const header = column.header.replace(/ \d+$/, "")
  const means = (meaning: Parameters<typeof rankOf>[1]): boolean => rankOf(header, meaning) !== null
  if (means("status")) return "status"
  if (means("priority")) return "priority"
  if (means("due") && isDates(column)) return "date"
  if (means("history") && isDates(column)) return HISTORY_TYPE
  if (means("person")) return "person"
  if (means("email")) return "email"
  if (means("labels")) return "labels"
  // Of a version 1.4.12 is no date, and 1.10 no number.
  if (filled === 0 || /\bversions?\b/i.test(header)) return "text"
  if (kinds.date >= filled * DATES_ENOUGH) return "date"
  // A cell that is not a number, such as 01067, shows that all are codes. Two currencies add up to nothing.
  if (kinds.number === filled && currencies.size < 2) return "number"
  if (kinds.checkbox === filled) return "checkbox"
  if (kinds.email === filled) return "email"
  if (kinds.url === filled) return "url"
  if (hasLabelsOf("status", labels)) return "status"
  if (hasLabelsOf("priority", labels)) return "priority"
  return labels !== null && filled >= Math.max(CHOICES_ENOUGH, labels.size * CELLS_PER_CHOICE) ? "dropdown" : "text"
}
