/** A board to read: its groups and tasks, a hundred at a time; what the list leaves out is fetched for one task. */
export const boardScript = `
const boardId = new URLSearchParams(location.search).get("board")
const ROWS = 100
const bodies = new Map()
let shown = 0

const taskRow = (task) => {
  const button = make("button", { type: "button", class: "task", "aria-expanded": "false", "aria-controls": "more-" + task.id }, task.name)
  const row = make("tr", {},
    make("th", { scope: "row" }, button),
    make("td", { "data-label": "Status" }, labelled(task.status)),
    make("td", { "data-label": "Priority" }, labelled(task.priority)),
    make("td", { "data-label": "Due" }, day(task.dueDate)),
    make("td", { "data-label": "Assignees" }, people(task.assignees)))
  button.addEventListener("click", () => toggle(button, row, task))
  return row
}

const makeGroups = () => {
  for (const group of board.groups) {
    const mark = make("span", { class: "dot", "aria-hidden": "true" })
    mark.style.background = group.color
    const body = make("tbody", { hidden: "" }, make("tr", {}, make("th", { scope: "rowgroup", colspan: "5", class: "group" }, mark, " ", group.name)))
    bodies.set(group.id, body)
    byId("tasks").append(body)
  }
}

// The rows that a page adds, or null when it cannot be shown.
const showTasks = async (page) => {
  const listed = await read("/api/tasks?boardId=" + encodeURIComponent(boardId) + "&limit=" + ROWS + "&page=" + page)
  if (listed === null) return null
  if (!listed.ok) {
    showProblem(listed.answer)
    return null
  }
  const added = []
  byId("problem").textContent = ""
  const { pagination, tasks } = listed.answer
  for (const task of tasks) {
    const body = bodies.get(task.groupId)
    if (body === undefined || byId("task-" + task.id)) continue
    const row = taskRow(task)
    row.id = "task-" + task.id
    body.append(row)
    body.hidden = false
    added.push(row)
  }
  shown += added.length
  byId("count").textContent = pagination.total === 0
    ? "This board has no tasks yet."
    : shown < pagination.total
      ? shown.toLocaleString("en") + " of " + plural(pagination.total, "task", "tasks") + " are shown."
      : plural(pagination.total, "task", "tasks") + "."
  byId("show-more").hidden = page >= pagination.totalPages
  byId("table").hidden = shown === 0
  return added
}

const showBoard = () => {
  document.title = board.name + " - Boardwright"
  document.querySelector("h1").textContent = board.name
  byId("description").textContent = board.description
  byId("description").hidden = board.description === ""
  byId("caption").textContent = "Tasks of " + board.name
  makeGroups()
}

const start = async () => {
  const said = notice()
  if (said !== "") show(byId("said"), said)
  const answers = await Promise.all([read("/api/auth/me"), read("/api/boards/" + encodeURIComponent(boardId))])
  if (answers.includes(null)) return
  byId("loading").hidden = true
  const refused = answers.find(({ ok }) => !ok)
  if (refused) {
    byId("retry").hidden = [403, 404].includes(refused.status)
    const reasons = { 403: "You may not read this board: ask someone on it to invite you.", 404: "There is no such board. It may have been deleted." }
    return showProblem({ message: reasons[refused.status] ?? reasonOf(refused.answer) })
  }
  me = answers[0].answer
  board = answers[1].answer
  showBoard()
  byId("retry").hidden = (await showTasks(1)) !== null
}

let next = 2
byId("show-more").addEventListener("click", async () => {
  const added = await showTasks(next)
  if (added === null) return
  next += 1
  added[0]?.querySelector("button").focus()
})
byId("retry").addEventListener("click", () => location.reload())

if (token()) start()
else signedOut("Sign in to see the board.")
`
