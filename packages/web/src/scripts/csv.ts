/**
 * Reads a file of comma-separated values as RFC 4180 has it, and as spreadsheets write it: `readSheetFile(bytes)` gives
 * rows as `{line, cells}`. Pure, so that it can be run apart from a page. Throws a `SheetError` whose message is for
 * people. Quotes inside of a cell that does not begin with one are text; so is what follows a closing quote.
 */
export const csvScript = String.raw`
class SheetError extends Error {}

const decodeText = (bytes) => {
  const begins = (...marks) => marks.every((mark, at) => bytes[at] === mark)
  if (begins(0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes)
  if (begins(0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

const linesIn = (text) => text.split(/\r\n|\r|\n/).length - 1

// The rest of a quoted cell that begins at "from", which is after its opening quote.
const readQuoted = (text, from, line) => {
  let cell = ""
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) throw new SheetError("Line " + line + " opens a quote that is never closed.")
    cell += text.slice(from, close)
    if (text[close + 1] !== '"') return { cell, at: close + 1 }
    cell += '"'
    from = close + 2
  }
}

const readRows = (text, delimiter, most = Infinity) => {
  const rows = []
  let row = { line: 1, cells: [] }
  let line = 1
  let at = 0
  const endRow = () => {
    rows.push(row)
    row = { line, cells: [] }
  }
  while (at < text.length && rows.length < most) {
    const quoted = text[at] === '"' ? readQuoted(text, at + 1, line) : { cell: "", at }
    line += linesIn(quoted.cell)
    let end = quoted.at
    while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1
    row.cells.push(quoted.cell + text.slice(quoted.at, end))
    at = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1)
    if (text[end] === delimiter && at < text.length) continue
    if (text[end] === delimiter) row.cells.push("")
    line += 1
    endRow()
  }
  return rows
}

const weigh = (text, delimiter) => {
  const widths = new Map()
  let rows
  try {
    rows = readRows(text, delimiter, 100)
  } catch (problem) {
    if (!(problem instanceof SheetError)) throw problem
    return { delimiter, agreement: 0, width: 1 }
  }
  for (const { cells } of rows) if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const [width, count] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return { delimiter, width, agreement: rows.length === 0 ? 0 : count / rows.length }
}

// The delimiter that cuts the most of the first rows into equally many cells; of two, the one that makes more cells.
const sniffDelimiter = (text) =>
  [",", ";", "\t", "|"]
    .map((delimiter) => weigh(text, delimiter))
    .reduce((a, b) => (b.agreement > a.agreement || (b.agreement === a.agreement && b.width > a.width) ? b : a)).delimiter

const readSheetFile = (bytes) => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    throw new SheetError("This is a workbook. Save the sheet as CSV in your spreadsheet program, and choose that file.")
  }
  const text = decodeText(bytes)
  if (text.includes("\0")) throw new SheetError("This is not a text file. Choose a file of comma-separated values (CSV).")
  const named = /^sep=([,;\t|])[\r\n]/i.exec(text)
  const rows = readRows(text, named ? named[1] : sniffDelimiter(text)).slice(named ? 1 : 0)
  if (!rows.some(({ cells }) => cells.some((cell) => cell.trim() !== ""))) throw new SheetError("This file is empty.")
  return rows
}
`
