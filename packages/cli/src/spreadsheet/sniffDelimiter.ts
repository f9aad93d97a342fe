import { CsvError, parse } from "csv-parse/sync"

const CANDIDATES = [",", ";", "\t", "|"] as const

/** Rows that are looked at. */
const SAMPLE = 100

interface Evidence {
  readonly delimiter: string
  /** The share of rows that have as many cells as the most rows do. */
  readonly agreement: number
  readonly width: number
}

const count = (text: string, delimiter: string): ReadonlyArray<number> => {
  const widths: Array<number> = []
  const note = (record: ReadonlyArray<string>): null => {
    widths.push(record.length)
    return null
  }
  try {
    const record_delimiter = ["\r\n", "\n", "\r"]
    const relaxed = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true }
    parse(text, { ...relaxed, delimiter, record_delimiter, to: SAMPLE, on_record: note })
  } catch (cause) {
    // The sample may end inside of a cell in quotes; the rows before it are evidence all the same.
    if (!(cause instanceof CsvError)) throw cause
  }
  return widths
}

const weigh = (text: string, delimiter: string): Evidence => {
  const widths = count(text, delimiter)
  const rowsOf = new Map<number, number>()
  for (const width of widths) rowsOf.set(width, (rowsOf.get(width) ?? 0) + 1)
  const several = [...rowsOf].filter(([width]) => width > 1)
  const [width, rows] = several.toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { delimiter, width, agreement: widths.length === 0 ? 0 : rows / widths.length }
}

/**
 * The delimiter that cuts the most of the first rows into equally many cells, quotes respected; of two that do equally
 * well the one that makes more cells. A file of one column has a comma.
 */
export const sniffDelimiter = (head: string): string => {
  const weighed = CANDIDATES.map((delimiter) => weigh(head, delimiter))
  const best = weighed.reduce((a, b) =>
    b.agreement > a.agreement || (b.agreement === a.agreement && b.width > a.width) ? b : a
  )
  return best.agreement < 0.5 ? "," : best.delimiter
}
