import { isDeepStrictEqual } from "node:util"
import { done, idAt, type Specified } from "./Ask.js"
import { COLOR, ICON, NAME, page, readNew, readPatch } from "./fields.js"
import { boardsFor, findWorkspace } from "./rights.js"
import { replaced, type State, without, withoutBoard, type Workspace } from "./State.js"

/** A workspace with the role of the caller, who otherwise shares boards of it. */
const shown = (workspace: Workspace, by: string) => ({
  ...workspace,
  role: workspace.ownerId === by ? "owner" : null
})

const FIELDS = { name: NAME, icon: ICON, color: COLOR }

/** Anyone may, and owns it. */
export const createWorkspace: Specified = ({ at, body, by, made, state }) => {
  const { color = "#6366F1", icon = "📋", name } = readNew(body, FIELDS, ["name"])
  const workspace: Workspace = { id: made("workspace"), name, icon, color, ownerId: by, createdAt: at, updatedAt: at }
  const after = { ...state, workspaces: [...state.workspaces, workspace] }
  return { status: 201, body: { success: true, workspace: shown(workspace, by) }, state: after }
}

/** The owner may. What changes nothing leaves `updatedAt`. */
export const updateWorkspace: Specified = (ask) => {
  const patch = readPatch(ask.body, FIELDS)
  const before = findWorkspace(ask.state, idAt(ask, 0), ask.by, "own")
  const changed = { ...before, ...patch }
  const workspace = isDeepStrictEqual(changed, before) ? before : { ...changed, updatedAt: ask.at }
  const state = { ...ask.state, workspaces: replaced(ask.state.workspaces, workspace) }
  return { body: { success: true, workspace: shown(workspace, ask.by) }, state }
}

/** The owner may; its boards and all on them go with it. */
export const deleteWorkspace: Specified = (ask) => {
  const { id } = findWorkspace(ask.state, idAt(ask, 0), ask.by, "own")
  const boards = ask.state.boards.filter(({ workspaceId }) => workspaceId === id)
  const emptied = boards.reduce<State>((state, board) => withoutBoard(state, board.id), ask.state)
  return done({ ...emptied, workspaces: without(emptied.workspaces, id) })
}

/** For the owner, and whoever sees a board in it. */
export const getWorkspace: Specified = (ask) => ({
  body: shown(findWorkspace(ask.state, idAt(ask, 0), ask.by, "read"), ask.by)
})

/** One's own first, then those that hold a board shared with oneself. */
export const listWorkspaces: Specified = ({ by, query, state }) => {
  const own = state.workspaces.filter(({ ownerId }) => ownerId === by)
  const shared = state.workspaces.filter(
    (workspace) => workspace.ownerId !== by && boardsFor(state, workspace, by).length > 0
  )
  const visible = [...own, ...shared].map((workspace) => shown(workspace, by))
  return { body: page("workspaces", visible, query) }
}
