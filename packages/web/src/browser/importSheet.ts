import type { Workspace } from "@boardwright/client"
import type { CellWarning } from "@boardwright/spreadsheet"
import { askForFile, type Chosen, chosenSheet, listenForFile } from "./chooseSheet.js"
import { busily, byId, make, plural, show, showProblem } from "./dom.js"
import { type FieldError, showErrors } from "./form.js"
import { ON_THE_SERVER } from "./onTheServer.js"
import { type AnswerOf, reasonOf, type Response } from "./request.js"
import { goTo, listenForSignIn, read, signedOut, token, write } from "./session.js"

type Imported = AnswerOf<"boards", "import">

const workspaceId = new URLSearchParams(location.search).get("import") ?? ""
const MOST_BODY = 16 * 1024 * 1024
/** Warnings that are shown. */
const WARNINGS = 50
const form = byId<HTMLFormElement>("import")

const headerOf = ({ headers }: Chosen, column: number | null): string =>
  column === null ? "" : (headers[column] ?? "Group")

const lineOf = ({ rows }: Chosen, row: number): number => rows[row]?.line ?? row + 1

// Where the server found something, in the words of the file: it counts rows and columns from 0.
const inWords = (
  file: Chosen,
  { message, path }: { readonly message: string; readonly path: ReadonlyArray<string> }
) => {
  const [field, row, column] = path
  if (field !== "rows" || row === undefined) return `${path.join(" ")} ${message}`
  const line = `Line ${lineOf(file, Number(row))}`
  return column === undefined ? `${line} ${message}` : `${line}, column ${headerOf(file, Number(column))}: ${message}`
}

const REASONS: Readonly<Record<number, string>> = {
  0: "The server cannot be reached. Before you try again, see in your account whether the board has been created.",
  403: "You may not import into this workspace: only its owner may.",
  404: "This workspace does not exist any more.",
  413: `This file is too large for the server.${ON_THE_SERVER}`
}

const showRefusal = (file: Chosen, { answer, ok, status }: Response<Imported>, written: boolean): void => {
  if (ok) return
  const all = answer.details ?? []
  const details = all.filter(({ path }) => path[0] !== "name").map((detail) => inWords(file, detail))
  const atName = all.filter(({ path }) => path[0] === "name").map(({ message }): FieldError => ["board-name", message])
  const reason = status === 0 && !written ? undefined : REASONS[status]
  showErrors(form, atName, [reason ?? reasonOf(answer), ...details.slice(0, 10)].join(". "))
}

// What is to be sent, or null where the form says why there is nothing.
const preparedImport = () => {
  const file = chosenSheet()
  if (file === null) {
    askForFile()
    return null
  }
  const name = byId<HTMLInputElement>("board-name").value.trim()
  const wrong: ReadonlyArray<FieldError> = name === "" ? [["board-name", "must not be empty"]] : []
  const mapping = file.reading.mappingOf(file, file.kinds)
  showErrors(form, wrong, mapping === null ? "No column has the names of the tasks: choose “Task name” for one." : "")
  if (wrong.length > 0 || mapping === null) return null
  const { body, warnings } = file.reading.importBody({ mapping, name, sheet: file, workspaceId })
  if (new Blob([JSON.stringify(body)]).size <= MOST_BODY) return { body, file, warnings }
  showErrors(form, [], `This file is too large to be sent.${ON_THE_SERVER}`)
  return null
}

const post = (body: unknown, dryRun: boolean): Promise<Response<Imported>> =>
  write<Imported>(`/api/boards/import${dryRun ? "?dryRun=true" : ""}`, body)

const warningRow = (file: Chosen, { column, line, message, value }: CellWarning): HTMLElement =>
  make(
    "tr",
    {},
    make("th", { scope: "row" }, `Line ${line}`),
    make("td", { "data-label": "Column" }, headerOf(file, column)),
    make("td", { "data-label": "Cell" }, value.length > 60 ? `${value.slice(0, 59)}…` : value),
    make("td", { "data-label": "What" }, message)
  )

const keptIn = (cells: number): string => `; kept as text in ${plural(cells, "cell", "cells")}`

// Of one cell the first warning says what was expected of it.
const allWarnings = (file: Chosen, own: ReadonlyArray<CellWarning>, { columnWarnings = [], warnings }: Imported) => {
  const said = new Set(own.map(({ column, line }) => `${line} ${column}`))
  const misfits = columnWarnings.map(({ cells, message, ...first }) => ({ ...first, message: message + keptIn(cells) }))
  const others = [...warnings, ...misfits].flatMap(({ row, ...warning }): ReadonlyArray<CellWarning> => {
    const line = lineOf(file, row)
    const place = `${line} ${warning.column}`
    if (said.has(place)) return []
    said.add(place)
    return [{ ...warning, line }]
  })
  return [...own, ...others].toSorted((a, b) => a.line - b.line)
}

const showPlan = (file: Chosen, { imported, skipped }: Imported, warnings: ReadonlyArray<CellWarning>): void => {
  const count = plural(warnings.length, "warning", "warnings")
  byId("import-now").textContent = `Import ${plural(imported, "task", "tasks")}`
  byId("import-now").hidden = imported === 0
  byId("warning-rows").replaceChildren(...warnings.slice(0, WARNINGS).map((warning) => warningRow(file, warning)))
  byId("warnings").hidden = warnings.length === 0
  byId("warnings-caption").textContent = warnings.length > WARNINGS ? `The first ${WARNINGS} of ${count}` : "Warnings"
  byId("plan").hidden = false
  const parts = [`${plural(imported, "task", "tasks")} will be created`]
  if (skipped > 0) parts.push(`${plural(skipped, "blank row", "blank rows")} skipped`)
  parts.push(warnings.length === 0 ? "no warnings" : count)
  show(byId("outcome"), `${parts.join(", ")}.`)
}

form.noValidate = true
form.addEventListener("submit", (event) => {
  event.preventDefault()
  void busily(byId("check"), async () => {
    const prepared = preparedImport()
    if (prepared === null) return
    const { body, file, warnings } = prepared
    const response = await post(body, true)
    if (response.ok) showPlan(file, response.answer, allWarnings(file, warnings, response.answer))
    else showRefusal(file, response, false)
  })
})

byId("import-now").addEventListener("click", () =>
  busily(byId("import-now"), async () => {
    const prepared = preparedImport()
    if (prepared === null) return
    const response = await post(prepared.body, false)
    if (!response.ok) return showRefusal(prepared.file, response, true)
    const { board, imported } = response.answer
    byId("import-now").hidden = true
    if (board !== null) {
      goTo(`/account?board=${encodeURIComponent(board.id)}`, `${plural(imported, "task is", "tasks are")} imported.`)
    }
  })
)

const forgetPlan = (): void => {
  byId("plan").hidden = true
  byId("import-alert").textContent = ""
}
byId("board-name").addEventListener("input", forgetPlan)

const start = async (): Promise<void> => {
  listenForSignIn()
  listenForFile(forgetPlan)
  const response = await read<Workspace>(`/api/workspaces/${encodeURIComponent(workspaceId)}`)
  if (response === null) return
  byId("loading").hidden = true
  if (!response.ok) {
    const missing = response.status === 404 || response.status === 403
    byId("retry").hidden = missing
    return showProblem(missing ? { message: "There is no workspace of yours at this address." } : response.answer)
  }
  byId("into").textContent = response.answer.name
  byId("ready").hidden = false
}
byId("retry").addEventListener("click", () => location.reload())

if (token()) void start()
else signedOut("Sign in to import a spreadsheet.")
