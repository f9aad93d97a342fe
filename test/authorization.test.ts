import { endpointRoutes } from "@boardwright/http"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { type Answer, startServer, STORAGES, type TestServer } from "./support/server.js"
import { type Caller, CALLERS, type Furnished, makeWorld, snapshot, type World } from "./support/world.js"

/** The table "Who may do what", and who may do what concerns only oneself. */
const ALLOWED: Record<string, ReadonlyArray<Caller>> = {
  anyone: CALLERS,
  "signed in": ["stranger", "viewer", "invitee", "editor", "admin", "owner"],
  invited: ["invitee"],
  "read workspace": ["viewer", "invitee", "editor", "admin", "owner"],
  "own workspace": ["owner"],
  read: ["viewer", "invitee", "editor", "admin", "owner"],
  comment: ["viewer", "invitee", "editor", "admin", "owner"],
  // The invitee of the world is asked to be an editor.
  edit: ["invitee", "editor", "admin", "owner"],
  manage: ["admin", "owner"]
}

interface Row {
  readonly may: keyof typeof ALLOWED
  readonly status: number
  readonly path: (ids: Furnished) => string
  readonly body?: (ids: Furnished, world: World) => unknown
  /** The ids in path, query and body; each is tried as missing, and as the foreign board's where it is a child. */
  readonly ids?: ReadonlyArray<keyof Furnished>
}

const MATRIX: Record<string, Row> = {
  "system.health": { may: "anyone", status: 200, path: () => "/api/health" },
  "accounts.signUp": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/signup",
    body: () => ({ name: "", email: "", password: "" })
  },
  "accounts.signIn": {
    may: "anyone",
    status: 401,
    path: () => "/api/auth/signin",
    body: () => ({ email: "nobody@example.com", password: "wrong" })
  },
  "accounts.requestPasswordReset": {
    may: "anyone",
    status: 200,
    path: () => "/api/auth/forgot-password",
    body: () => ({ email: "nobody@example.com" })
  },
  "accounts.resendVerification": {
    may: "anyone",
    status: 200,
    path: () => "/api/auth/resend-verification",
    body: () => ({ email: "nobody@example.com" })
  },
  "accounts.resetPassword": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/reset-password",
    body: () => ({ token: "wrong", password: "long enough" })
  },
  "accounts.verifyEmail": { may: "anyone", status: 302, path: () => "/api/auth/verify-email?token=wrong" },
  "accounts.profile": { may: "signed in", status: 200, path: () => "/api/auth/me" },
  "accounts.completeOnboarding": {
    may: "signed in",
    status: 200,
    path: () => "/api/auth/onboarding",
    body: () => ({ companyName: "Acme", role: "Maker" })
  },
  "workspaces.list": { may: "signed in", status: 200, path: () => "/api/workspaces" },
  "workspaces.create": { may: "signed in", status: 201, path: () => "/api/workspaces", body: () => ({ name: "New" }) },
  "workspaces.get": {
    may: "read workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "workspaces.update": {
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["workspaceId"]
  },
  "workspaces.delete": {
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "boards.list": {
    may: "read workspace",
    status: 200,
    path: (on) => `/api/boards?workspaceId=${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "boards.get": { may: "read", status: 200, path: (on) => `/api/boards/${on.boardId}`, ids: ["boardId"] },
  "boards.create": {
    may: "own workspace",
    status: 201,
    path: () => "/api/boards",
    body: (on) => ({ name: "New", workspaceId: on.workspaceId }),
    ids: ["workspaceId"]
  },
  "boards.update": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["boardId"]
  },
  "boards.delete": { may: "manage", status: 200, path: (on) => `/api/boards/${on.boardId}`, ids: ["boardId"] },
  "boards.import": {
    may: "own workspace",
    status: 201,
    path: () => "/api/boards/import",
    body: (on) => ({ name: "Imported", workspaceId: on.workspaceId, columnMappings: [], rows: [{ 0: "Row" }] }),
    ids: ["workspaceId"]
  },
  "boards.addGroup": {
    may: "edit",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/groups`,
    body: () => ({ name: "Third" }),
    ids: ["boardId"]
  },
  "boards.addColumn": {
    may: "edit",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/columns`,
    body: () => ({ name: "More", type: "text" }),
    ids: ["boardId"]
  },
  "boards.updateColumn": {
    may: "edit",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/columns/${on.columnId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["boardId", "columnId"]
  },
  "members.invite": {
    may: "manage",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/invite`,
    body: (_, { nobody }) => ({ userId: nobody.id, role: "viewer" }),
    ids: ["boardId"]
  },
  "invitations.listOfBoard": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/invitations`,
    ids: ["boardId"]
  },
  "invitations.withdraw": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/invitations/${on.invitationId}`,
    ids: ["boardId", "invitationId"]
  },
  "members.update": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/members/${on.memberId}`,
    body: () => ({ role: "editor" }),
    ids: ["boardId", "memberId"]
  },
  "members.remove": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/members/${on.memberId}`,
    ids: ["boardId", "memberId"]
  },
  "invitations.listMine": { may: "signed in", status: 200, path: () => "/api/invitations" },
  "invitations.accept": {
    may: "invited",
    status: 200,
    path: (on) => `/api/invitations/${on.invitationId}/accept`,
    ids: ["invitationId"]
  },
  "invitations.decline": {
    may: "invited",
    status: 200,
    path: (on) => `/api/invitations/${on.invitationId}/decline`,
    ids: ["invitationId"]
  },
  "tasks.list": { may: "read", status: 200, path: (on) => `/api/tasks?boardId=${on.boardId}`, ids: ["boardId"] },
  "tasks.get": { may: "read", status: 200, path: (on) => `/api/tasks/${on.taskId}`, ids: ["taskId"] },
  "tasks.create": {
    may: "edit",
    status: 201,
    path: () => "/api/tasks",
    body: (on) => ({ boardId: on.boardId, groupId: on.otherGroupId, name: "New" }),
    ids: ["boardId", "otherGroupId"]
  },
  "tasks.update": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}`,
    body: (on) => ({ name: "Renamed", groupId: on.otherGroupId }),
    ids: ["taskId", "otherGroupId"]
  },
  "tasks.delete": { may: "edit", status: 200, path: (on) => `/api/tasks/${on.taskId}`, ids: ["taskId"] },
  "tasks.move": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/move`,
    body: (on) => ({ groupId: on.otherGroupId }),
    ids: ["taskId", "otherGroupId"]
  },
  "tasks.addComment": {
    may: "comment",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/comments`,
    body: () => ({ content: "Hello" }),
    ids: ["taskId"]
  },
  "tasks.addSubtask": {
    may: "edit",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/subtasks`,
    body: () => ({ name: "Another part" }),
    ids: ["taskId"]
  },
  "tasks.updateSubtask": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/subtasks/${on.subtaskId}`,
    body: () => ({ completed: true }),
    ids: ["taskId", "subtaskId"]
  },
  "tasks.addTimeEntry": {
    may: "edit",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/time-entries`,
    body: () => ({ duration: 1 }),
    ids: ["taskId"]
  }
}

/** Ids that are looked up under the board or the task of the request. */
const CHILDREN: ReadonlySet<string> = new Set(["columnId", "invitationId", "memberId", "otherGroupId", "subtaskId"])

const routes = new Map(endpointRoutes().map((route) => [route.name, route]))

const tokenOf = ({ users }: World, caller: Caller): string | undefined =>
  caller === "anonymous" ? undefined : users[caller].token

const send = (server: TestServer, world: World, caller: Caller, name: string, ids: Furnished): Promise<Answer> => {
  const row = MATRIX[name]
  const method = routes.get(name)?.method
  if (row === undefined || method === undefined) throw new Error(`no such route: ${name}`)
  return server.call(method, row.path(ids), { token: tokenOf(world, caller), body: row.body?.(ids, world) })
}

it("the matrix has every route of the contract and no other", () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual([...routes.keys()].toSorted())
})

/** What a success changes; asking for a mail to nobody and reading change nothing. */
const changes = (name: string): boolean => {
  const { method } = routes.get(name) ?? {}
  return method !== "GET" && (MATRIX[name]?.may ?? "anyone") !== "anyone"
}

describe.each(STORAGES)("who may do what, on %s", (storage) => {
  let server: TestServer
  let shared: World
  let before: string
  beforeAll(async () => {
    server = await startServer({ storage })
    shared = await makeWorld(server)
    before = await snapshot(server, shared)
  })
  afterAll(() => server.stop())

  /** The answer to what is refused says nothing of what is on the board. */
  const expectRefusal = async (caller: Caller, name: string, ids: Furnished, status: number) => {
    const answer = await send(server, shared, caller, name, ids)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual(["error", "details"])
    expect(JSON.stringify(answer.body)).not.toContain(shared.users.owner.id)
  }

  describe.each(Object.entries(MATRIX))("%s", (name, { ids = [], may, status }) => {
    const allowed = ALLOWED[may] ?? []
    const needsSession = may !== "anyone"

    // Nothing that was refused, and nothing that only reads, has changed anything.
    afterAll(async () => {
      const after = await snapshot(server, shared)
      const unchanged = before
      before = after
      assert.strictEqual(after, unchanged)
    })

    it.each(allowed)("%s may", async (caller) => {
      const world = changes(name) ? await makeWorld(server) : shared
      expect((await send(server, world, caller, name, world.own)).status).toBe(status)
    })

    it.each(CALLERS.filter((caller) => !allowed.includes(caller)))("%s may not", async (caller) => {
      await expectRefusal(caller, name, shared.own, caller === "anonymous" ? 401 : 403)
    })

    it.each(ids.length > 0 ? CALLERS : [])("for %s what is missing is missing", async (caller) => {
      for (const id of ids) {
        const missing = { ...shared.own, [id]: "01900000-0000-7000-8000-000000000000" }
        await expectRefusal(caller, name, missing, caller === "anonymous" && needsSession ? 401 : 404)
      }
    })

    const children = ids.filter((id) => CHILDREN.has(id) && ids.length > 1)
    it.each(children.length > 0 ? CALLERS : [])("for %s a child of another board is missing", async (caller) => {
      for (const id of children) {
        const foreign = { ...shared.own, [id]: shared.foreign[id] }
        await expectRefusal(caller, name, foreign, caller === "anonymous" ? 401 : 404)
      }
    })
  })
})
