import { Access, Archive, Board, Change, Ports, Task, Values, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import {
  aComment,
  anInvitation,
  aSubtask,
  aTimeEntry,
  givenTask,
  fresh,
  wholeList,
  type GivenBoard
} from "../fixtures.js"
import { findTask, someone, join } from "./support.js"

/** Two members and an invited user of a board, and a task with an entry in each of its lists. */
export const givenUsed = Effect.fnUntraced(function* (on: GivenBoard) {
  const tasks = yield* Task.TaskRepository
  const [editor, guest] = [yield* someone, yield* someone]
  yield* join(on.board.id, editor, "editor")
  const invitation = yield* (yield* Board.InvitationRepository).invite(
    anInvitation({ boardId: on.board.id, userId: guest })
  )
  const task = yield* givenTask(on, { assignees: [editor, guest], status: "done" })
  yield* tasks.insertComment(aComment({ taskId: task.id, userId: editor }))
  yield* tasks.insertSubtask(aSubtask({ taskId: task.id }))
  yield* tasks.insertTimeEntry(aTimeEntry({ taskId: task.id, userId: editor }))
  return { editor, guest, invitation, task }
})

type Used = Effect.Effect.Success<ReturnType<typeof givenUsed>>

/** What every repository returns of a task and its board. */
export const readTask = Effect.fnUntraced(function* ({ board }: GivenBoard, { editor, task }: Used) {
  const tasks = yield* Task.TaskRepository
  const access = yield* Access.AccessRepository
  const archive = yield* Archive.ArchiveRepository
  const list = (filter: Omit<Task.TaskFilter, "boardId">) => tasks.list({ boardId: board.id, ...filter }, wholeList)
  const found = {
    task: yield* tasks.find(task.id, editor),
    locked: yield* Ports.transactional(tasks.lock(task.id, editor)),
    held: yield* Ports.transactional(tasks.hold(task.id, editor)),
    access: yield* access.task(task.id, editor),
    place: yield* tasks.placeOf(task.id),
    archived: Option.fromNullable((yield* archive.tasks(board.id, [task.id])).at(0)),
    group: yield* (yield* Board.BoardRepository).holdGroup(task.id, task.groupId)
  }
  const listed = {
    all: yield* list({}),
    byGroup: yield* list({ groupId: task.groupId }),
    byStatus: yield* list({ status: "done" }),
    byAssignee: yield* list({ assignee: editor }),
    page: yield* tasks.list({ boardId: board.id }, { page: 1, limit: 1, offset: 0 }),
    besides: yield* tasks.nextTo({ ...task, id: fresh("task") as Task.TaskId, rank: Values.FIRST_RANK }, "after", 10),
    archive: yield* archive.taskIds(board.id)
  }
  return { found, listed }
})

/** What every repository returns of a board to its members. */
export const readBoard = Effect.fnUntraced(function* ({ board, groups, workspace }: GivenBoard, used: Used) {
  const { editor, guest, invitation, task } = used
  const boards = yield* Board.BoardRepository
  const access = yield* Access.AccessRepository
  const workspaces = yield* Workspace.WorkspaceRepository
  const invitations = yield* Board.InvitationRepository
  const feed = yield* Change.ChangeRepository
  const found = {
    board: yield* boards.find(board.id),
    locked: yield* Ports.transactional(boards.lock(board.id)),
    place: yield* boards.findPlace(board.id, null, editor),
    group: yield* boards.findPlace(board.id, groups[1].id, editor),
    access: yield* access.board(board.id, editor),
    invitation: yield* invitations.find(invitation.id),
    task: yield* findTask(task.id),
    locks: yield* Ports.transactional((yield* Task.TaskRepository).lock(task.id, editor)),
    held: yield* Ports.transactional((yield* Task.TaskRepository).hold(task.id, editor)),
    taskAccess: yield* access.task(task.id, editor)
  }
  const listed = {
    all: yield* boards.list(workspace.id, null, wholeList),
    shared: yield* boards.list(workspace.id, editor, wholeList),
    named: yield* boards.listNamed(board.name, editor, wholeList),
    workspaces: yield* workspaces.list(guest, wholeList),
    invitations: yield* invitations.listForUser(guest, wholeList)
  }
  const readers = yield* feed.readersOf({ boardIds: [board.id], taskIds: [], workspaceIds: [workspace.id] })
  const users = {
    standing: Option.map(yield* access.workspace(workspace.id, editor), ({ standing }) => standing),
    members: yield* boards.membersIn(workspace.id),
    ofBoard: (yield* access.readersOfBoard(board.id)).toSorted(),
    ofWorkspace: (yield* access.readersOfWorkspace(workspace.id)).toSorted(),
    boards: readers.boards.map(({ standing, userId }) => `${userId} ${standing}`).toSorted(),
    workspaces: readers.workspaces.map(({ userId }) => userId).toSorted()
  }
  return { found, listed, users }
})

/** Fails if one of them is found. */
export const isAllNone = (found: Record<string, Option.Option<unknown>>): void => {
  for (const [name, one] of Object.entries(found)) assert.isTrue(Option.isNone(one), `${name} must not be found`)
}

/** Options as plain values, which chai compares. */
export const plain = (read: { readonly found: Record<string, Option.Option<unknown>> }) => ({
  ...read,
  found: Object.fromEntries(Object.entries(read.found).map(([name, one]) => [name, Option.getOrNull(one)]))
})
