import { readRow } from "./csvRows.js"
import { isHeaderWord } from "./headerWords.js"

const CANDIDATES = [",", ";", "\t", "|"] as const

/** Rows that are looked at. */
const SAMPLE = 100

interface Evidence {
  readonly delimiter: string
  /** The share of rows that have as many cells as the most rows do. */
  readonly agreement: number
  readonly width: number
}

// The sample may end inside a cell in quotes; the rows before it are evidence all the same.
const widthsOf = (text: string, delimiter: string): ReadonlyArray<number> => {
  const widths: Array<number> = []
  let at = 0
  while (at < text.length && widths.length < SAMPLE) {
    const row = readRow(text, at, delimiter, true)
    if ("unclosed" in row) break
    if (row.cells.length > 1 || row.cells[0] !== "") widths.push(row.cells.length)
    at = row.end
  }
  return widths
}

const weigh = (text: string, delimiter: string): Evidence => {
  const widths = widthsOf(text, delimiter)
  const rowsOf = new Map<number, number>()
  for (const width of widths) rowsOf.set(width, (rowsOf.get(width) ?? 0) + 1)
  const several = [...rowsOf].filter(([width]) => width > 1)
  const [width, rows] = several.toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { delimiter, width, agreement: widths.length === 0 ? 0 : rows / widths.length }
}

/**
 * The delimiter that cuts the most of the first rows into equally many cells, quotes respected; of two that do equally
 * well the one that makes more cells. A list under one header word is cut by none: its delimiter is one that it lacks.
 */
export const sniffDelimiter = (head: string): string => {
  const first = head.split(/[\r\n]+/).find((line) => line.trim() !== "") ?? ""
  if (isHeaderWord(first)) return CANDIDATES.find((delimiter) => !head.includes(delimiter)) ?? ","
  const weighed = CANDIDATES.map((delimiter) => weigh(head, delimiter))
  const best = weighed.reduce((a, b) =>
    b.agreement > a.agreement || (b.agreement === a.agreement && b.width > a.width) ? b : a
  )
  return best.agreement < 0.5 ? "," : best.delimiter
}
