// What a spreadsheet program may take for a formula, or cut away before it does: = + - @ in their plain and their
// full-width forms, tab, line ends and every other control character. OWASP, CSV Injection.
const RISKY = "[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\u0000-\\u001f\\u007f]"
// A negative number is no formula, and with an apostrophe other programs would take it for text.
const TO_QUOTE = new RegExp(`^(?!-\\d+(?:\\.\\d+)?$)'*${RISKY}`, "u")
const QUOTED = new RegExp(`^'+${RISKY}`, "u")

/**
 * A cell that no spreadsheet program runs: a risky one gets an apostrophe in front, and a decimal number (`-1.5`) none.
 * `restoreCell` undoes it.
 */
export const safeCell = (cell: string): string => (TO_QUOTE.test(cell) ? `'${cell}` : cell)

/** The cell as it was before `safeCell`, for every text. */
export const restoreCell = (cell: string): string =>
  cell.charCodeAt(0) === 39 && QUOTED.test(cell) ? cell.slice(1) : cell
