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

/** The columns of the subitems below an item, by the header row above them. */
interface SubitemColumns {
  readonly status: number
}

/** Collects the rows that belong to an item until its subitems are known, which become the lines of its own cell. */
const withSubitems = (at: number) => {
  let held: Array<Row> = []
  let items: Array<string> = []
  const flush = (): ReadonlyArray<Row> => {
    const [item, ...below] = held
    held = []
    if (item === undefined || at === -1) return item === undefined ? [] : [item, ...below]
    // Without rows of their own the names are in one cell, with commas.
    const lines = items.length > 0 ? items : (item.cells[at] ?? "").split(", ")
    items = []
    return [{ ...item, cells: item.cells.map((cell, index) => (index === at ? lines.join("\n") : cell)) }, ...below]
  }
  const add = (row: Row): ReadonlyArray<Row> => {
    if (row.cells.length > 0) {
      const done = flush()
      held = [row]
      return done
    }
    if (held.length === 0) return [row]
    held.push(row)
    return []
  }
  const addSubitem = (row: Row, { status }: SubitemColumns): ReadonlyArray<Row> => {
    if (at === -1 || held.length === 0) return add(leftOut(row, "is a subitem; left out"))
    const name = (row.cells[1] ?? "").trim().replace(/\s+/g, " ")
    const isDone = ["done", "complete", "completed"].includes((row.cells[status] ?? "").trim().toLowerCase())
    items.push(`[${isDone ? "x" : " "}] ${name}`)
    const loses = row.cells.some((cell, index) => index > 1 && index !== status && cell.trim() !== "")
    return add(loses ? leftOut(row, "is a subitem; only its name and state are imported") : { ...row, cells: [] })
  }
  return { add, addSubitem, flush }
}

/**
 * Puts the section that each row is in in a last cell. Rows that are titles or repeated headers become blank; subitems
 * become lines of their item's cell; rows without a name, which sum a section up, are left out with a warning.
 */
export async function* rowsOfSections(
  batches: AsyncIterable<ReadonlyArray<Row>>,
  header: ReadonlyArray<string>,
  firstTitle: string
): AsyncGenerator<Array<Row>> {
  let section = firstTitle
  let subitems: SubitemColumns | null = null
  // A row with a name alone is a title when a header comes next, and else a task.
  let pending: Row | null = null
  const { add, addSubitem, flush } = withSubitems(header.findIndex((cell) => plainHeader(cell) === "subitems"))
  const isHeader = (row: Row): boolean =>
    row.cells.length > 0 && header.every((cell, at) => cell.trim() === (row.cells[at] ?? "").trim())
  const place = (row: Row): ReadonlyArray<Row> => {
    if (row.cells.length === 0) return add(row)
    const [first = "", second = ""] = row.cells
    if (plainHeader(first) === "subitems" && plainHeader(second) === "name") {
      subitems = { status: row.cells.findIndex((cell) => plainHeader(cell) === "status") }
      return add({ ...row, cells: [] })
    }
    if (first.trim() !== "") {
      subitems = null
      return add({ ...row, cells: [...row.cells, section] })
    }
    if (subitems !== null && second.trim() !== "") return addSubitem(row, subitems)
    return add(leftOut(row, "has no name and sums its group up; left out"))
  }
  for await (const batch of batches) {
    const rows: Array<Row> = []
    for (const row of batch) {
      if (isHeader(row)) {
        if (pending !== null) {
          section = (pending.cells[0] ?? "").trim()
          rows.push(...add({ ...pending, cells: [] }))
        }
        pending = null
        rows.push(...add({ ...row, cells: [] }))
        continue
      }
      if (pending !== null) rows.push(...place(pending))
      pending = isTitle(row.cells) ? row : null
      if (pending === null) rows.push(...place(row))
    }
    yield rows
  }
  yield [...(pending === null ? [] : place(pending)), ...flush()]
}
