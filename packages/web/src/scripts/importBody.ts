/**
 * `importBody({ name, workspaceId, sheet, kinds })`: what `POST /api/boards/import` takes. Columns left out are not sent.
 * Dates in figures whose order the others of their column show are sent as ISO dates. Pure.
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
  if (Number(day) < 1 || Number(day) > 31 || Number(month) < 1 || Number(month) > 12) return cell
  return match[4] + "-" + month.padStart(2, "0") + "-" + day.padStart(2, "0")
}

const importBody = ({ kinds, name, sheet, workspaceId }) => {
  const used = kinds.flatMap((kind, index) => (kind === "skip" ? [] : [{ index, kind }]))
  const orders = new Map(
    used.filter(({ kind }) => kind === "date").map(({ index }) => [index, dateOrder(cellsOf(sheet, index))])
  )
  // The first column of dates is when a task is due, so the one that says so goes before other dates.
  const due = used.find(({ index, kind }) => kind === "date" && wordsOf.date.includes(plain(sheet.headers[index])))
  const others = used.filter((column) => column !== due)
  const at = used.findIndex(({ kind }) => kind === "date")
  const ordered = due === undefined ? used : [...others.slice(0, at), due, ...others.slice(at)]
  return {
    name,
    workspaceId,
    firstColumnIndex: kinds.indexOf("name"),
    columnMappings: ordered.map(({ index, kind }) => ({
      index,
      name: [...sheet.headers[index]].slice(0, 255).join(""),
      type: kind === "name" ? "text" : kind
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
