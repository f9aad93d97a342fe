import { isValue } from "./cellKind.js"
import { isHeaderWord } from "./headerWords.js"
import type { RawRow } from "./Source.js"

/** Which row holds the headers: found by evidence, none, or the row that begins in a line of the file. */
export type HeaderChoice = "auto" | "none" | { readonly line: number }

const filled = (row: RawRow): ReadonlyArray<string> => row.cells.filter((cell) => cell.trim() !== "")

/** How many cells the most rows fill; of two equally frequent numbers the larger. */
const usualWidth = (rows: ReadonlyArray<RawRow>): number => {
  const seen = new Map<number, number>()
  for (const row of rows) seen.set(filled(row).length, (seen.get(filled(row).length) ?? 0) + 1)
  return [...seen].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/**
 * The row of the headers among the first rows, or null when there is none. By evidence it is the first row that fills
 * at least half as many cells as most rows do, unless its cells are values (numbers, dates, addresses) rather than
 * names and no header word is among them. Titles above it have fewer cells.
 */
export const findHeader = (head: ReadonlyArray<RawRow>, choice: HeaderChoice): RawRow | null => {
  if (choice === "none") return null
  if (choice !== "auto") return head.find((row) => row.line === choice.line) ?? null
  const rows = head.filter((row) => filled(row).length > 0)
  const enough = Math.min(Math.max(2, usualWidth(rows) / 2), Math.max(0, ...rows.map((row) => filled(row).length)))
  const first = rows.find((row) => filled(row).length >= enough)
  if (first === undefined) return null
  const cells = filled(first)
  return cells.some(isHeaderWord) || !cells.some(isValue) ? first : null
}

/** Headers that are distinct and not empty, `width` of them. */
export const nameHeaders = (cells: ReadonlyArray<string>, width: number): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, index) => {
    const header = (cells[index] ?? "").replace(/\s+/g, " ").trim() || `Column ${index + 1}`
    let name = header
    for (let n = 2; taken.has(name); n += 1) name = `${header} ${n}`
    taken.add(name)
    return name
  })
}
