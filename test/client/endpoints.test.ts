import { HttpApi } from "@effect/platform"
import { type BoardwrightClient, createClient } from "@boardwright/client"
import { Api } from "@boardwright/http/contract"
import { describe, expect, it } from "vitest"
import { ID, mailedToken, onServer, TIME } from "../http/given.js"
import type { TestServer, TestUser } from "../support/server.js"

/** A board with a task on it, and the clients of its owner and of someone who is asked to join. */
interface Given {
  readonly server: TestServer
  readonly owner: BoardwrightClient
  readonly user: TestUser
  readonly invited: BoardwrightClient
  readonly guest: TestUser
  readonly workspaceId: string
  readonly boardId: string
  readonly groupId: string
  readonly taskId: string
  readonly invitationId: string
}

const given = async (server: TestServer): Promise<Given> => {
  const [user, guest] = [await server.user("owner"), await server.user("guest")]
  const owner = createClient({ baseUrl: server.url, token: user.token })
  const invited = createClient({ baseUrl: server.url, token: () => Promise.resolve(guest.token) })
  const { workspace } = await owner.workspaces.create({ name: "Garden" })
  const { board } = await owner.boards.create({ name: "Spring", workspaceId: workspace.id })
  const { task } = await owner.tasks.create({ boardId: board.id, name: "Dig" })
  const { invitation } = await owner.members.invite({ id: board.id, userId: guest.id, role: "viewer" })
  return {
    server,
    owner,
    user,
    invited,
    guest,
    workspaceId: workspace.id,
    boardId: board.id,
    groupId: board.groups[0]?.id ?? "",
    taskId: task.id,
    invitationId: invitation.id
  }
}

const signedUp = async ({ owner, server }: Given) => {
  const account = { email: `ada-${crypto.randomUUID()}@example.com`, password: "correct horse" }
  const answer = await owner.accounts.signUp({ name: "Ada", ...account })
  return { account, answer, token: await mailedToken(server, account.email) }
}

const rows = {
  name: "Imported",
  headers: ["Task"],
  columnMappings: [{ index: 0, name: "Task", type: "text", isFirstColumn: true }],
  rows: [{ "0": "Sow peas" }]
} as const

/** An answer, and what has to be in it. */
type Checked = Promise<readonly [answer: unknown, expected: unknown]>
type Calls = {
  readonly [Noun in Exclude<keyof BoardwrightClient, "setToken">]: {
    readonly [Name in keyof BoardwrightClient[Noun]]: (given: Given) => Checked
  }
}

const accounts: Calls["accounts"] = {
  signUp: async (on) => [(await signedUp(on)).answer, { success: true, message: expect.any(String) }],
  signIn: async ({ owner, user }) => [
    await owner.accounts.signIn({ email: user.email, password: "password of owner" }),
    { success: true, token: expect.any(String), user: { id: user.id, name: "owner" } }
  ],
  requestPasswordReset: async ({ owner, user }) => [
    await owner.accounts.requestPasswordReset({ email: user.email }),
    { success: true }
  ],
  resendVerification: async ({ owner, user }) => [
    await owner.accounts.resendVerification({ email: user.email }),
    { success: true }
  ],
  resetPassword: async ({ owner, server, user }) => {
    await owner.accounts.requestPasswordReset({ email: user.email })
    const token = await mailedToken(server, user.email)
    return [await owner.accounts.resetPassword({ token, password: "a new password" }), { success: true }]
  },
  profile: async ({ owner, user }) => [await owner.accounts.profile(), { id: user.id, onboardingData: {} }],
  completeOnboarding: async ({ owner, user }) => [
    await owner.accounts.completeOnboarding({ companyName: "Garden", role: "Gardener" }),
    { success: true, user: { id: user.id, hasCompletedOnboarding: true } }
  ]
}

const workspaces: Calls["workspaces"] = {
  list: async ({ owner, workspaceId }) => [
    await owner.workspaces.list({ page: 1, limit: 5 }),
    { workspaces: [{ id: workspaceId }], pagination: { page: 1, limit: 5, total: 1, totalPages: 1 } }
  ],
  get: async ({ owner, user, workspaceId }) => [
    await owner.workspaces.get({ id: workspaceId }),
    { id: workspaceId, ownerId: user.id, createdAt: TIME }
  ],
  create: async ({ owner }) => [
    await owner.workspaces.create({ name: "Attic", color: "#112233" }),
    { success: true, workspace: { id: ID, name: "Attic", color: "#112233" } }
  ],
  update: async ({ owner, workspaceId }) => [
    await owner.workspaces.update({ id: workspaceId, name: "Park" }),
    { success: true, workspace: { id: workspaceId, name: "Park" } }
  ],
  delete: async ({ owner, workspaceId }) => [await owner.workspaces.delete({ id: workspaceId }), { success: true }]
}

const boards: Calls["boards"] = {
  list: async ({ boardId, owner, workspaceId }) => [
    await owner.boards.list({ workspaceId }),
    { boards: [{ id: boardId }], pagination: { total: 1 } }
  ],
  get: async ({ boardId, owner }) => [await owner.boards.get({ id: boardId }), { id: boardId, name: "Spring" }],
  create: async ({ owner, workspaceId }) => [
    await owner.boards.create({ workspaceId, name: "Autumn" }),
    { success: true, board: { id: ID, name: "Autumn" } }
  ],
  update: async ({ boardId, owner }) => [
    await owner.boards.update({ id: boardId, description: "Beds" }),
    { success: true, board: { id: boardId, description: "Beds" } }
  ],
  delete: async ({ boardId, owner }) => [await owner.boards.delete({ id: boardId }), { success: true }],
  import: async ({ owner, workspaceId }) => [
    [
      await owner.boards.import({ workspaceId, ...rows, dryRun: true }),
      await owner.boards.import({ workspaceId, ...rows })
    ],
    [
      { success: true, imported: 1, skipped: 0, warnings: [], board: null },
      { imported: 1, board: { id: ID, name: "Imported" } }
    ]
  ],
  addGroup: async ({ boardId, owner }) => [
    await owner.boards.addGroup({ id: boardId, name: "Later" }),
    { success: true, group: { id: ID, name: "Later" }, data: { name: "Later" } }
  ],
  addColumn: async ({ boardId, owner }) => [
    await owner.boards.addColumn({ id: boardId, name: "Notes", type: "text" }),
    { success: true, column: { id: ID, name: "Notes", type: "text" } }
  ],
  updateColumn: async ({ boardId, owner }) => {
    const { column } = await owner.boards.addColumn({ id: boardId, name: "Notes", type: "text" })
    return [
      await owner.boards.updateColumn({ boardId, columnId: column.id, width: 120 }),
      { success: true, column: { id: column.id, width: 120 } }
    ]
  }
}

const members: Calls["members"] = {
  invite: async ({ boardId, owner, server }) => {
    const { id } = await server.user("another")
    return [
      await owner.members.invite({ id: boardId, userId: id, role: "editor" }),
      { success: true, invitation: { boardId, userId: id, role: "editor", status: "pending" } }
    ]
  },
  update: async ({ boardId, guest, invitationId, invited, owner }) => {
    await invited.invitations.accept({ id: invitationId })
    return [
      await owner.members.update({ id: boardId, userId: guest.id, role: "admin" }),
      { success: true, member: { userId: guest.id, role: "admin" } }
    ]
  },
  remove: async ({ boardId, guest, invitationId, invited, owner }) => {
    await invited.invitations.accept({ id: invitationId })
    return [await owner.members.remove({ id: boardId, userId: guest.id }), { success: true }]
  }
}

const invitations: Calls["invitations"] = {
  listMine: async ({ invitationId, invited }) => [
    await invited.invitations.listMine({ limit: 10 }),
    { invitations: [{ id: invitationId, boardName: "Spring" }] }
  ],
  listOfBoard: async ({ boardId, invitationId, owner }) => [
    await owner.invitations.listOfBoard({ id: boardId, page: 1 }),
    { invitations: [{ id: invitationId, status: "pending" }] }
  ],
  accept: async ({ invitationId, invited }) => [
    await invited.invitations.accept({ id: invitationId }),
    { success: true, invitation: { id: invitationId, status: "accepted" } }
  ],
  decline: async ({ invitationId, invited }) => [
    await invited.invitations.decline({ id: invitationId }),
    { success: true, invitation: { id: invitationId, status: "declined" } }
  ],
  withdraw: async ({ boardId, invitationId, owner }) => [
    await owner.invitations.withdraw({ id: boardId, invitationId }),
    { success: true }
  ]
}

const tasks: Calls["tasks"] = {
  list: async ({ boardId, groupId, owner, taskId }) => [
    await owner.tasks.list({ boardId, groupId, limit: 1 }),
    { tasks: [{ id: taskId, name: "Dig" }], pagination: { limit: 1, total: 1 } }
  ],
  get: async ({ owner, taskId }) => [await owner.tasks.get({ id: taskId }), { id: taskId, comments: [], subtasks: [] }],
  listComments: async ({ owner, taskId }) => [
    await owner.tasks.listComments({ id: taskId }),
    { comments: [], pagination: { page: 1, total: 0 } }
  ],
  listSubtasks: async ({ owner, taskId }) => [
    await owner.tasks.listSubtasks({ id: taskId, limit: 5 }),
    { subtasks: [], data: [], pagination: { limit: 5, total: 0 } }
  ],
  listTimeEntries: async ({ owner, taskId }) => [
    await owner.tasks.listTimeEntries({ id: taskId, page: 2 }),
    { timeEntries: [], data: [], pagination: { page: 2, total: 0 } }
  ],
  create: async ({ boardId, owner }) => [
    await owner.tasks.create({ boardId, name: "Sow", dueDate: "2027-03-01" }),
    { success: true, task: { id: ID, name: "Sow", dueDate: "2027-03-01T00:00:00.000Z" } }
  ],
  update: async ({ owner, taskId }) => [
    await owner.tasks.update({ id: taskId, status: "done" }),
    { success: true, task: { id: taskId, status: "done" } }
  ],
  delete: async ({ owner, taskId }) => [await owner.tasks.delete({ id: taskId }), { success: true }],
  move: async ({ boardId, owner, taskId }) => {
    const { group } = await owner.boards.addGroup({ id: boardId, name: "Later" })
    return [
      await owner.tasks.move({ id: taskId, groupId: group.id }),
      { success: true, task: { id: taskId, groupId: group.id } }
    ]
  },
  addComment: async ({ owner, taskId, user }) => [
    await owner.tasks.addComment({ id: taskId, content: "Deep", mentions: [user.id] }),
    { success: true, comment: { taskId, content: "Deep", mentions: [user.id], createdAt: TIME } }
  ],
  addSubtask: async ({ owner, taskId }) => [
    await owner.tasks.addSubtask({ id: taskId, name: "Fetch the spade" }),
    { success: true, subtask: { taskId, name: "Fetch the spade", completed: false } }
  ],
  updateSubtask: async ({ owner, taskId }) => {
    const { subtask } = await owner.tasks.addSubtask({ id: taskId, name: "Fetch the spade" })
    return [
      await owner.tasks.updateSubtask({ taskId, subtaskId: subtask.id, completed: true }),
      { success: true, subtask: { id: subtask.id, completed: true } }
    ]
  },
  addTimeEntry: async ({ owner, taskId }) => [
    await owner.tasks.addTimeEntry({ id: taskId, duration: 90 }),
    { success: true, timeEntry: { taskId, duration: 90 } }
  ]
}

const CALLS: Calls = {
  accounts,
  workspaces,
  boards,
  members,
  invitations,
  tasks,
  system: {
    health: async ({ owner }) => [await owner.system.health(), { status: "ok" }],
    ready: async ({ owner }) => [await owner.system.ready(), { status: "ready", checks: { storage: "ok" } }]
  }
}

const namesOf = (nouns: object): ReadonlyArray<string> =>
  Object.entries(nouns).flatMap(([noun, names]) => Object.keys(Object(names)).map((name) => `${noun}.${name}`))

it("the client has exactly the contract's endpoints, except the link in emails", () => {
  const contract: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => contract.push(`${group.identifier}.${endpoint.name}`)
  })
  const expected = contract.filter((name) => name !== "accounts.verifyEmail").toSorted()
  const { setToken: _, ...nouns } = createClient({ baseUrl: "http://service.example" })
  expect(namesOf(nouns).toSorted()).toEqual(expected)
  expect(namesOf(CALLS).toSorted()).toEqual(expected)
})

describe("the client calls", () => {
  const { server } = onServer()
  const calls = Object.entries(CALLS).flatMap(([noun, names]) =>
    Object.entries<(given: Given) => Checked>(names).map(([name, call]) => [`${noun}.${name}`, call] as const)
  )
  it.each(calls)("%s", async (_, call) => {
    const [answer, expected] = await call(await given(server()))
    expect(answer).toMatchObject(Object(expected))
  })
})
