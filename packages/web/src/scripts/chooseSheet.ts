/**
 * The file of an import and its columns: `chosen` is what was read, `chosen.kinds` what the columns become. `onChange` is
 * called when what was checked no longer holds.
 */
export const chooseSheetScript = String.raw`
const KINDS = [["name", "Task name"], ["text", "Text"], ["status", "Status"], ["priority", "Priority"], ["date", "Date"],
  ["number", "Number"], ["skip", "Leave out"]]
const DATE_KINDS = [["date day first", "Date, day first"], ["date month first", "Date, month first"]]
const MOST_ROWS = 10000
const MOST_COLUMNS = 100
const MOST_BYTES = 32 * 1024 * 1024
const ON_THE_SERVER = " On the server, the command \"boardwright import FILE\" takes files of any size."
const EXAMPLE = "Task,Bed,Status,Priority,Due,Hours\nDig the beds,North,Done,High,2027-03-01,4\nSow peas,North,In progress,Medium,2027-03-25,1\n" +
  "Plant onions,South,To do,Medium,2027-04-05,2\nBuild a trellis,North,To do,Low,2027-05-01,3\n"

let chosen = null
let onChange = () => {}

const fileError = (text) => {
  byId("file-error").textContent = text
  if (text === "") return byId("file").removeAttribute("aria-invalid")
  byId("file").setAttribute("aria-invalid", "true")
  byId("file").focus()
}

const checkSize = ({ headers, rows }) => {
  if (rows.length === 0) throw new SheetError("This file has a row of column names, and no other row.")
  if (rows.length > MOST_ROWS) {
    throw new SheetError("This file has " + plural(rows.length, "row", "rows") + "; this page imports " + plural(MOST_ROWS, "row", "rows") + " at most." + ON_THE_SERVER)
  }
  if (headers.length > MOST_COLUMNS) {
    throw new SheetError("This file has " + plural(headers.length, "column", "columns") + "; a board takes " + MOST_COLUMNS + ". Remove some in your spreadsheet program.")
  }
}

const setKind = (index, kind) => {
  const before = chosen.kinds.indexOf("name")
  chosen.kinds[index] = kind
  // One column has the names: the one that had them becomes text.
  if (kind === "name" && before !== -1 && before !== index) {
    chosen.kinds[before] = "text"
    byId("becomes-" + before).value = "text"
  }
  onChange()
}

const columnRow = (header, index) => {
  const cells = cellsOf(chosen.sheet, index)
  const kinds = isUnclear(cells) ? [...KINDS, ...DATE_KINDS] : KINDS
  const samples = cells.slice(0, 3).map((cell) => (cell.length > 40 ? cell.slice(0, 39) + "…" : cell))
  const id = "becomes-" + index
  const select = make("select", { id }, ...kinds.map(([kind, text]) => make("option", { value: kind }, text)))
  select.value = chosen.kinds[index]
  select.addEventListener("change", () => setKind(index, select.value))
  return make("tr", {},
    make("th", { scope: "row" }, header),
    make("td", { "data-label": "First cells" }, samples.length === 0 ? make("span", { class: "hint" }, "empty") : samples.join(" · ")),
    make("td", { "data-label": "Becomes" }, make("label", { class: "visually-hidden", for: id }, "Column " + header + " becomes"), select))
}

const showColumns = (headed) => {
  const sheet = sheetOf(chosen.rows, headed)
  checkSize(sheet)
  chosen.sheet = sheet
  chosen.kinds = guessKinds(sheet)
  byId("column-rows").replaceChildren(...sheet.headers.map(columnRow))
  byId("read").textContent = chosen.name + ": " + plural(sheet.rows.length, "row", "rows") + ", " + plural(sheet.headers.length, "column", "columns")
}

const openSheet = async (file) => {
  onChange()
  try {
    if (file.size > MOST_BYTES) throw new SheetError("This file has over 32 MB." + ON_THE_SERVER)
    const rows = readSheetFile(new Uint8Array(await file.arrayBuffer()))
    chosen = { name: file.name, rows }
    const headed = guessHeaded(rows)
    byId("headed").checked = headed
    showColumns(headed)
  } catch (problem) {
    chosen = null
    byId("settings").hidden = true
    byId("read").textContent = ""
    return fileError(problem instanceof SheetError ? problem.message : "This file cannot be read. Choose it once more.")
  }
  fileError("")
  byId("board-name").value = [...file.name.replace(/\.[^.]*$/, "")].slice(0, 255).join("")
  byId("settings").hidden = false
}

const listenForFile = () => {
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files
    if (file) openSheet(file)
  })
  byId("headed").addEventListener("change", () => {
    onChange()
    try {
      showColumns(byId("headed").checked)
      fileError("")
    } catch (problem) {
      if (!(problem instanceof SheetError)) throw problem
      byId("headed").checked = !byId("headed").checked
      fileError(problem.message)
    }
  })
  byId("example").addEventListener("click", () => {
    byId("file").value = ""
    openSheet(new File([EXAMPLE], "Garden plan.csv"))
  })
}
`
