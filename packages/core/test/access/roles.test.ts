import { type Access, Archive, Board, Bulk, Change, Duplicate, Import, Task, Workspace } from "@boardwright/core"
import { givenAccount, type Inventory } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { archiveOf, task } from "../archive/fixtures.js"
import { afterNoon, as, asOperator, refused, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"

/** A board with a user in each role, a task with a subtask, another member, an invitation, and a user without access. */
const givenAll = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const [member, invited, guest] = [yield* givenAccount(), yield* givenAccount(), yield* givenAccount()]
  const boards = yield* Board.BoardRepository
  yield* boards.putMember(team.boardId, { userId: member.id, role: "viewer" }, afterNoon(5))
  const offer = { userId: invited.id, role: "viewer" } as const
  const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, offer))
  const anyone = { email: "grace@example.test", role: "editor" } as const
  const mailed = yield* as(team.admin)(Board.inviteMember(team.boardId, anyone))
  const subtask = yield* as(team.editor)(Task.addSubtask(team.taskId, { name: "Ask" }))
  const comment = yield* as(team.editor)(Task.addComment(team.taskId, { content: "Look" }))
  const entry = yield* as(team.editor)(Task.addTimeEntry(team.taskId, { duration: 1 }))
  const workspaceId = team.workspace.id
  const { id: elsewhere } = yield* as(team.owner)(Board.createBoard({ name: "Elsewhere", workspaceId }))
  for (const role of ["admin", "editor", "viewer"] as const) {
    yield* boards.putMember(elsewhere, { userId: team[role], role }, afterNoon(5))
  }
  return {
    ...team,
    workspaceId,
    elsewhere,
    member: member.id,
    guest: guest.id,
    invitationId: invitation.id,
    mailedId: mailed.invitation.id,
    subtask,
    comment,
    entry
  }
})
type All = Effect.Effect.Success<typeof givenAll>
type Act = (all: All) => Effect.Effect<unknown, { readonly _tag: string }, Inventory | Access.CurrentActor>

const READERS: Record<string, Act> = {
  getBoard: ({ boardId }) => Board.getBoard(boardId),
  listPeople: ({ boardId }) => Board.listPeople(boardId),
  findBoard: ({ boardId }) => Board.findBoard(boardId),
  getTask: ({ taskId }) => Task.getTask(taskId),
  listTasks: ({ boardId }) => Task.listTasks({ boardId }),
  exportBoard: ({ boardId }) => Archive.exportBoard(boardId),
  getWorkspace: ({ workspaceId }) => Workspace.getWorkspace(workspaceId),
  "listChanges of a board": ({ boardId }) => Change.listChanges({ boardId }),
  "listChanges of a workspace": ({ workspaceId }) => Change.listChanges({ workspaceId }),
  listBoardActivity: ({ boardId }) => Change.listBoardActivity(boardId),
  listTaskActivity: ({ taskId }) => Change.listTaskActivity(taskId)
}
const EDITORS: Record<string, Act> = {
  addGroup: ({ boardId }) => Board.addGroup(boardId, { name: "Later" }),
  addColumn: ({ boardId }) => Board.addColumn(boardId, { name: "Due", type: "date" }),
  updateGroup: ({ boardId, groups }) => Board.updateGroup(boardId, groups[0].id, { name: "Soon" }),
  deleteGroup: ({ boardId, groups }) => Board.deleteGroup(boardId, groups[0].id, { moveTasksTo: groups[1].id }),
  deleteColumn: ({ boardId, columns }) => Board.deleteColumn(boardId, columns[0].id),
  updateColumn: ({ boardId, columns }) => Board.updateColumn(boardId, columns[0].id, { width: 7 }),
  createTask: ({ boardId }) => Task.createTask({ boardId, name: "Order" }),
  updateTask: ({ taskId }) => Task.updateTask(taskId, { status: "done" }),
  moveTask: ({ groups, taskId }) => Task.moveTask(taskId, { groupId: groups[1].id }),
  moveTaskToBoard: ({ elsewhere, taskId }) => Task.moveTaskToBoard(taskId, { boardId: elsewhere }),
  duplicateTask: ({ taskId }) => Duplicate.duplicateTask(taskId),
  bulkTasks: ({ boardId, taskId }) =>
    Bulk.bulkTasks({ boardId, operations: [{ op: "update", id: taskId, patch: { status: "done" } }] }),
  deleteTask: ({ taskId }) => Task.deleteTask(taskId),
  addSubtask: ({ taskId }) => Task.addSubtask(taskId, { name: "Ask" }),
  deleteSubtask: ({ subtask, taskId }) => Task.deleteSubtask(taskId, subtask.id),
  updateTimeEntry: ({ entry, taskId }) => Task.updateTimeEntry(taskId, entry.id, { duration: 2 }),
  deleteTimeEntry: ({ entry, taskId }) => Task.deleteTimeEntry(taskId, entry.id),
  updateSubtask: ({ subtask, taskId }) => Task.updateSubtask(taskId, subtask.id, { completed: true })
}
const MANAGERS: Record<string, Act> = {
  updateBoard: ({ boardId }) => Board.updateBoard(boardId, { name: "Plan" }),
  deleteBoard: ({ boardId }) => Board.deleteBoard(boardId),
  inviteMember: ({ boardId, guest }) => Board.inviteMember(boardId, { userId: guest, role: "viewer" }),
  resendInvitation: ({ boardId, mailedId }) => Board.resendInvitation(boardId, mailedId),
  withdrawInvitation: ({ boardId, invitationId }) => Board.withdrawInvitation(boardId, invitationId),
  listBoardInvitations: ({ boardId }) => Board.listBoardInvitations(boardId, {}),
  updateMember: ({ boardId, member }) => Board.updateMember(boardId, member, { role: "editor" }),
  removeMember: ({ boardId, member }) => Board.removeMember(boardId, member)
}
const OWNERS: Record<string, Act> = {
  createBoard: ({ workspaceId }) => Board.createBoard({ name: "New", workspaceId }),
  importBoard: ({ workspaceId }) => Import.importBoard({ name: "New", workspaceId, columnMappings: [], rows: [] }),
  duplicateBoard: ({ boardId }) => Duplicate.duplicateBoard(boardId, { withTasks: true }),
  duplicateWorkspace: ({ workspaceId }) => Duplicate.duplicateWorkspace(workspaceId, { withTasks: true }),
  restoreBoard: ({ workspaceId }) => {
    const { archive, tasks } = archiveOf({}, [task()])
    return Archive.restoreBoard({ workspaceId }, archive, tasks)
  },
  updateWorkspace: ({ workspaceId }) => Workspace.updateWorkspace(workspaceId, { name: "New" }),
  deleteWorkspace: ({ workspaceId }) => Workspace.deleteWorkspace(workspaceId)
}
// The actor becomes the author, and the operator is not a user.
const COMMENTERS: Record<string, Act> = { addComment: ({ taskId }) => Task.addComment(taskId, { content: "x" }) }
const RECORDERS: Record<string, Act> = { addTimeEntry: ({ taskId }) => Task.addTimeEntry(taskId, { duration: 1 }) }

// The editor is the author.
const AUTHORS: Record<string, Act> = {
  updateComment: ({ comment, taskId }) => Task.updateComment(taskId, comment.id, { content: "x" })
}
const AUTHORS_AND_MANAGERS: Record<string, Act> = {
  deleteComment: ({ comment, taskId }) => Task.deleteComment(taskId, comment.id)
}

const ACTORS = ["stranger", "viewer", "editor", "admin", "owner", "operator"] as const

/** Each actor acts on a board of its own. An actor without the role gets `Forbidden`, and nothing is written. */
const expectRoles = (acts: Record<string, Act>, roles: ReadonlyArray<string>): void => {
  for (const [name, act] of Object.entries(acts)) {
    story(`${name} is for ${roles.join(", ")}`, function* () {
      for (const who of ACTORS) {
        const all = yield* givenAll
        const run = who === "operator" ? asOperator(act(all)) : as(all[who])(act(all))
        if (roles.includes(who)) yield* run
        else assert.strictEqual(yield* refused(run), "Forbidden", who)
      }
    })
  }
}

describe("roles", () => {
  expectRoles(READERS, ["viewer", "editor", "admin", "owner", "operator"])
  expectRoles(COMMENTERS, ["viewer", "editor", "admin", "owner"])
  expectRoles(AUTHORS, ["editor"])
  expectRoles(AUTHORS_AND_MANAGERS, ["editor", "admin", "owner", "operator"])
  expectRoles(EDITORS, ["editor", "admin", "owner", "operator"])
  expectRoles(RECORDERS, ["editor", "admin", "owner"])
  expectRoles(MANAGERS, ["admin", "owner", "operator"])
  expectRoles(OWNERS, ["owner", "operator"])
})
