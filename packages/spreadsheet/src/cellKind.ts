import { amountIn } from "./amount.js"
import { dateShape } from "./dateShape.js"
import { numberShape } from "./numberShape.js"

/** What a filled cell looks like; numbers and dates are told apart by their own shapes. */
export type CellKind = "number" | "date" | "checkbox" | "email" | "url" | "text"

const CHECKS = new Set([
  "true",
  "false",
  "yes",
  "no",
  "ja",
  "nein",
  "wahr",
  "falsch",
  "oui",
  "non",
  "sí",
  "si",
  "x",
  "[x]",
  "☑",
  "☐",
  "✓",
  "✔"
])
const EMAIL = /^[^\s@,;"]+@[^\s@,;"]+\.[^\s@.,;"]{2,}$/
const URL_TEXT = /^https?:\/\/\S+$/i
const HAS_DIGIT = /\d/

/** What a trimmed, filled cell looks like. */
export const kindOfCell = (cell: string): CellKind => {
  if (cell.length <= 6 && CHECKS.has(cell.toLowerCase())) return "checkbox"
  if (cell.includes("@") && EMAIL.test(cell)) return "email"
  if (cell.includes("://") && URL_TEXT.test(cell)) return "url"
  if (cell.length > 40 || !HAS_DIGIT.test(cell)) return "text"
  // (1) may be the number of a list, (1.20) and (1 €) are amounts.
  const isListed = /^\(\d+\)$/.test(cell)
  if (!isListed && numberShape(amountIn(cell)) !== null) return "number"
  return dateShape(cell) === null ? "text" : "date"
}

/** Whether a cell is rather a value than a name of a column. */
export const isValue = (cell: string): boolean => kindOfCell(cell.trim()) !== "text"
