import type { Board, Change, Role, TaskDetails, User } from "@boardwright/client"
import { busily, byId, hiddenText, make, showProblem } from "./dom.js"
import { dayText } from "./days.js"
import { namesOn } from "./people.js"
import { type AnswerOf, type Refusal, reasonOf } from "./request.js"
import { sentenceOf } from "./sentences.js"
import { goTo, read, showNotice, startSignedIn, write } from "./session.js"
import { roleOn } from "./standing.js"
import type { Names } from "./taskClauses.js"
import { TaskNames } from "./taskNames.js"
import { mayUndo } from "./undoable.js"
import { cut, english, fieldWords } from "./words.js"

const query = new URLSearchParams(location.search)
const [boardId, taskId] = [query.get("activity") ?? "", query.get("task")]
/** Changes that are loaded at a time, or one where their fields are too large for one response. */
let rows = 25
let page = 1
const shown = new Set<string>()

interface Place {
  readonly board: Board
  readonly me: User
  readonly role: Role | null
  readonly people: Names["people"]
  readonly tasks: TaskNames
}

const namesFor = ({ board, me, people, tasks }: Place): Names => ({
  me: me.id,
  people,
  things: tasks.names,
  columns: board.columns,
  words: english
})

/** Why a change could not be undone, with the names of columns in place of ids. */
const conflictText = (refusal: Refusal, { tasks }: Place): string => {
  const issues = (refusal.details ?? []).map(({ message, path: [field = "id"] }) => {
    const column = field.replace(/^columnValues\./, "")
    if (column !== field) return `${tasks.names.get(column) ?? "a deleted column"} ${message}`
    return `${field === "id" ? "it" : fieldWords(field)} ${message}`
  })
  return [reasonOf(refusal), ...(issues.length === 0 ? [] : [english.joined(issues)])].join(": ")
}

const undo = async ({ id }: Change, place: Place): Promise<void> => {
  const undone = await write(`/api/changes/${encodeURIComponent(id)}/undo`)
  if (!undone.ok) return showProblem({ message: conflictText(undone.answer, place) })
  goTo(location.pathname + location.search, "The change is undone.")
}

const taskLink = (id: string, { tasks }: Place): Node => {
  const name = cut(tasks.names.get(id) ?? "A task")
  if (tasks.isGone(id)) return make("strong", {}, name)
  const href = `/account?activity=${encodeURIComponent(boardId)}&task=${encodeURIComponent(id)}`
  return make("a", { href }, name)
}

const event = (change: Change, place: Place): HTMLElement => {
  const sentence = sentenceOf(change, namesFor(place))
  const task = taskId === null && change.taskId !== null ? [taskLink(change.taskId, place), ": "] : []
  const item = make(
    "li",
    { tabindex: "-1" },
    make(
      "div",
      { class: "event" },
      make("p", {}, ...task, sentence),
      make("p", { class: "hint" }, make("time", { datetime: change.at }, dayText(change.at)))
    )
  )
  if (mayUndo(change, place.me.id, place.role)) {
    const button = make("button", { type: "button", class: "quiet small" }, "Undo", hiddenText(` ${sentence}`))
    button.addEventListener("click", () => busily(button, () => undo(change, place)))
    item.append(button)
  }
  return item
}

const showOlder = async (place: Place): Promise<ReadonlyArray<HTMLElement>> => {
  const of = taskId === null ? `boards/${encodeURIComponent(boardId)}` : `tasks/${encodeURIComponent(taskId)}`
  const path = `/api/${of}/activity?limit=${rows}&page=${page}`
  const listed = await read<AnswerOf<"changes", "listOfBoard">>(path)
  if (listed === null) return []
  if (listed.status === 400 && rows > 1) {
    page = (page - 1) * rows + 1
    rows = 1
    return showOlder(place)
  }
  if (!listed.ok) {
    showProblem(listed.answer)
    return []
  }
  const { changes, pagination } = listed.answer
  await place.tasks.learn(changes)
  // What happened meanwhile moves earlier changes to later pages.
  const added = changes.filter(({ id }) => !shown.has(id)).map((change) => event(change, place))
  for (const { id } of changes) shown.add(id)
  byId("events").append(...added)
  byId("none").hidden = pagination.total > 0
  byId("older").hidden = page >= pagination.totalPages
  page += 1
  return added
}

const REASONS: Readonly<Record<number, string>> = {
  403: "You may not read this board: ask someone on it to invite you.",
  404: "There is no such board or task. It may have been deleted."
}

const start = async (): Promise<void> => {
  const id = encodeURIComponent(boardId)
  byId("back").setAttribute("href", `/account?board=${id}`)
  const [user, found, task] = await Promise.all([
    read<User>("/api/auth/me"),
    read<Board>(`/api/boards/${id}`),
    taskId === null ? undefined : read<TaskDetails>(`/api/tasks/${encodeURIComponent(taskId)}`)
  ])
  if (user === null || found === null || task === null) return
  byId("loading").hidden = true
  if (!user.ok || !found.ok || task?.ok === false) {
    const refused = [user, found, task].find((each) => each?.ok === false)
    byId("retry").hidden = (refused?.status ?? 0) in REASONS
    return showProblem({
      message: REASONS[refused?.status ?? 0] ?? (refused?.ok === false ? reasonOf(refused.answer) : "")
    })
  }
  const [board, me] = [found.answer, user.answer]
  const name = task === undefined ? board.name : task.answer.name
  document.title = `Activity of ${name} - Boardwright`
  byId("place").textContent = name
  const whole = byId("whole")
  whole.hidden = task === undefined
  whole.querySelector("a")?.setAttribute("href", `/account?activity=${id}`)
  const [role, people] = await Promise.all([roleOn(board, me), namesOn(board)])
  const place = { board, me, role, people, tasks: new TaskNames(board, task?.answer) }
  await showOlder(place)
  byId("older").addEventListener("click", ({ currentTarget }) =>
    busily(currentTarget as HTMLElement, async () => (await showOlder(place))[0]?.focus())
  )
  byId("ready").hidden = false
  showNotice()
}

byId("retry").addEventListener("click", () => location.reload())

startSignedIn(start, "Sign in to see the activity.")
