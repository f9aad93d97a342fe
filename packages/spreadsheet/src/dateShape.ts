/** In which order a date in figures gives its parts. */
export type DateOrder = "day-first" | "month-first"

/** What a date in figures shows of its order: decided, undecided (01/02/2026), or the same in both (05/05/2026). */
export type DateEvidence = DateOrder | "unclear" | "either"

/** How a date is written. */
export interface DateShape {
  readonly kind: "iso" | "figures" | "words"
  readonly evidence: DateEvidence
  /** Parted by dots. Where dots are used (31.12.2026) the day comes first, unless a date shows that it does not. */
  readonly dotted: boolean
}

const TIME = String.raw`(?:,?[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?)?`
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/i
const YEAR_FIRST = new RegExp(`^\\d{4}([/.])\\d{1,2}\\1\\d{1,2}${TIME}$`)
const FIGURES = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(?:\\d{4}|\\d{2})${TIME}$`)
const DAY_WORD = new RegExp(
  `^(?:\\p{L}{2,10}\\.?,? )?\\d{1,2}\\.?([ /-])\\p{L}{3,9}\\.?\\1(?:\\d{4}|\\d{2})${TIME}$`,
  "u"
)
const WORD_DAY = new RegExp(`^(?:\\p{L}{2,10}\\.?,? )?\\p{L}{3,9}\\.? \\d{1,2}, ?\\d{4}${TIME}$`, "u")

const figures = (first: number, second: number): DateEvidence | null => {
  if (first < 1 || second < 1 || first > 31 || second > 31 || (first > 12 && second > 12)) return null
  if (first > 12) return "day-first"
  if (second > 12) return "month-first"
  return first === second ? "either" : "unclear"
}

const fixed = (kind: DateShape["kind"]): DateShape => ({ kind, evidence: "either", dotted: false })
const ISO_SHAPE = fixed("iso")
const WORDS_SHAPE = fixed("words")

/** A day of the week before a date, and "Uhr" after its time. */
const BESIDE = /^(?:mo|di|mi|do|fr|sa|so|tu|we|th|su)\p{L}{0,9}\.?,? (?=\d)| uhr$/giu

/** A date without what is beside it and says nothing. */
export const plainDate = (cell: string): string => cell.replace(BESIDE, "")

/** How a trimmed cell writes a date, or null when it is none. Whether there is such a day is not looked at. */
export const dateShape = (given: string): DateShape | null => {
  const cell = plainDate(given)
  if (ISO.test(cell) || YEAR_FIRST.test(cell)) return ISO_SHAPE
  const found = FIGURES.exec(cell)
  if (found !== null) {
    const evidence = figures(Number(found[1]), Number(found[3]))
    return evidence === null ? null : { kind: "figures", evidence, dotted: found[2] === "." }
  }
  return DAY_WORD.test(cell) || WORD_DAY.test(cell) ? WORDS_SHAPE : null
}

/** Whether a number could count days as Excel does (1954 to 2173), or milliseconds since 1970 as ClickUp does (2001 to 2286). */
export const isDayCount = (cell: string): boolean =>
  (/^\d{5}(?:\.\d+)?$/.test(cell) && Number(cell) >= 20_000) || /^[1-9]\d{12}$/.test(cell)
