/** What stands in the row of a task, and below it; `me` and `board` are set before a row is made. */
export const taskCellsScript = `
let me
let board

const labelled = (label) => (label === null || label === "" ? "" : make("span", { class: "label" }, label))

// A day without a time is kept as its midnight in UTC.
const day = (timestamp) => {
  if (timestamp === null) return ""
  const at = new Date(timestamp)
  const options = timestamp.endsWith("T00:00:00.000Z") ? { dateStyle: "medium", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short" }
  return make("time", { datetime: timestamp }, at.toLocaleString("en", options))
}

// The API tells ids of other people, and no names.
const people = (userIds) => {
  const others = userIds.filter((userId) => userId !== me.id).length
  const you = userIds.length > others ? ["you"] : []
  return [...you, ...(others > 0 ? [plural(others, "other person", "other people")] : [])].join(" and ")
}

const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value))

const entry = (name, value) => [make("dt", {}, name), make("dd", {}, value)]

const details = ({ columnValues, comments, description, subtasks }) => {
  const values = board.columns
    .filter(({ id }) => Object.hasOwn(columnValues, id) && columnValues[id] !== null)
    .flatMap(({ id, name }) => entry(name, textOf(columnValues[id])))
  const done = subtasks.filter(({ completed }) => completed).length
  const entries = [
    ...(description === "" ? [] : entry("Description", description)),
    ...values,
    ...(subtasks.length === 0 ? [] : entry("Subtasks", done + " of " + subtasks.length + " done")),
    ...(comments.length === 0 ? [] : entry("Comments", String(comments.length)))
  ]
  return entries.length === 0 ? make("p", { class: "hint" }, "This task has no more values.") : make("dl", {}, ...entries)
}

const toggle = async (button, row, task) => {
  const opened = button.getAttribute("aria-expanded") === "true"
  button.setAttribute("aria-expanded", String(!opened))
  if (opened) return (byId(button.getAttribute("aria-controls")).hidden = true)
  let more = byId(button.getAttribute("aria-controls"))
  if (more === null) {
    more = make("tr", { id: button.getAttribute("aria-controls"), class: "more" }, make("td", { colspan: "5" }, make("p", { class: "hint", role: "status" }, "Loading.")))
    row.after(more)
  }
  more.hidden = false
  if (more.dataset.filled) return
  const got = await read("/api/tasks/" + encodeURIComponent(task.id))
  if (got === null) return
  if (got.ok) more.dataset.filled = "yes"
  more.firstChild.replaceChildren(got.ok ? details(got.answer) : make("p", { class: "error", role: "alert" }, reasonOf(got.answer)))
}
`
