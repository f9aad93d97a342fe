import type { Board, TaskDetails, TaskSummary, User } from "@boardwright/client"
import { dayText } from "./days.js"
import { byId, hiddenText, make, plural } from "./dom.js"
import { reasonOf } from "./request.js"
import { read } from "./session.js"

const labelled = (label: string | null): HTMLElement | string =>
  label === null || label === "" ? "" : make("span", { class: "label" }, label)

const day = (timestamp: string | null): HTMLElement | string =>
  timestamp === null ? "" : make("time", { datetime: timestamp }, dayText(timestamp))

/** The people on a task: the API returns ids, not names. */
export const peopleText = (userIds: ReadonlyArray<string>, me: Pick<User, "id">): string => {
  const others = userIds.filter((userId) => userId !== me.id).length
  const you = userIds.length > others ? ["you"] : []
  return [...you, ...(others > 0 ? [plural(others, "other person", "other people")] : [])].join(" and ")
}

const entry = (name: string, value: unknown): ReadonlyArray<HTMLElement> => [
  make("dt", {}, name),
  make("dd", {}, typeof value === "string" ? value : JSON.stringify(value))
]

const details = (task: TaskDetails, board: Board): HTMLElement => {
  const { columnValues, comments, description, subtasks } = task
  const values = board.columns
    .filter(({ id }) => Object.hasOwn(columnValues, id) && columnValues[id] !== null)
    .flatMap(({ id, name }) => entry(name, columnValues[id]))
  const done = subtasks.filter(({ completed }) => completed).length
  const entries = [
    ...(description === "" ? [] : entry("Description", description)),
    ...values,
    ...(subtasks.length === 0 ? [] : entry("Subtasks", `${done} of ${subtasks.length} done`)),
    ...(comments.length === 0 ? [] : entry("Comments", String(comments.length)))
  ]
  const href = `/account?activity=${encodeURIComponent(board.id)}&task=${encodeURIComponent(task.id)}`
  return make(
    "div",
    {},
    entries.length === 0 ? make("p", { class: "hint" }, "This task has no more values.") : make("dl", {}, ...entries),
    make("p", { class: "act" }, make("a", { href }, "Activity", hiddenText(` of ${task.name}`)))
  )
}

const toggle = async (button: HTMLElement, row: HTMLElement, task: TaskSummary, board: Board): Promise<void> => {
  const id = `more-${task.id}`
  const isOpen = button.getAttribute("aria-expanded") === "true"
  button.setAttribute("aria-expanded", String(!isOpen))
  let more = document.getElementById(id)
  if (more === null) {
    const loading = make("p", { class: "hint", role: "status" }, "Loading.")
    more = make("tr", { id, class: "more" }, make("td", { colspan: "5" }, loading))
    row.after(more)
  }
  more.hidden = isOpen
  if (isOpen || more.dataset["filled"]) return
  const response = await read<TaskDetails>(`/api/tasks/${encodeURIComponent(task.id)}`)
  if (response === null) return
  if (response.ok) more.dataset["filled"] = "yes"
  more.firstElementChild?.replaceChildren(
    response.ok
      ? details(response.answer, board)
      : make("p", { class: "error", role: "alert" }, reasonOf(response.answer))
  )
}

/** The row of a task; its button opens a second row with what the list leaves out. */
export const taskRow = (task: TaskSummary, board: Board, me: User): HTMLElement => {
  const button = make(
    "button",
    { type: "button", class: "task", "aria-expanded": "false", "aria-controls": `more-${task.id}` },
    task.name
  )
  const row = make(
    "tr",
    { id: `task-${task.id}` },
    make("th", { scope: "row" }, button),
    make("td", { "data-label": "Status" }, labelled(task.status)),
    make("td", { "data-label": "Priority" }, labelled(task.priority)),
    make("td", { "data-label": "Due" }, day(task.dueDate)),
    make("td", { "data-label": "Assignees" }, peopleText(task.assignees, me))
  )
  button.addEventListener("click", () => void toggle(button, row, task, board))
  return row
}

/** Whether the page has the row of a task already. */
export const hasRow = ({ id }: TaskSummary): boolean => byId(`task-${id}`) !== null
