/**
 * `importBody({ name, workspaceId, sheet, kinds })`: what `POST /api/boards/import` takes. Columns left out are not sent.
 * Dates in figures whose order the others of their column show, or the kind ("date day first"), are sent as ISO dates.
 * Pure.
 */
export const importBodyScript = String.raw`
const FIGURES = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

// How a column writes its dates: which of the two figures is the day; "unclear" when its cells show neither or both.
const dateOrder = (cells) => {
  const found = cells.map((cell) => FIGURES.exec(cell)).filter((match) => match !== null)
  const dayFirst = found.some((match) => Number(match[1]) > 12 || match[2] === ".")
  const monthFirst = found.some((match) => Number(match[3]) > 12 && match[2] !== ".")
  return dayFirst === monthFirst ? "unclear" : dayFirst ? "day first" : "month first"
}

const isoDate = (cell, order) => {
  const match = FIGURES.exec(cell.trim())
  if (match === null || order === "unclear") return cell
  const [day, month] = order === "day first" ? [match[1], match[3]] : [match[3], match[1]]
  const iso = match[4] + "-" + month.padStart(2, "0") + "-" + day.padStart(2, "0")
  const at = new Date(iso + "T00:00:00Z")
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : cell
}

// Whether the cells leave open which figure is the day, so that somebody has to say it.
const isUnclear = (cells) => cells.some((cell) => FIGURES.test(cell)) && dateOrder(cells) === "unclear"

const isDates = ({ kind }) => kind.startsWith("date")

const importBody = ({ kinds, name, sheet, workspaceId }) => {
  const used = kinds.flatMap((kind, index) => (kind === "skip" ? [] : [{ index, kind }]))
  const orderOf = ({ index, kind }) => (kind === "date" ? dateOrder(cellsOf(sheet, index)) : kind.slice("date ".length))
  const orders = new Map(used.filter(isDates).map((column) => [column.index, orderOf(column)]))
  // The first column of dates is when a task is due, so the one that says so goes before other dates.
  const due = used.find((column) => isDates(column) && wordsOf.date.includes(plain(sheet.headers[column.index])))
  const others = used.filter((column) => column !== due)
  const at = used.findIndex(isDates)
  const ordered = due === undefined ? used : [...others.slice(0, at), due, ...others.slice(at)]
  return {
    name,
    workspaceId,
    firstColumnIndex: kinds.indexOf("name"),
    columnMappings: ordered.map(({ index, kind }) => ({
      index,
      name: [...sheet.headers[index]].slice(0, 255).join(""),
      type: kind === "name" ? "text" : kind.split(" ")[0]
    })),
    rows: sheet.rows.map(({ cells }) =>
      Object.fromEntries(
        used
          .filter(({ index }) => !isBlank(cells[index]))
          .map(({ index }) => [index, orders.has(index) ? isoDate(cells[index], orders.get(index)) : cells[index]])
      )
    )
  }
}
`
