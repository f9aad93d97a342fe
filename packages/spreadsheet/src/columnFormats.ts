import type { ColumnChoice, DateReading, MappingChoices, MappingQuestion } from "./ColumnPlan.js"
import type { DateOrder } from "./dateShape.js"
import type { NumberFormat } from "./numberShape.js"
import type { ColumnEvidence, Example } from "./survey.js"

type Ask = Pick<MappingQuestion, "ask" | "examples">

const examples = (...found: ReadonlyArray<Example | undefined>): ReadonlyArray<Example> =>
  found.filter((example) => example !== undefined)

/** A decision by a column's evidence, or the question that it leaves. */
export type Decision<A> = { readonly decided: A } | { readonly question: Ask }

/**
 * Day or month first: one date that has only one reading decides for those of its column, and for date columns that have none.
 * Without one an unclear date is asked about where there may be `others`, and what shows nothing has the day first.
 */
const decideDateOrder = (
  { "day-first": dayFirst, "month-first": monthFirst, unclear }: ColumnEvidence["dates"],
  others?: ReadonlyArray<ColumnEvidence>
): Decision<DateOrder> => {
  if (dayFirst !== undefined && monthFirst !== undefined) {
    return { question: { ask: "date-conflict", examples: examples(dayFirst, monthFirst) } }
  }
  if (monthFirst !== undefined) return { decided: "month-first" }
  if (dayFirst === undefined && unclear !== undefined && others !== undefined) {
    const order = orderOfOthers(unclear, others)
    return order === null ? { question: { ask: "date-order", examples: [unclear] } } : { decided: order }
  }
  return { decided: "day-first" }
}

/** The orders of dates without and with dots, each of which shows nothing of the other. */
const decideDateOrders = (
  { dates, dotted }: ColumnEvidence,
  others: ReadonlyArray<ColumnEvidence>
): Decision<Pick<DateReading, "order" | "dotted">> => {
  const withDots = decideDateOrder(dotted)
  const without = decideDateOrder(dates, others)
  if ("question" in withDots) return withDots
  return "question" in without ? without : { decided: { order: without.decided, dotted: withDots.decided } }
}

const separatorOf = ({ value }: Example): string | undefined => /[./-]/.exec(value)?.[0]

/** The order that other columns show in dates with the same separator, unless they contradict each other. */
const orderOfOthers = (unclear: Example, others: ReadonlyArray<ColumnEvidence>): DateOrder | null => {
  const separator = separatorOf(unclear)
  const shows = (order: DateOrder): boolean =>
    others.some(({ dates: { [order]: example } }) => example !== undefined && separatorOf(example) === separator)
  const [dayFirst, monthFirst] = [shows("day-first"), shows("month-first")]
  if (dayFirst === monthFirst) return null
  return dayFirst ? "day-first" : "month-first"
}

/** What parts thousands and decimals; null where numbers are written both ways, which then stay as they are. */
const decideNumberFormat = ({ numbers }: Pick<ColumnEvidence, "numbers">): Decision<NumberFormat | null> => {
  const { "1,234.56": english, "1.234,56": german, unclear } = numbers
  if (english !== undefined && german !== undefined) return { decided: null }
  if (german !== undefined) return { decided: "1.234,56" }
  if (english === undefined && unclear !== undefined) {
    return { question: { ask: "number-format", examples: examples(unclear) } }
  }
  return { decided: "1,234.56" }
}

/** How a column's dates are read, as said or as found in it or in the sheet's other date columns. */
export const dateReading = (
  column: ColumnEvidence,
  said: ColumnChoice,
  all: MappingChoices,
  others: ReadonlyArray<ColumnEvidence> = []
): Decision<DateReading> => {
  const format = said.dateFormat ?? all.dateFormat
  const order = format === "day-first" || format === "month-first" ? format : null
  const found: ReturnType<typeof decideDateOrders> =
    format === undefined
      ? decideDateOrders(column, others)
      : { decided: { order: order ?? "day-first", dotted: order ?? "day-first" } }
  if ("question" in found) return found
  const dayCounts = column.dayCounts > 0 && column.dayCounts === column.kinds.number
  return {
    decided: {
      ...found.decided,
      format: order === null ? (format ?? null) : null,
      dayCounts,
      timeZone: all.timeZone ?? "UTC"
    }
  }
}

/** How a column's numbers are written, as said or as found. Excel and JSON write them the English way themselves. */
export const numberReading = (
  column: ColumnEvidence,
  said: ColumnChoice,
  all: MappingChoices,
  typed: boolean
): Decision<NumberFormat | null> => {
  const format = said.numberFormat ?? all.numberFormat
  if (format !== undefined) return { decided: format }
  const found = decideNumberFormat(column)
  return "question" in found && typed ? { decided: "1,234.56" } : found
}
