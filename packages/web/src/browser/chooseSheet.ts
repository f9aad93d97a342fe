import type { Source } from "@boardwright/spreadsheet"
import { byId, make, plural } from "./dom.js"
import type * as Reading from "./reading.js"
import type { ReadFile } from "./openFile.js"

const EXAMPLE = `Task,Bed,Status,Priority,Due,Hours
Dig the beds,North,Done,High,2027-03-01,4
Sow peas,North,In progress,Medium,2027-03-25,1
Plant onions,South,To do,Medium,2027-04-05,2
Build a trellis,North,To do,Low,2027-05-01,3
`

/** Where the script that reads files is served; it is loaded when one is chosen. */
const READING: string = "/account/reading.js"

/** The file that is chosen, and what its columns become. */
export interface Chosen extends ReadFile {
  readonly reading: typeof Reading
  readonly source: Source
  kinds: ReadonlyArray<string>
}

let chosen: Chosen | null = null
let onChange = (): void => undefined

export const chosenSheet = (): Chosen | null => chosen

// The message comes from a script that was loaded apart.
const problemOf = (cause: unknown): string =>
  cause instanceof Error && "_tag" in cause && cause._tag === "FileRefused"
    ? cause.message
    : "This file cannot be read. Choose it once more."

const fileError = (text: string): void => {
  byId("file-error").textContent = text
  if (text === "") return byId("file").removeAttribute("aria-invalid")
  byId("file").setAttribute("aria-invalid", "true")
  byId("file").focus()
}
export const askForFile = (): void => fileError("Choose a file.")

const setKind = (file: Chosen, index: number, kind: string): void => {
  file.kinds = file.reading.choose(file.kinds, index, kind)
  for (const [at, each] of file.kinds.entries()) byId<HTMLSelectElement>(`becomes-${at}`).value = each
  onChange()
}

const samplesOf = ({ rows }: ReadFile, index: number): ReadonlyArray<string> => {
  const samples: Array<string> = []
  for (const { cells } of rows) {
    const cell = cells[index]?.trim() ?? ""
    if (cell !== "") samples.push(cell.length > 40 ? `${cell.slice(0, 39)}…` : cell)
    if (samples.length === 3) break
  }
  return samples
}

const columnRow = (file: Chosen, header: string, index: number): HTMLElement => {
  const kinds = file.reading.kindsFor(file, index)
  const samples = samplesOf(file, index)
  const id = `becomes-${index}`
  const select = make("select", { id }, ...kinds.map(([value, text]) => make("option", { value }, text)))
  select.value = file.kinds[index] ?? "text"
  select.addEventListener("change", () => setKind(file, index, select.value))
  const label = make("label", { class: "visually-hidden", for: id }, `Column ${header} becomes`)
  const shown = samples.length === 0 ? make("span", { class: "hint" }, "empty") : samples.join(" · ")
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, header),
    make("td", { "data-label": "First cells" }, shown),
    make("td", { "data-label": "Becomes" }, label, select)
  )
}

const showColumns = (reading: typeof Reading, source: Source, file: ReadFile): void => {
  const found: Chosen = { ...file, reading, source, kinds: reading.kindsOf(file) }
  chosen = found
  byId<HTMLInputElement>("headed").checked = file.headerLine !== null
  byId("column-rows").replaceChildren(...file.headers.map((header, index) => columnRow(found, header, index)))
  const counts = [plural(file.rows.length, "row", "rows"), plural(file.headers.length, "column", "columns")]
  byId("read").textContent = `${source.file}: ${counts.join(", ")}`
}

const openChosen = async (file: File): Promise<void> => {
  onChange()
  try {
    const reading = (await import(READING)) as typeof Reading
    const source = await reading.openFile(file)
    showColumns(reading, source, await reading.readSheet(source, "auto"))
  } catch (problem) {
    chosen = null
    byId("settings").hidden = true
    byId("read").textContent = ""
    return fileError(problemOf(problem))
  }
  fileError("")
  byId<HTMLInputElement>("board-name").value = [...file.name.replace(/\.[^.]*$/, "")].slice(0, 255).join("")
  byId("settings").hidden = false
}

// Where the header was not found it is the first row that is not blank.
const changeHeader = async ({ reading, rows, source }: Chosen, headed: boolean): Promise<void> => {
  onChange()
  try {
    const line = rows.find(({ cells }) => cells.length > 0)?.line ?? 1
    const found = await reading.readSheet(source, headed ? "auto" : "none")
    const file = headed && found.headerLine === null ? await reading.readSheet(source, { line }) : found
    showColumns(reading, source, file)
    fileError("")
  } catch (problem) {
    byId<HTMLInputElement>("headed").checked = !headed
    fileError(problemOf(problem))
  }
}

/** Listens for a file and for what its columns become; `changed` is called when a checked import no longer holds. */
export const listenForFile = (changed: () => void): void => {
  onChange = changed
  const input = byId<HTMLInputElement>("file")
  input.addEventListener("change", () => {
    const file = input.files?.[0]
    if (file) void openChosen(file)
  })
  const headed = byId<HTMLInputElement>("headed")
  headed.addEventListener("change", () => {
    if (chosen !== null) void changeHeader(chosen, headed.checked)
  })
  byId("example").addEventListener("click", () => {
    input.value = ""
    void openChosen(new File([EXAMPLE], "Garden plan.csv"))
  })
}
