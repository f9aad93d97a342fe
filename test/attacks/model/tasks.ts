import { isDeepStrictEqual } from "node:util"
import { type Ask, done, enveloped, idAt, type Specified } from "./Ask.js"
import * as Field from "./fields.js"
import { ApiError, found, rejectProblems } from "./ApiError.js"
import { allow, findBoard, findTask, standingOn } from "./rights.js"
import { type Board, faceOf, replaced, type State, type Task, without } from "./State.js"

const FIELDS = {
  name: Field.NAME,
  description: Field.TEXT,
  status: Field.LABEL,
  priority: Field.LABEL,
  assignees: Field.LIST,
  dueDate: Field.DATE,
  columnValues: Field.VALUES,
  boardId: Field.ID,
  groupId: Field.ID
}

/** Elements of a list of ids that are no user. */
const strangers = ({ users }: State, field: string, ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.flatMap((id, at) => (users.some((user) => user.id === id) ? [] : [`${field}.${at}`]))

const unknownColumns = ({ columns }: Board, values: object): ReadonlyArray<string> =>
  Object.keys(values).flatMap((key) => (columns.some(({ id }) => id === key) ? [] : [`columnValues.${key}`]))

const merged = (before: object, changes: object): Task["columnValues"] =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))

const findGroup = ({ groups }: Board, groupId: string | undefined) =>
  found("Group", groupId === undefined ? groups[0] : groups.find(({ id }) => id === groupId))

/** As it is shown where it is not asked for alone. */
const shown = ({ comments: _, files: _files, subtasks: _subtasks, timeEntries: _entries, ...task }: Task) => task

/** With the values that do not fit their columns: of those that are sent, none is a date, and any value fits another type. */
const warned = <A extends Pick<Task, "columnValues">>({ columns }: Board, task: A) => {
  const columnWarnings = columns
    .filter(({ id, type }) => type === "date" && ![undefined, ""].includes(task.columnValues[id] as string | undefined))
    .map(({ id }) => ({
      columnId: id,
      message: "must be a date from 1000 to 9999, its day and month in a clear order"
    }))
  return columnWarnings.length === 0 ? task : { ...task, columnWarnings }
}

const summary = (task: Task) => {
  const { columnValues: _, description: _description, ...rest } = shown(task)
  return rest
}

/** A task is new at the end of its board. */
export const createTask: Specified = (ask) => {
  const { at, body, by, made, state } = ask
  const given = Field.readNew(body, FIELDS, ["name", "boardId"])
  const { assignees = [], columnValues = {} } = given
  const board = findBoard(state, given["boardId"])
  allow(state, board, by, "read")
  const group = findGroup(board, given["groupId"])
  allow(state, board, by, "edit")
  rejectProblems([...strangers(state, "assignees", assignees), ...unknownColumns(board, columnValues)])
  const task: Task = {
    id: made("task"),
    boardId: board.id,
    groupId: group.id,
    name: given["name"],
    description: given["description"] ?? "",
    status: given["status"] ?? "pending",
    priority: given["priority"] ?? "medium",
    assignees: [...new Set<string>(assignees)],
    dueDate: given["dueDate"] ?? null,
    columnValues: merged({}, columnValues),
    comments: [],
    subtasks: [],
    timeEntries: [],
    files: [],
    createdAt: at,
    updatedAt: at
  }
  return {
    status: 201,
    body: { success: true, task: warned(board, shown(task)) },
    state: { ...state, tasks: [...state.tasks, task] }
  }
}

/** The state with a task in its place, or at the end. */
const withTask = (state: State, task: Task, last: boolean): State => ({
  ...state,
  tasks: last ? [...without(state.tasks, task.id), task] : replaced(state.tasks, task)
})

/** Editors may. Another group moves it to the end; what changes nothing leaves `updatedAt`. */
export const updateTask: Specified = (ask) => {
  const patch = Field.readPatch(ask.body, FIELDS, {
    description: "",
    assignees: [],
    dueDate: null,
    columnValues: null
  })
  const { board, task: before } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  if (patch["groupId"] !== undefined) findGroup(board, patch["groupId"])
  allow(ask.state, board, ask.by, "edit")
  const { assignees = before.assignees, boardId = before.boardId, columnValues = {} } = patch
  rejectProblems([
    ...strangers(ask.state, "assignees", patch["assignees"] ?? []),
    ...(boardId === before.boardId ? [] : ["boardId"]),
    ...unknownColumns(board, columnValues ?? {})
  ])
  const changed: Task = {
    ...before,
    ...patch,
    boardId: before.boardId,
    assignees: [...new Set<string>(assignees)],
    columnValues: columnValues === null ? {} : merged(before.columnValues, columnValues)
  }
  if (isDeepStrictEqual(changed, before)) return { body: { success: true, task: warned(board, shown(before)) } }
  const task = { ...changed, updatedAt: ask.at }
  return {
    body: { success: true, task: warned(board, shown(task)) },
    state: withTask(ask.state, task, task.groupId !== before.groupId)
  }
}

/** Also within its own group it goes to the end. */
export const moveTask: Specified = (ask) => {
  const { groupId } = Field.readNew(ask.body, { groupId: Field.ID }, ["groupId"])
  const { board, task: before } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  findGroup(board, groupId)
  allow(ask.state, board, ask.by, "edit")
  const task = { ...before, groupId, updatedAt: ask.at }
  return { body: enveloped("task", warned(board, shown(task))), state: withTask(ask.state, task, true) }
}

/** Editors may; what is under it goes with it. */
export const deleteTask: Specified = (ask) => {
  const { board, task } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "edit")
  return done({ ...ask.state, tasks: without(ask.state.tasks, task.id) })
}

/** Every standing reads it, with all that is under it. */
export const getTask: Specified = (ask) => {
  const { board, task } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const { comments, subtasks, timeEntries } = task
  const totals = { comments: comments.length, subtasks: subtasks.length, timeEntries: timeEntries.length }
  return { body: warned(board, { ...task, totals }) }
}

/** Those that match every filter; an empty one is none. */
export const listTasks: Specified = ({ by, query, state }) => {
  const rules = { boardId: Field.ID, page: Field.PAGE, limit: Field.LIMIT }
  const { boardId } = Field.readNew(query, rules, ["boardId"])
  const board = findBoard(state, boardId)
  allow(state, board, by, "read")
  const { assignee, groupId, status } = query
  const matching = state.tasks.filter(
    (task) =>
      task.boardId === board.id &&
      (groupId === undefined || task.groupId === groupId) &&
      (status === undefined || task.status === status) &&
      (assignee === undefined ||
        (assignee === "none" ? task.assignees.length === 0 : task.assignees.includes(String(assignee))))
  )
  return { body: Field.page("tasks", matching.map(summary), query) }
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Of all boards that one may read: those due first, then those changed last. */
export const listMine: Specified = ({ by, query, state }) => {
  Field.readNew(query, { page: Field.PAGE, limit: Field.LIMIT }, [])
  const mine = state.tasks.flatMap((task) => {
    const board = findBoard(state, task.boardId)
    const isMine = task.assignees.includes(by) && standingOn(state, board, by) !== "stranger"
    const place = { boardName: board.name, workspaceId: board.workspaceId }
    return isMine && (query["status"] === undefined || task.status === query["status"])
      ? [{ ...summary(task), ...place }]
      : []
  })
  // After every instant.
  const NEVER = "x"
  const sorted = mine.toSorted(
    (a, b) => compared(a.dueDate ?? NEVER, b.dueDate ?? NEVER) || compared(b.updatedAt, a.updatedAt)
  )
  return { body: Field.page("tasks", sorted, query) }
}

const childOf = (ask: Ask, right: "read" | "comment" | "edit"): Task => {
  const { board, task } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, right)
  return task
}

const listOf =
  (list: "comments" | "subtasks" | "timeEntries"): Specified =>
  (ask) => {
    Field.readNew(ask.query, { page: Field.PAGE, limit: Field.LIMIT }, [])
    return { body: Field.page(list, childOf(ask, "read")[list], ask.query) }
  }

/** In order of creation. */
export const listComments = listOf("comments")
/** In order of creation. */
export const listSubtasks = listOf("subtasks")
/** In order of creation. */
export const listTimeEntries = listOf("timeEntries")

/** Viewers may; each mention counts once. */
export const addComment: Specified = (ask) => {
  const { at: createdAt, by: userId } = ask
  const { content, mentions = [] } = Field.readNew(ask.body, { content: Field.CONTENT, mentions: Field.LIST }, [
    "content"
  ])
  const task = childOf(ask, "comment")
  rejectProblems(strangers(ask.state, "mentions", mentions))
  const named = [...new Set<string>(mentions)]
  const comment = {
    id: ask.made("comment"),
    taskId: task.id,
    userId,
    content,
    mentions: named,
    createdAt,
    editedAt: null,
    ...faceOf(ask.state, userId)
  }
  const state = withTask(ask.state, { ...task, comments: [...task.comments, comment] }, false)
  return { status: 201, body: { success: true, comment }, state }
}

const commentOf = (ask: Ask) => {
  const { board, task } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const comment = found(
    "Comment",
    task.comments.find(({ id }) => id === idAt(ask, 1))
  )
  return { board, task, comment, isOwn: comment.userId === ask.by }
}

/** Its author may. */
export const updateComment: Specified = (ask) => {
  const patch = Field.readPatch(ask.body, { content: Field.CONTENT, mentions: Field.LIST }, { mentions: [] })
  const { comment: before, isOwn, task } = commentOf(ask)
  if (!isOwn) throw new ApiError(403, "Forbidden")
  rejectProblems(strangers(ask.state, "mentions", patch["mentions"] ?? []))
  const mentions = [...new Set<string>(patch["mentions"] ?? before.mentions)]
  const changed = { ...before, ...patch, mentions }
  const comment = isDeepStrictEqual(changed, before) ? before : { ...changed, editedAt: ask.at }
  const state = withTask(ask.state, { ...task, comments: replaced(task.comments, comment) }, false)
  return { body: enveloped("comment", comment), state }
}

/** Its author may, and who manages the board. */
export const deleteComment: Specified = (ask) => {
  const { board, comment, isOwn, task } = commentOf(ask)
  if (!isOwn) allow(ask.state, board, ask.by, "manage")
  return done(withTask(ask.state, { ...task, comments: without(task.comments, comment.id) }, false))
}

/** Editors may; it is open. */
export const addSubtask: Specified = (ask) => {
  const { name } = Field.readNew(ask.body, { name: Field.NAME }, ["name"])
  const task = childOf(ask, "edit")
  const subtask = { id: ask.made("subtask"), taskId: task.id, name, completed: false, createdAt: ask.at }
  const state = withTask(ask.state, { ...task, subtasks: [...task.subtasks, subtask] }, false)
  return { status: 201, body: enveloped("subtask", subtask), state }
}

/** Editors may; a subtask of another task is missing. */
export const updateSubtask: Specified = (ask) => {
  const patch = Field.readPatch(ask.body, { name: Field.NAME, completed: Field.FLAG })
  const { entry: before, task } = entryOf(ask, "subtasks", "Subtask")
  const subtask = { ...before, ...patch }
  const state = withTask(ask.state, { ...task, subtasks: replaced(task.subtasks, subtask) }, false)
  return { body: enveloped("subtask", subtask), state }
}

/** Editors may; it is theirs. */
export const addTimeEntry: Specified = (ask) => {
  const { at: createdAt, by: userId } = ask
  const rules = { duration: Field.AMOUNT, description: Field.TEXT }
  const { description = "", duration } = Field.readNew(ask.body, rules, ["duration"])
  const task = childOf(ask, "edit")
  const timeEntry = { id: ask.made("timeEntry"), taskId: task.id, userId, duration, description, createdAt }
  const state = withTask(ask.state, { ...task, timeEntries: [...task.timeEntries, timeEntry] }, false)
  return { status: 201, body: enveloped("timeEntry", timeEntry), state }
}

/** An entry of the list under its task, for editors. */
const entryOf = <List extends "subtasks" | "timeEntries">(ask: Ask, list: List, thing: string) => {
  const { board, task } = findTask(ask.state, idAt(ask, 0))
  allow(ask.state, board, ask.by, "read")
  const entries: ReadonlyArray<Task[List][number]> = task[list]
  const entry = found(
    thing,
    entries.find(({ id }) => id === idAt(ask, 1))
  )
  allow(ask.state, board, ask.by, "edit")
  return { task, entry }
}

/** Editors may. */
export const deleteSubtask: Specified = (ask) => {
  const { entry, task } = entryOf(ask, "subtasks", "Subtask")
  return done(withTask(ask.state, { ...task, subtasks: without(task.subtasks, entry.id) }, false))
}

/** Editors may, also with entries of other people. */
export const updateTimeEntry: Specified = (ask) => {
  const patch = Field.readPatch(ask.body, { duration: Field.AMOUNT, description: Field.TEXT }, { description: "" })
  const { entry, task } = entryOf(ask, "timeEntries", "Time entry")
  const timeEntry = { ...entry, ...patch }
  const state = withTask(ask.state, { ...task, timeEntries: replaced(task.timeEntries, timeEntry) }, false)
  return { body: enveloped("timeEntry", timeEntry), state }
}

/** Editors may, also with entries of other people. */
export const deleteTimeEntry: Specified = (ask) => {
  const { entry, task } = entryOf(ask, "timeEntries", "Time entry")
  return done(withTask(ask.state, { ...task, timeEntries: without(task.timeEntries, entry.id) }, false))
}
