/** How a number is written: which character separates thousands and which decimals. */
export const NUMBER_FORMATS = ["1,234.56", "1.234,56"] as const
export type NumberFormat = (typeof NUMBER_FORMATS)[number]

/** What a number shows of its format. `either` reads the same in both, `unclear` differs (`1.234`). */
export type NumberShape = NumberFormat | "either" | "unclear"

// No leading zeros and no more than 15 digits: a postcode, a phone or an account number stays what it is.
const PLAIN = /^(?:[-+]?(?:0|[1-9]\d{0,6})|-?[1-9]\d{7,14})$/
const POINT = /^[-+]?(?:0|[1-9]\d{0,14})\.\d{1,15}$/
const COMMA = /^[-+]?(?:0|[1-9]\d{0,14}),\d{1,15}$/
const ENGLISH = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,15})?$/
const GERMAN = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,15})?$/
const ONE_GROUP = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/
// "1 234,5", as in French and Swedish, most often with a space that does not break.
const SPACED = /^-?[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{1,15})?$/

const withoutSpaces = (cell: string): string => cell.replace(/[ \u00a0\u202f]/g, "")

/** What a trimmed cell shows of how numbers are written, or null when it is not a number. */
export const numberShape = (cell: string): NumberShape | null => {
  if (PLAIN.test(cell)) return "either"
  if (ONE_GROUP.test(cell)) return "unclear"
  if (POINT.test(cell) || ENGLISH.test(cell)) return "1,234.56"
  if (COMMA.test(cell) || GERMAN.test(cell)) return "1.234,56"
  if (!SPACED.test(cell)) return null
  if (cell.includes(",")) return "1.234,56"
  return cell.includes(".") ? "1,234.56" : "either"
}

/**
 * A number with a point before its decimals and nothing between its thousands, digits unchanged; null when the cell is
 * not a number of that format.
 */
export const readNumber = (cell: string, format: NumberFormat): string | null => {
  const trimmed = cell.trim()
  const shape = numberShape(trimmed)
  if (shape === null || (shape !== "either" && shape !== "unclear" && shape !== format)) return null
  const digits = withoutSpaces(trimmed)
  const plain = format === "1,234.56" ? digits.replaceAll(",", "") : digits.replaceAll(".", "").replace(",", ".")
  return plain.replace(/^\+/, "")
}
