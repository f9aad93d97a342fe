/** An import: a file is chosen, checked by the server without storing anything, and then made a board of. */
export const importScript = `
const workspaceId = new URLSearchParams(location.search).get("import")
const MOST_BODY = 16 * 1024 * 1024
const WARNINGS = 50
const UNANSWERED = "The server cannot be reached. Before you try again, see in your account whether the board has been made."
const form = byId("import")

// Where the server found something, in the words of the file: it counts rows and columns from 0.
const lineOf = (row) => "Line " + (chosen.sheet.rows[row]?.line ?? row + 1)
const headerOf = (column) => chosen.sheet.headers[column] ?? "Column " + (column + 1)

const inWords = ({ message, path }) => {
  const [field, row, column] = path
  if (field === "rows" && row !== undefined) {
    return lineOf(Number(row)) + (column === undefined ? " " : ", column " + headerOf(Number(column)) + ": ") + message
  }
  return path.join(" ") + " " + message
}

const refuse = ({ answer, status }) => {
  const reasons = {
    403: "You may not import into this workspace: only its owner may.",
    404: "This workspace does not exist any more.",
    413: "This file is too large for the server." + ON_THE_SERVER
  }
  const details = (answer.details ?? []).filter(({ path }) => path[0] !== "name").slice(0, 10).map(inWords)
  const atName = (answer.details ?? []).filter(({ path }) => path[0] === "name").map(({ message }) => ["board-name", message])
  showErrors(form, atName, [reasons[status] ?? reasonOf(answer), ...details].join(". "))
}

const post = (body, dryRun) => write("/api/boards/import" + (dryRun ? "?dryRun=true" : ""), body)

// The body to send, or null when the form says why there is none.
const bodyOf = () => {
  if (chosen === null) {
    fileError("Choose a file.")
    return null
  }
  const name = byId("board-name").value.trim()
  const wrong = name === "" ? [["board-name", "must not be empty"]] : []
  const nameless = chosen.kinds.includes("name") ? "" : "No column has the names of the tasks: choose “Task name” for one."
  showErrors(form, wrong, nameless)
  if (wrong.length > 0 || nameless !== "") return null
  const body = importBody({ kinds: chosen.kinds, name, sheet: chosen.sheet, workspaceId })
  if (new Blob([JSON.stringify(body)]).size <= MOST_BODY) return body
  showErrors(form, [], "This file is too large to be sent." + ON_THE_SERVER)
  return null
}

const busily = async (button, work) => {
  if (button.getAttribute("aria-busy") === "true") return
  button.setAttribute("aria-busy", "true")
  try {
    await work()
  } finally {
    button.removeAttribute("aria-busy")
  }
}

const warningRow = ({ column, message, row, value }) =>
  make("tr", {}, make("th", { scope: "row" }, lineOf(row)), make("td", { "data-label": "Column" }, headerOf(column)),
    make("td", { "data-label": "Cell" }, value.length > 60 ? value.slice(0, 59) + "…" : value), make("td", { "data-label": "What" }, message))

const showPlan = ({ imported, skipped, warnings }) => {
  byId("import-now").textContent = "Import " + plural(imported, "task", "tasks")
  byId("import-now").hidden = imported === 0
  byId("warning-rows").replaceChildren(...warnings.slice(0, WARNINGS).map(warningRow))
  byId("warnings").hidden = warnings.length === 0
  byId("warnings-caption").textContent = warnings.length > WARNINGS ? "The first " + WARNINGS + " of " + plural(warnings.length, "warning", "warnings") : "Warnings"
  byId("plan").hidden = false
  const parts = [plural(imported, "task", "tasks") + " will be made"]
  if (skipped > 0) parts.push(plural(skipped, "blank row", "blank rows") + " skipped")
  parts.push(warnings.length === 0 ? "no warnings" : plural(warnings.length, "warning", "warnings"))
  show(byId("outcome"), parts.join(", ") + ".")
}

form.noValidate = true
form.addEventListener("submit", (event) => {
  event.preventDefault()
  busily(byId("check"), async () => {
    const body = bodyOf()
    if (body === null) return
    const answered = await post(body, true)
    if (!answered.ok) return refuse(answered)
    showPlan(answered.answer)
  })
})

byId("import-now").addEventListener("click", () =>
  busily(byId("import-now"), async () => {
    const body = bodyOf()
    if (body === null) return
    const answered = await post(body, false)
    if (answered.status === 0) return showErrors(form, [], UNANSWERED)
    if (!answered.ok) return refuse(answered)
    const { board, imported } = answered.answer
    byId("import-now").hidden = true
    goTo("/account?board=" + encodeURIComponent(board.id), plural(imported, "task is", "tasks are") + " imported.")
  })
)

onChange = () => {
  byId("plan").hidden = true
  byId("import-alert").textContent = ""
}
byId("board-name").addEventListener("input", onChange)

const start = async () => {
  listenForSignIn()
  listenForFile()
  const got = await read("/api/workspaces/" + encodeURIComponent(workspaceId))
  if (got === null) return
  byId("loading").hidden = true
  if (!got.ok) {
    const missing = got.status === 404 || got.status === 403
    byId("retry").hidden = missing
    return showProblem(missing ? { message: "There is no workspace of yours at this address." } : got.answer)
  }
  byId("into").textContent = got.answer.name
  byId("ready").hidden = false
}
byId("retry").addEventListener("click", () => location.reload())

if (token()) start()
else signedOut("Sign in to import a spreadsheet.")
`
