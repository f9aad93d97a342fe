import { plainHeader } from "./headerWords.js"
import type { CellWarning, Row } from "./Sheet.js"
import type { RawRow } from "./Source.js"

/** The header of the column that sections are put in. */
export const SECTION_HEADER = "Group"

const filledOf = (cells: ReadonlyArray<string>): ReadonlyArray<string> => cells.filter((cell) => cell.trim() !== "")

const isTitle = (cells: ReadonlyArray<string>): boolean =>
  (cells[0] ?? "").trim() !== "" && filledOf(cells).length === 1

/**
 * The title of the first section where a sheet is a board in sections, as monday.com writes it: the board's name in a
 * row of its own, and above each repetition of the header, which begins with `Name`, the section's. Null where it isn't.
 */
export const findSections = (above: ReadonlyArray<RawRow>, header: ReadonlyArray<string>): string | null => {
  const rows = above.filter((row) => filledOf(row.cells).length > 0)
  const title = rows.at(-1)
  if (plainHeader(header[0] ?? "") !== "name" || rows.length < 2 || title === undefined) return null
  return rows.every((row) => isTitle(row.cells)) ? (title.cells[0] ?? "").trim() : null
}

const leftOut = (row: Row, message: string): Row => {
  const at = row.cells.findIndex((cell) => cell.trim() !== "")
  const warning: CellWarning = { line: row.line, column: at, value: row.cells[at] ?? "", message }
  return { line: row.line, cells: [], warnings: [...row.warnings, warning] }
}

/**
 * Puts the section that each row is in in a last cell. Rows that are titles or repeated headers become blank; subitems,
 * and rows without a name, which sum a section up, are left out with a warning.
 */
export async function* rowsOfSections(
  batches: AsyncIterable<ReadonlyArray<Row>>,
  header: ReadonlyArray<string>,
  firstTitle: string
): AsyncGenerator<Array<Row>> {
  let section = firstTitle
  let inSubitems = false
  // A row with a name alone is a title when a header comes next, and else a task.
  let pending: Row | null = null
  const isHeader = (row: Row): boolean =>
    row.cells.length > 0 && header.every((cell, at) => cell.trim() === (row.cells[at] ?? "").trim())
  const place = (row: Row): Row => {
    if (row.cells.length === 0) return row
    const [first = "", second = ""] = row.cells
    if (plainHeader(first) === "subitems" && plainHeader(second) === "name") {
      inSubitems = true
      return { ...row, cells: [] }
    }
    if (first.trim() !== "") {
      inSubitems = false
      return { ...row, cells: [...row.cells, section] }
    }
    return leftOut(row, inSubitems ? "is a subitem; left out" : "has no name and sums its group up; left out")
  }
  for await (const batch of batches) {
    const rows: Array<Row> = []
    for (const row of batch) {
      if (isHeader(row)) {
        if (pending !== null) {
          section = (pending.cells[0] ?? "").trim()
          rows.push({ ...pending, cells: [] })
        }
        pending = null
        rows.push({ ...row, cells: [] })
        continue
      }
      if (pending !== null) rows.push(place(pending))
      pending = isTitle(row.cells) ? row : null
      if (pending === null) rows.push(place(row))
    }
    yield rows
  }
  if (pending !== null) yield [place(pending)]
}
