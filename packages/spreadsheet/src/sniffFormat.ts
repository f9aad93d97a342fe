import { sniffEncoding } from "./encoding.js"
import type { SheetFormat } from "./Sheet.js"

/** What the first bytes of a file are, as far as they tell. */
export type FileKind = "zip" | "text" | { readonly unreadable: string }

const SIGNATURES: ReadonlyArray<readonly [signature: string, rule: string]> = [
  ["\xd0\xcf\x11\xe0", "is an old or an encrypted Excel file: save it as .xlsx without a password"],
  ["\x1f\x8b", "is compressed: unpack it first"],
  ["%PDF", "is a PDF, not a spreadsheet"],
  ["{\\rtf", "is a text document, not a spreadsheet"]
]

/** Bytes that are 0 of which a file with as many is not text. Where text has one, its place says more. */
const BINARY_ZEROS = 4

/** The first field of a board's JSON export, wherever its white space is. */
const ARCHIVE = /^\s*\{\s*"format"\s*:\s*"boardwright-board"/

/** The rule that a board's JSON export breaks as a sheet, or null for other text. */
export const archiveRule = (head: string): string | null =>
  ARCHIVE.test(head.replace(/^\ufeff/, ""))
    ? "is a board's JSON export, not a sheet: import it on the server with the command `boardwright import FILE`"
    : null

/** Tells a zip file (as XLSX is) from text, and names what is neither. */
export const kindOf = (head: Uint8Array): FileKind => {
  const start = String.fromCharCode(...head.subarray(0, 8))
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return "zip"
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature))
  if (known !== undefined) return { unreadable: known[1] }
  const zeros = head.filter((byte) => byte === 0).length
  const isText = zeros < BINARY_ZEROS || sniffEncoding(head)?.startsWith("utf-16")
  return isText ? "text" : { unreadable: "is a binary file, not a spreadsheet" }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The format that a text file's beginning shows. JSON begins with a bracket whose value is JSON; several such values,
 * one a line, are NDJSON. What looks like neither is delimited text. The file's extension decides only where a single
 * line could be both.
 */
export const sniffFormat = (head: string, file: string): Exclude<SheetFormat, "xlsx"> => {
  const text = head.trimStart()
  if (!/^(?:\{|\[)/.test(text)) return "csv"
  const end = text.indexOf("\n")
  const [line, rest] = end === -1 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()]
  if (isJson(line) && /^[[{]/.test(rest)) return "ndjson"
  if (isJson(line) && rest === "") return /\.(?:ndjson|jsonl)$/i.test(file) ? "ndjson" : "json"
  // [x] and {y} may begin a line of a spreadsheet; a value of JSON goes on with a value, a key or its end.
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:["[{\]\d-]|true|false|null|$))/.test(text) ? "json" : "csv"
}
