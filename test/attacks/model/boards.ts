import { isDeepStrictEqual } from "node:util"
import { done, enveloped, idAt, type Specified } from "./Ask.js"
import {
  AMOUNT,
  BACKGROUND,
  COLOR,
  FLAG,
  ID,
  LABEL,
  LIMIT,
  NAME,
  PAGE,
  page,
  readNew,
  readPatch,
  TEXT
} from "./fields.js"
import { found, rejectProblems } from "./ApiError.js"
import { allow, boardsFor, findBoard, findWorkspace } from "./rights.js"
import { type Board, type Column, faceOf, replaced, without, withoutBoard } from "./State.js"

const WHITE = { type: "solid", value: "#FFFFFF" }

/** To the workspace's owner all, to others those shared with them; 403 where there are none. */
export const listBoards: Specified = ({ by, query, state }) => {
  const { workspaceId } = readNew(query, { workspaceId: ID, page: PAGE, limit: LIMIT }, ["workspaceId"])
  const workspace = findWorkspace(state, workspaceId, by, "read")
  return { body: page("boards", boardsFor(state, workspace, by), query) }
}

/** Every standing reads the board, an invited one too. */
export const getBoard: Specified = (ask) => {
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  return { body: board }
}

/** A new board has one group, and its maker as its first admin. */
export const createBoard: Specified = ({ at, body, by, made, madeGroup, state }) => {
  const {
    description = "",
    name,
    workspaceId
  } = readNew(body, { name: NAME, workspaceId: ID, description: TEXT }, ["name", "workspaceId"])
  findWorkspace(state, workspaceId, by, "own")
  const board: Board = {
    id: made("board"),
    workspaceId,
    name,
    description,
    groups: [{ id: madeGroup(), name: "New group", color: "#579BFC" }],
    columns: [],
    members: [{ userId: by, role: "admin", ...faceOf(state, by) }],
    background: WHITE,
    viewDensity: "default",
    createdAt: at,
    updatedAt: at
  }
  return { status: 201, body: { success: true, board }, state: { ...state, boards: [...state.boards, board] } }
}

/** Admins may. What changes nothing leaves `updatedAt`. */
export const updateBoard: Specified = (ask) => {
  const patch = readPatch(
    ask.body,
    { name: NAME, description: TEXT, background: BACKGROUND, viewDensity: LABEL },
    { description: "", background: WHITE, viewDensity: "default" }
  )
  const before = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, before, ask.by, "manage")
  const changed = { ...before, ...patch }
  const board = isDeepStrictEqual(changed, before) ? before : { ...changed, updatedAt: ask.at }
  return { body: { success: true, board }, state: { ...ask.state, boards: replaced(ask.state.boards, board) } }
}

/** Admins may; its tasks and invitations go with it. */
export const deleteBoard: Specified = (ask) => {
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "manage")
  return done(withoutBoard(ask.state, board.id))
}

/** Editors may; it comes last, blue by default. */
export const addGroup: Specified = (ask) => {
  const { color = "#579BFC", name } = readNew(ask.body, { name: NAME, color: COLOR }, ["name"])
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "edit")
  const group = { id: ask.made("group"), name, color }
  const boards = replaced(ask.state.boards, { ...board, groups: [...board.groups, group] })
  return { status: 201, body: enveloped("group", group), state: { ...ask.state, boards } }
}

/** Editors may; it comes last, visible and of no width. */
export const addColumn: Specified = (ask) => {
  const rules = { name: NAME, type: LABEL, required: FLAG, description: TEXT }
  const { description = "", name, required = false, type } = readNew(ask.body, rules, ["name", "type"])
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "edit")
  const column: Column = {
    id: ask.made("column"),
    name,
    type,
    required,
    description,
    width: null,
    visible: true,
    field: null,
    options: [],
    strict: false
  }
  const boards = replaced(ask.state.boards, { ...board, columns: [...board.columns, column] })
  return { status: 201, body: enveloped("column", column), state: { ...ask.state, boards } }
}

/** Editors may; a group of another board is missing. The board's own `updatedAt` stays. */
export const updateGroup: Specified = (ask) => {
  const patch = readPatch(ask.body, { name: NAME, color: COLOR }, { color: "#579BFC" })
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const before = found(
    "Group",
    board.groups.find(({ id }) => id === idAt(ask, 1))
  )
  allow(ask.state, board, ask.by, "edit")
  const group = { ...before, ...patch }
  const boards = replaced(ask.state.boards, { ...board, groups: replaced(board.groups, group) })
  return { body: enveloped("group", group), state: { ...ask.state, boards } }
}

/** Editors may; a column of another board is missing. The board's own `updatedAt` stays. */
export const updateColumn: Specified = (ask) => {
  const patch = readPatch(
    ask.body,
    { name: NAME, type: LABEL, required: FLAG, description: TEXT, width: AMOUNT, visible: FLAG },
    { required: false, description: "", width: null, visible: true }
  )
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const before = found(
    "Column",
    board.columns.find(({ id }) => id === idAt(ask, 1))
  )
  allow(ask.state, board, ask.by, "edit")
  const column: Column = { ...before, ...patch }
  const boards = replaced(ask.state.boards, { ...board, columns: replaced(board.columns, column) })
  return { body: enveloped("column", column), state: { ...ask.state, boards } }
}

/** Editors may; its tasks go to the end of another group, which is needed if there are any. The last group stays. */
export const deleteGroup: Specified = (ask) => {
  const { moveTasksTo } = readNew(ask.query, { moveTasksTo: ID }, [])
  const id = idAt(ask, 1)
  rejectProblems(moveTasksTo === id ? ["moveTasksTo"] : [])
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  for (const wanted of [id, moveTasksTo ?? id]) {
    found(
      "Group",
      board.groups.find((group) => group.id === wanted)
    )
  }
  allow(ask.state, board, ask.by, "edit")
  rejectProblems(board.groups.length === 1 ? ["groupId"] : [])
  const moved = ask.state.tasks.filter((task) => task.groupId === id)
  rejectProblems(moveTasksTo === undefined && moved.length > 0 ? ["moveTasksTo"] : [])
  const others = ask.state.tasks.filter((task) => task.groupId !== id)
  const tasks = [...others, ...moved.map((task) => ({ ...task, groupId: moveTasksTo, updatedAt: ask.at }))]
  const boards = replaced(ask.state.boards, { ...board, groups: without(board.groups, id) })
  return done({ ...ask.state, boards, tasks })
}

/** Editors may; the values on its tasks go with it. */
export const deleteColumn: Specified = (ask) => {
  const board = findBoard(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const { id } = found(
    "Column",
    board.columns.find((column) => column.id === idAt(ask, 1))
  )
  allow(ask.state, board, ask.by, "edit")
  const tasks = ask.state.tasks.map((task) => {
    if (!Object.hasOwn(task.columnValues, id)) return task
    const { [id]: _, ...columnValues } = task.columnValues
    return { ...task, columnValues, updatedAt: ask.at }
  })
  const boards = replaced(ask.state.boards, { ...board, columns: without(board.columns, id) })
  return done({ ...ask.state, boards, tasks })
}
