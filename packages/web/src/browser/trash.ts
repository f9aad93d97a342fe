import type { Board, Deletion, User, Workspace } from "@boardwright/client"
import { deletionRow, type TrashPlace } from "./deletionRow.js"
import { busily, byId, confirmed, plural, showProblem } from "./dom.js"
import { type AnswerOf, reasonOf, type Response } from "./request.js"
import { goTo, read, showNotice, startSignedIn, write } from "./session.js"
import { managesAll, roleIn, roleOn } from "./standing.js"

const query = new URLSearchParams(location.search)
const boardId = query.get("trash")
const workspaceId = query.get("workspaceTrash") ?? ""
/** Deletions that are loaded at a time. */
const ROWS = 50
let page = 1
let shown = 0

type Listed = AnswerOf<"trash", "list">

interface Place extends TrashPlace {
  readonly name: string
}

const pathOf = ({ id }: Deletion): string => `/api/trash/${encodeURIComponent(id)}`
const listPath = (): string => {
  const place =
    boardId === null ? `workspaceId=${encodeURIComponent(workspaceId)}` : `boardId=${encodeURIComponent(boardId)}`
  return `/api/trash?${place}&limit=${ROWS}&page=${page}`
}

const finish = (done: Response<unknown>, text: string): void =>
  done.ok ? goTo(location.pathname + location.search, text) : showProblem(done.answer)

const restore = async (deletion: Deletion) =>
  finish(await write(`${pathOf(deletion)}/restore`), `${deletion.name} is restored.`)

const purge = async (deletion: Deletion) => {
  if (!(await confirmed(deletion.name))) return
  finish(await write(pathOf(deletion), undefined, "DELETE"), `${deletion.name} is deleted for good.`)
}

const add = ({ deletions, pagination }: Listed, place: Place): HTMLElement | undefined => {
  const rows = deletions.map((deletion) => deletionRow(deletion, place, restore, purge))
  byId("deletions").append(...rows)
  shown += rows.length
  const all = plural(pagination.total, "deletion", "deletions")
  byId("count").textContent =
    pagination.total === 0
      ? "The trash is empty."
      : shown < pagination.total
        ? `${shown} of ${all} are shown.`
        : `${all}.`
  byId("show-more").hidden = page >= pagination.totalPages
  page += 1
  return rows[0]
}

/** The trash of one board, or null if that cannot be shown. */
const ofBoard = async (id: string, me: User): Promise<Place | Response<unknown> | null> => {
  const board = await read<Board>(`/api/boards/${encodeURIComponent(id)}`)
  if (board?.ok !== true) return board
  const { answer } = board
  return { isBoard: true, me, name: answer.name, boards: [answer], managesAll: (await roleOn(answer, me)) === "admin" }
}

/** An admin of a board that was its workspace's only one for them reads no more of the workspace than its trash. */
const ofWorkspace = async (me: User): Promise<Place | null> => {
  const id = encodeURIComponent(workspaceId)
  const [workspace, listed] = await Promise.all([
    read<Workspace>(`/api/workspaces/${id}`),
    read<AnswerOf<"boards", "list">>(`/api/boards?workspaceId=${id}`)
  ])
  if (workspace === null || listed === null) return null
  return {
    isBoard: false,
    me,
    name: workspace.ok ? workspace.answer.name : "Workspace",
    boards: listed.ok ? listed.answer.boards : [],
    managesAll: workspace.ok && managesAll(await roleIn(workspace.answer, me))
  }
}

const REASONS: Readonly<Record<number, string>> = {
  403: "You may not restore anything here.",
  404: "There is no such board or workspace. It may have been deleted."
}

const refuse = (refused: Response<unknown>): void => {
  byId("loading").hidden = true
  byId("retry").hidden = refused.status in REASONS
  showProblem({ message: REASONS[refused.status] ?? (refused.ok ? "" : reasonOf(refused.answer)) })
}

const start = async (): Promise<void> => {
  if (boardId !== null) {
    byId("back").setAttribute("href", `/account?board=${encodeURIComponent(boardId)}`)
    byId("back").textContent = "Back to the board"
  }
  const [user, listed] = await Promise.all([read<User>("/api/auth/me"), read<Listed>(listPath())])
  if (user === null || listed === null) return
  if (!user.ok) return refuse(user)
  if (!listed.ok) return refuse(listed)
  const place = await (boardId === null ? ofWorkspace(user.answer) : ofBoard(boardId, user.answer))
  if (place === null) return
  if ("ok" in place) return refuse(place)
  byId("loading").hidden = true
  document.title = `Trash of ${place.name} - Boardwright`
  byId("place").textContent = place.name
  add(listed.answer, place)
  byId("show-more").addEventListener("click", ({ currentTarget }) =>
    busily(currentTarget as HTMLElement, async () => {
      const more = await read<Listed>(listPath())
      if (more === null) return
      if (!more.ok) return showProblem(more.answer)
      add(more.answer, place)?.focus()
    })
  )
  byId("ready").hidden = false
  showNotice()
}

byId("retry").addEventListener("click", () => location.reload())

startSignedIn(start, "Sign in to see the trash.")
