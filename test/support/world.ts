import { Access, Board, Task, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import type { TestServer, TestServices, TestUser } from "./server.js"

/** Who calls, as they stand to the board of the world. */
export const CALLERS = ["anonymous", "stranger", "viewer", "invitee", "editor", "admin", "owner"] as const
export type Caller = (typeof CALLERS)[number]

/** A board with something of everything on it. */
export interface Furnished {
  readonly workspaceId: string
  readonly boardId: string
  readonly groupId: string
  readonly otherGroupId: string
  readonly columnId: string
  readonly taskId: string
  readonly subtaskId: string
  readonly invitationId: string
  readonly memberId: string
}

/** Two workspaces: `own`, which the callers stand to as they are named, and `foreign`, which is the stranger's. */
export interface World {
  readonly users: Readonly<Record<Exclude<Caller, "anonymous">, TestUser>>
  /** A user who is on no board and can be invited. */
  readonly nobody: TestUser
  readonly own: Furnished
  readonly foreign: Furnished
}

const as = (user: TestUser) =>
  Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: user.id as never }))

const furnish = Effect.fnUntraced(function* (owner: TestUser, member: TestUser, asked: TestUser) {
  const workspace = yield* Workspace.createWorkspace({ name: "Workspace of " + owner.id })
  const board = yield* Board.createBoard({ name: "Board of " + owner.id, workspaceId: workspace.id })
  const group = yield* Board.addGroup(board.id, { name: "Second" })
  const column = yield* Board.addColumn(board.id, { name: "Notes", type: "text" })
  const task = yield* Task.createTask({
    boardId: board.id,
    name: "Task of " + owner.id,
    assignees: [owner.id],
    columnValues: { [column.id]: "secret of " + owner.id }
  })
  const subtask = yield* Task.addSubtask(task.id, { name: "Part" })
  yield* Task.addComment(task.id, { content: "comment of " + owner.id })
  const { invitation } = yield* Board.inviteMember(board.id, { userId: asked.id, role: "editor" })
  const joined = yield* Board.inviteMember(board.id, { userId: member.id, role: "viewer" })
  yield* as(member)(Board.acceptInvitation(joined.invitation.id))
  return {
    workspaceId: workspace.id,
    boardId: board.id,
    groupId: board.groups[0]?.id ?? "",
    otherGroupId: group.id,
    columnId: column.id,
    taskId: task.id,
    subtaskId: subtask.id,
    invitationId: invitation.id,
    memberId: member.id
  } satisfies Furnished as Furnished
})

const join = (board: string, owner: TestUser, user: TestUser, role: "admin" | "editor") =>
  Effect.gen(function* () {
    const { invitation } = yield* as(owner)(Board.inviteMember(board, { userId: user.id, role }))
    yield* as(user)(Board.acceptInvitation(invitation.id))
  })

/** Makes a world of its own on a server. */
export const makeWorld = async (server: TestServer): Promise<World> => {
  const [owner, admin, editor, invitee, viewer, stranger, nobody, guest, asked] = await Promise.all(
    ["owner", "admin", "editor", "invitee", "viewer", "stranger", "nobody", "guest", "asked"].map((name) =>
      server.user(name)
    )
  )
  if (!owner || !admin || !editor || !invitee || !viewer || !stranger || !nobody || !guest || !asked)
    throw new Error("no users")
  return server.run(
    Effect.gen(function* () {
      const own = yield* as(owner)(furnish(owner, viewer, invitee))
      const foreign = yield* as(stranger)(furnish(stranger, guest, asked))
      yield* join(own.boardId, owner, admin, "admin")
      yield* join(own.boardId, owner, editor, "editor")
      return { users: { owner, admin, editor, invitee, viewer, stranger }, nobody, own, foreign }
    }).pipe(Effect.orDie)
  )
}

const stateOf = ({ boardId, workspaceId }: Furnished) =>
  Effect.gen(function* () {
    const boards = yield* Board.BoardRepository
    const tasks = yield* Task.TaskRepository
    const slice = { page: 1, limit: 1000, offset: 0 }
    const workspace = yield* (yield* Workspace.WorkspaceRepository).find(workspaceId as never)
    const board = yield* boards.list(workspaceId as never, null, slice)
    const invitations = yield* (yield* Board.InvitationRepository).listForBoard(boardId as never, slice)
    const listed = yield* tasks.list({ boardId: boardId as never }, slice)
    const details = yield* Effect.forEach(listed.items, ({ id }) => tasks.find(id))
    return { workspace, board, invitations, details }
  })

/** Everything that is stored of the world, as text to compare. */
export const snapshot = (server: TestServer, { foreign, nobody, own, users }: World): Promise<string> => {
  const everyone = [...Object.values(users), nobody]
  const read: Effect.Effect<unknown, unknown, TestServices> = Effect.gen(function* () {
    const slice = { page: 1, limit: 1000, offset: 0 }
    const workspaces = yield* Workspace.WorkspaceRepository
    const owned = yield* Effect.forEach(everyone, ({ id }) => workspaces.list(id as never, slice))
    return [yield* stateOf(own), yield* stateOf(foreign), owned]
  })
  return server.run(Effect.map(Effect.orDie(read), (state) => JSON.stringify(state)))
}
