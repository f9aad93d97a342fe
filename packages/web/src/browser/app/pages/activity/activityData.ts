import { BoardwrightClientError, type Change, type Person, type Role, type User } from "@boardwright/client"
import type { Names } from "../../../taskClauses.js"
import { api, reading } from "../../api.js"
import { loadWords, namesOf } from "../../changeTexts.js"
import { loadMe } from "../../me.js"
import { param } from "../../route.js"
import { TaskNames } from "./TaskNames.js"

/** Changes that are loaded at a time. */
const ROWS = 25

export const activityBoardId = (): string => param("activity")
/** The task whose changes are shown; empty for all of the board. */
export const activityTaskId = (): string => param("task")

/** What happened, as far as it is loaded, and what sentences about it need. */
export interface Activity {
  /** Of the board or the task. */
  readonly title: string
  readonly role: Role | null
  readonly names: Names
  readonly isGone: (taskId: string) => boolean
  readonly changes: ReadonlyArray<Change>
  /** Loads older changes; null if there are none. */
  readonly older: (() => Promise<Activity>) | null
}

interface Page {
  readonly rows: number
  readonly page: number
}

const roleAmong = (people: ReadonlyArray<Person>, me: User): Role | null => {
  const role = people.find(({ id }) => id === me.id)?.role ?? null
  if (role === "owner") return "admin"
  return role === "invited" ? null : role
}

const listed = async ({ page, rows }: Page) => {
  const [boardId, taskId] = [activityBoardId(), activityTaskId()]
  const list = () =>
    taskId === ""
      ? api.changes.listOfBoard({ id: boardId, limit: rows, page })
      : api.changes.listOfTask({ id: taskId, limit: rows, page })
  const { changes, pagination } = await reading(list)
  return { changes, next: page < pagination.totalPages ? { rows, page: page + 1 } : null }
}

/** A page of changes, or one change where their fields are too large for one response. */
const loadChanges = async (at: Page): ReturnType<typeof listed> => {
  try {
    return await listed(at)
  } catch (error) {
    if (!(error instanceof BoardwrightClientError) || error.status !== 400 || at.rows === 1) throw error
    return listed({ rows: 1, page: (at.page - 1) * at.rows + 1 })
  }
}

/** Loads the latest changes of the board or the task that the address names. */
export const loadActivity = async (): Promise<Activity> => {
  const [boardId, taskId] = [activityBoardId(), activityTaskId()]
  const [me, board, { people }, task, words] = await Promise.all([
    loadMe(),
    api.boards.get({ id: boardId }),
    api.boards.people({ id: boardId, limit: 1000 }),
    taskId === "" ? null : api.tasks.get({ id: taskId }),
    loadWords()
  ])
  const tasks = new TaskNames(board, task)
  const shared = {
    title: task?.name ?? board.name,
    role: roleAmong(people, me),
    names: { me: me.id, people: namesOf(people), things: tasks.names, columns: board.columns, words },
    isGone: (id: string) => tasks.isGone(id)
  }
  const after = async (shown: ReadonlyArray<Change>, at: Page): Promise<Activity> => {
    const { changes, next } = await loadChanges(at)
    await tasks.learn(changes)
    // What happened meanwhile moves earlier changes to later pages.
    const all = [...new Map([...shown, ...changes].map((change) => [change.id, change])).values()]
    return { ...shared, changes: all, older: next === null ? null : () => after(all, next) }
  }
  return after([], { rows: ROWS, page: 1 })
}
