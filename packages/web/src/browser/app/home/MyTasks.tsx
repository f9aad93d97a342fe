import type { AssignedTask, Board, User } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { api, reading, reasonOf } from "../api.js"
import { attempt } from "../attempt.js"
import { firstDayOf, weekOf } from "../calendar/days.js"
import { dateText, dayOf, numberText, today } from "../cells/read.js"
import { boardHref, followLink } from "../route.js"
import { mayCreate, mayEdit } from "../rights.js"
import { notify } from "../store/notices.js"
import { p } from "../text/pageTexts.js"
import { locale, t } from "../text/texts.js"
import { type Place, reloadPlace } from "./homeData.js"

/** Open tasks that are shown. */
const MOST = 500
/** Tasks of a request, and most requests: among them are those that are done. */
const PAGE = 1_000
const MOST_PAGES = 10
const DONE = "done"
/** Tasks of a time that are shown until all are asked for. */
const FEW = 10

const loadOpen = async (): Promise<ReadonlyArray<AssignedTask>> => {
  const open: Array<AssignedTask> = []
  for (let page = 1; page <= MOST_PAGES && open.length < MOST; page += 1) {
    const { tasks } = await reading(() => api.tasks.mine({ limit: PAGE, page }))
    open.push(...tasks.filter(({ status }) => status.toLowerCase() !== DONE))
    if (tasks.length < PAGE) break
  }
  return open.slice(0, MOST)
}

const TIMES = ["overdue", "today", "week", "later", "undated"] as const
type Time = (typeof TIMES)[number]

/** When a day is, as seen from today, with the weeks of the calendar. */
const timeOfDay = (day: string | null, now: string): Time => {
  if (day === null) return "undated"
  if (day < now) return "overdue"
  if (day === now) return "today"
  const [, last] = weekOf(now, firstDayOf(locale()))
  return day <= last ? "week" : "later"
}

const NO_DONE_LABEL = new Error("no label of the board means done")

/** Whether a board has labels for the status of which none means done, so that a task can only be finished outside of them. */
const lacksDone = ({ columns }: Board): boolean =>
  columns.some(
    ({ field, options }) =>
      field === "status" && options.length > 0 && options.every(({ value }) => (value ?? DONE).toLowerCase() !== DONE)
  )

/** A workspace whose boards are not loaded, and decide whether the user may edit one of the tasks. */
const unloadedIn = (all: ReadonlyArray<Place>, tasks: ReadonlyArray<AssignedTask>): string | undefined =>
  all.find(
    ({ boards, workspace: { id, role } }) =>
      boards === null && !mayCreate(role) && tasks.some(({ workspaceId }) => workspaceId === id)
  )?.workspace.id

/** The open tasks of the user on all boards, by when they are due. */
export const MyTasks = ({ all, me }: { all: ReadonlyArray<Place>; me: User }) => {
  const tasks = useSignal<ReadonlyArray<AssignedTask> | null>(null)
  const say = (error: unknown): void => notify(reasonOf(error), { tone: "bad" })
  const load = async (): Promise<void> => {
    try {
      tasks.value = await loadOpen()
    } catch (error) {
      say(error)
    }
  }
  useEffect(() => void load(), [])
  const whole = useSignal<ReadonlySet<Time>>(new Set())
  const unloaded = unloadedIn(all, tasks.value ?? [])
  useEffect(() => {
    if (unloaded !== undefined) reloadPlace(unloaded).catch(say)
  }, [unloaded])
  const setStatus = async ({ boardId, boardName, id }: AssignedTask, status: string): Promise<boolean> => {
    const update = async (): Promise<void> => {
      if (status === DONE && lacksDone(await api.boards.get({ id: boardId }))) throw NO_DONE_LABEL
      await api.tasks.update({ id, status })
    }
    const isStored = await attempt(update, (error) =>
      error === NO_DONE_LABEL ? p("mine.noDone", { board: boardName }) : reasonOf(error)
    )
    await load()
    return isStored
  }
  const finish = async (task: AssignedTask, box: HTMLInputElement): Promise<void> => {
    const { name, status } = task
    box.disabled = true
    const isStored = await setStatus(task, DONE)
    box.disabled = false
    box.checked = isStored
    // Where the user has not gone on.
    if (document.activeElement === document.body) (isStored ? document.getElementById("mine-title") : box)?.focus()
    if (!isStored) return
    notify(t("mine.finished", { name }), {
      action: { text: t("action.undo"), run: () => void setStatus(task, status) }
    })
  }
  if (tasks.value === null) return null
  const now = today()
  const editable = new Set(
    all.flatMap(({ boards, workspace: { id, role } }) => [
      ...(mayCreate(role) ? [id] : []),
      ...(boards ?? []).filter((board) => mayEdit(board, role, me)).map((board) => board.id)
    ])
  )
  const groups = Map.groupBy(tasks.value, ({ dueDate }) => timeOfDay(dayOf(dueDate), now))
  const shownOf = (time: Time): ReadonlyArray<AssignedTask> => {
    const found = groups.get(time) ?? []
    return whole.value.has(time) || found.length <= FEW + 1 ? found : found.slice(0, FEW)
  }
  return (
    <section aria-labelledby="mine-title">
      <h2 id="mine-title" tabIndex={-1}>
        {t("mine.title")}
      </h2>
      {tasks.value.length === 0 ? <p class="faint">{t("mine.none")}</p> : null}
      {TIMES.filter((time) => groups.has(time)).map((time) => (
        <div key={time} class={time === "overdue" ? "mine late" : "mine"}>
          <h3>{t(`mine.${time}`)}</h3>
          <ul class="rows">
            {shownOf(time).map((task) => (
              <li key={task.id}>
                {editable.has(task.workspaceId) || editable.has(task.boardId) ? (
                  <input
                    type="checkbox"
                    checked={false}
                    aria-label={t("mine.finish", { name: task.name })}
                    onChange={({ currentTarget }) => void finish(task, currentTarget)}
                  />
                ) : (
                  <span class="no-check" />
                )}
                <a class="grow" href={boardHref(task.boardId, task.id)} onClick={followLink}>
                  {task.name}
                </a>
                <span class="faint">{task.boardName}</span>
                <span class="day-due">{task.dueDate === null ? "" : dateText(task.dueDate)}</span>
              </li>
            ))}
          </ul>
          {shownOf(time).length < (groups.get(time)?.length ?? 0) ? (
            <button type="button" class="button quiet" onClick={() => (whole.value = new Set([...whole.value, time]))}>
              {t("mine.all", { n: numberText(groups.get(time)?.length ?? 0) })}
            </button>
          ) : null}
        </div>
      ))}
    </section>
  )
}
