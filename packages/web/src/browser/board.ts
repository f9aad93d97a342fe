import type { Board, User } from "@boardwright/client"
import { busily, byId, make, plural, saveFile, showProblem } from "./dom.js"
import { type AnswerOf, reasonOf } from "./request.js"
import { read, showNotice, signedOut, token } from "./session.js"
import { roleOn } from "./standing.js"
import { hasRow, taskRow } from "./taskRow.js"

const boardId = new URLSearchParams(location.search).get("board") ?? ""
/** Tasks that are loaded at a time. */
const ROWS = 100
const bodies = new Map<string, HTMLElement>()
let shown = 0
let next = 1

const makeGroups = ({ groups }: Board): void => {
  for (const { color, id, name } of groups) {
    const mark = make("span", { class: "dot", "aria-hidden": "true" })
    mark.style.background = color
    const title = make("th", { scope: "rowgroup", colspan: "5", class: "group" }, mark, " ", name)
    const body = make("tbody", { hidden: "" }, make("tr", {}, title))
    bodies.set(id, body)
    byId("tasks").append(body)
  }
}

const countText = (total: number): string => {
  if (total === 0) return "This board has no tasks yet."
  const tasks = plural(total, "task", "tasks")
  return shown < total ? `${shown.toLocaleString("en")} of ${tasks} are shown.` : `${tasks}.`
}

// The rows that the next page adds, or null where it cannot be shown.
const showTasks = async (board: Board, me: User): Promise<ReadonlyArray<HTMLElement> | null> => {
  const listed = await read<AnswerOf<"tasks", "list">>(
    `/api/tasks?boardId=${encodeURIComponent(boardId)}&limit=${ROWS}&page=${next}`
  )
  if (listed === null) return null
  if (!listed.ok) {
    showProblem(listed.answer)
    return null
  }
  byId("problem").textContent = ""
  const added: Array<HTMLElement> = []
  const { pagination, tasks } = listed.answer
  for (const task of tasks) {
    const body = bodies.get(task.groupId)
    if (body === undefined || hasRow(task)) continue
    const row = taskRow(task, board, me)
    body.append(row)
    body.hidden = false
    added.push(row)
  }
  shown += added.length
  byId("count").textContent = countText(pagination.total)
  byId("show-more").hidden = next >= pagination.totalPages
  byId("table").hidden = shown === 0
  next += 1
  return added
}

/** Lets people download the board as a file. */
const offerDownload = ({ id, name }: Board): void => {
  for (const button of byId("export").querySelectorAll<HTMLElement>("[data-format]")) {
    const format = button.dataset["format"] ?? ""
    button.addEventListener("click", () =>
      busily(button, async () => {
        const path = `/api/boards/${encodeURIComponent(id)}/export?format=${format}`
        const file = await read<Blob>(path, (response) => response.blob())
        if (file === null) return
        if (!file.ok) return showProblem(file.answer)
        byId("problem").textContent = ""
        saveFile(`${name}.${format}`, file.answer)
      })
    )
  }
  byId("export").hidden = false
}

const REASONS: Readonly<Record<number, string>> = {
  403: "You may not read this board: ask someone on it to invite you.",
  404: "There is no such board. It may have been deleted."
}

const start = async (): Promise<void> => {
  showNotice()
  const [user, found] = await Promise.all([
    read<User>("/api/auth/me"),
    read<Board>(`/api/boards/${encodeURIComponent(boardId)}`)
  ])
  if (user === null || found === null) return
  byId("loading").hidden = true
  const refused = user.ok ? found : user
  if (!user.ok || !found.ok) {
    byId("retry").hidden = refused.status in REASONS
    return showProblem({ message: REASONS[refused.status] ?? (refused.ok ? "" : reasonOf(refused.answer)) })
  }
  const [me, board] = [user.answer, found.answer]
  document.title = `${board.name} - Boardwright`
  const heading = document.querySelector("h1")
  if (heading) heading.textContent = board.name
  byId("description").textContent = board.description
  byId("description").hidden = board.description === ""
  for (const place of ["activity", "trash"])
    byId(place).setAttribute("href", `/account?${place}=${encodeURIComponent(boardId)}`)
  byId("trash").hidden = ((await roleOn(board, me)) ?? "viewer") === "viewer"
  offerDownload(board)
  byId("places").hidden = false
  byId("caption").textContent = `Tasks of ${board.name}`
  makeGroups(board)
  byId("show-more").addEventListener("click", async () => {
    const added = await showTasks(board, me)
    added?.[0]?.querySelector("button")?.focus()
  })
  byId("retry").hidden = (await showTasks(board, me)) !== null
}

byId("retry").addEventListener("click", () => location.reload())

if (token()) void start()
else signedOut("Sign in to see the board.")
