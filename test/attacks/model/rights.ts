import { found, ApiError } from "./ApiError.js"
import type { Board, State, Task, Workspace } from "./State.js"

type Standing = "owner" | "admin" | "editor" | "viewer" | "stranger"
type Right = "read" | "comment" | "edit" | "manage"

/** The table of who may do what on a board. */
const MAY: Readonly<Record<Right, ReadonlyArray<Standing>>> = {
  read: ["viewer", "editor", "admin", "owner"],
  comment: ["viewer", "editor", "admin", "owner"],
  edit: ["editor", "admin", "owner"],
  manage: ["admin", "owner"]
}

const ownerOf = (state: State, { workspaceId }: Board): string =>
  state.workspaces.find(({ id }) => id === workspaceId)?.ownerId ?? "nobody"

/** Of owning the workspace, being a member and being invited the first counts. */
export const standingOn = (state: State, board: Board, by: string): Standing => {
  if (ownerOf(state, board) === by) return "owner"
  const member = board.members.find(({ userId }) => userId === by)
  const pending = state.invitations.find(
    ({ boardId, status, userId }) => boardId === board.id && userId === by && status === "pending"
  )
  return member?.role ?? pending?.role ?? "stranger"
}

/** Throws unless someone may do this on a board. */
export const allow = (state: State, board: Board, by: string, right: Right): void => {
  if (!MAY[right].includes(standingOn(state, board, by))) throw new ApiError(403, "Forbidden")
}

/** Throws where there is none; whether one may see it is not asked here. */
export const findBoard = (state: State, boardId: string): Board =>
  found(
    "Board",
    state.boards.find(({ id }) => id === boardId)
  )

/** The task with its board, whose rights apply; throws if there is none. */
export const findTask = (state: State, taskId: string): { readonly task: Task; readonly board: Board } => {
  const task = found(
    "Task",
    state.tasks.find(({ id }) => id === taskId)
  )
  return { task, board: findBoard(state, task.boardId) }
}

/** The boards of a workspace that someone may read. */
export const boardsFor = (state: State, workspace: Workspace, by: string): ReadonlyArray<Board> =>
  state.boards.filter((board) => board.workspaceId === workspace.id && standingOn(state, board, by) !== "stranger")

/** A workspace that someone owns or, where reading is enough, sees a board in. */
export const findWorkspace = (state: State, workspaceId: string, by: string, right: "read" | "own"): Workspace => {
  const workspace = found(
    "Workspace",
    state.workspaces.find(({ id }) => id === workspaceId)
  )
  const mayRead = right === "read" && boardsFor(state, workspace, by).length > 0
  if (workspace.ownerId !== by && !mayRead) throw new ApiError(403, "Forbidden")
  return workspace
}
