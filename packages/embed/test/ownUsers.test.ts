import { asUser, type BoardwrightOptions } from "@boardwright/embed"
import { assert, describe, expect, it } from "vitest"
import { apiRequest, givenHub } from "./hubs.js"

const PEOPLE = [
  { id: "1", name: "Ada", email: "ada@host.example" },
  { id: "2", name: "Bob", email: "bob@host.example", avatar: "/bob.png" }
]

/** A host whose session is a header that names the user. */
const host: Partial<BoardwrightOptions> = {
  jwtSecret: undefined,
  mailer: undefined,
  passwordHasher: undefined,
  users: {
    existing: (ids) => PEOPLE.map(({ id }) => id).filter((id) => ids.includes(id)),
    findByEmail: async (email) => PEOPLE.find((person) => person.email === email),
    find: async (ids) => PEOPLE.filter(({ id }) => ids.includes(id))
  },
  authenticate: ({ header, native }) => {
    const id = native instanceof Request ? header("x-user") : undefined
    return id === undefined ? null : asUser(id)
  }
}

const request = (method: string, path: string, user: string, body?: unknown): Request => {
  const made = apiRequest(method, path, { body })
  made.headers.set("x-user", user)
  return made
}

describe("a host with its own users", () => {
  it("calls and requests act for its users", async () => {
    const { hub } = await givenHub(host)
    const ada = asUser("1")
    const workspace = await hub.workspaces.create(ada, { name: "Work" })
    const board = await hub.boards.create(ada, { name: "Plans", workspaceId: workspace.id })
    const { invitation } = await hub.members.invite(ada, board.id, { email: "bob@host.example", role: "editor" })
    expect((await hub.fetch(request("POST", `/api/invitations/${invitation.id}/accept`, "2", {}))).status).toBe(200)
    expect((await hub.boards.get(ada, board.id)).members).toEqual([
      { userId: "1", role: "admin", name: "Ada", avatar: "/api/avatars/default.svg" },
      { userId: "2", role: "editor", name: "Bob", avatar: "/bob.png" }
    ])
    const body = { boardId: board.id, name: "Dig", assignees: ["1", "2"] }
    const answer = await hub.fetch(request("POST", "/api/tasks", "2", body))
    expect([answer.status, await answer.json()]).toMatchObject([201, { task: { assignees: ["1", "2"] } }])
    expect((await hub.fetch(request("GET", `/api/boards/${board.id}`, "3"))).status).toBe(403)
  })

  it("a user whose row has no avatar has the default", async () => {
    const row = { id: "1", name: "Ada", email: "ada@host.example", avatar: null }
    const { existing } = host.users ?? assert.fail("no users")
    const { hub } = await givenHub({ ...host, users: { existing, findByEmail: () => row, find: () => [row] } })
    const workspace = await hub.workspaces.create(asUser("1"), { name: "Work" })
    const { id } = await hub.boards.create(asUser("1"), { name: "Plans", workspaceId: workspace.id })
    const answer = await hub.fetch(request("GET", `/api/boards/${id}`, "1"))
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { members: [{ userId: "1", avatar: "/api/avatars/default.svg" }] }
    ])
  })

  it("a user who is invited by an address in other case is led to the invitation", async () => {
    const email = "Bob.Mixed@Host.example"
    const find = async (address: string) =>
      address === email ? { ...PEOPLE[1], id: "2", name: "Bob", email } : undefined
    const { existing } = host.users ?? assert.fail("no users")
    const { hub, mailTo } = await givenHub({ users: { existing, findByEmail: find }, authenticate: () => null })
    const workspace = await hub.workspaces.create(asUser("1"), { name: "Work" })
    const board = await hub.boards.create(asUser("1"), { name: "Plans", workspaceId: workspace.id })
    const { invitation } = await hub.members.invite(asUser("1"), board.id, { email, role: "viewer" })
    expect((await mailTo(email)).text).toContain(`/account?invitation=${invitation.id}`)
  })

  it("people have no names where the app does not look them up", async () => {
    const { existing, findByEmail } = host.users ?? assert.fail("no users")
    const { hub } = await givenHub({ ...host, users: { existing, findByEmail } })
    const workspace = await hub.workspaces.create(asUser("1"), { name: "Work" })
    const { members } = await hub.boards.create(asUser("1"), { name: "Plans", workspaceId: workspace.id })
    expect(members).toEqual([{ userId: "1", role: "admin", name: null, avatar: null }])
  })

  it("a number as id is an unexpected failure that names the rule", async () => {
    const numbered = PEOPLE.map((person) => ({ ...person, id: Number(person.id) as never }))
    const users = { existing: () => numbered.map(({ id }) => id), findByEmail: () => numbered[1], find: () => numbered }
    const { hub } = await givenHub({ ...host, users })
    const { id: workspaceId } = await hub.workspaces.create(asUser("1"), { name: "Work" })
    const { id: boardId } = await hub.boards.create(asUser("1"), { name: "Plans", workspaceId })
    const message = expect.stringContaining("users must return ids that are strings, not a number")
    for (const call of [
      hub.tasks.create(asUser("1"), { boardId, name: "Dig", assignees: ["2"] }),
      hub.members.invite(asUser("1"), boardId, { email: "bob@host.example", role: "viewer" }),
      hub.boards.people(asUser("1"), boardId)
    ]) {
      await expect(call).rejects.toMatchObject({ code: "Unexpected", message })
    }
  })

  it("an unknown user is rejected", async () => {
    const { hub } = await givenHub(host)
    const { id: workspaceId } = await hub.workspaces.create(asUser("1"), { name: "Work" })
    const { id: boardId } = await hub.boards.create(asUser("1"), { name: "Plans", workspaceId })
    const assign = hub.tasks.create(asUser("1"), { boardId, name: "Dig", assignees: ["3"] })
    await expect(assign).rejects.toMatchObject({ details: { issues: [{ path: ["assignees", "0"] }] } })
    const invite = hub.members.invite(asUser("1"), boardId, { email: "eve@host.example", role: "viewer" })
    await expect(invite).rejects.toMatchObject({ code: "NotFound", details: { thing: "User" } })
  })

  it("no user is 401, whatever the token", async () => {
    const { hub } = await givenHub(host)
    expect((await hub.fetch(apiRequest("GET", "/api/workspaces", { token: "a.b.c" }))).status).toBe(401)
  })

  it("the OpenAPI document lists the routes that are served", async () => {
    const documentOf = async (options: Partial<BoardwrightOptions>) => {
      const { hub } = await givenHub(options)
      const answer = await hub.fetch(apiRequest("GET", "/api/openapi.json"))
      return (await answer.json()) as {
        readonly paths: object
        readonly tags: ReadonlyArray<{ readonly name: string }>
        readonly components: { readonly schemas: object }
      }
    }
    const [theirs, all] = [await documentOf(host), await documentOf({ ...host, accountRoutes: true })]
    const accounts = Object.keys(all.paths).filter((path) => path.startsWith("/api/auth/"))
    expect(accounts).toHaveLength(23)
    expect(Object.keys(theirs.paths)).toEqual(Object.keys(all.paths).filter((path) => !accounts.includes(path)))
    expect(theirs.tags.map(({ name }) => name)).not.toContain("accounts")
    const text = JSON.stringify(theirs)
    const unused = Object.keys(theirs.components.schemas).filter((name) => !text.includes(`schemas/${name}"`))
    expect(unused).toEqual([])
  })

  it("the account endpoints are off by default and can be turned on", async () => {
    const routes = [
      ["POST", "/api/auth/signup"],
      ["POST", "/api/auth/signin"],
      ["GET", "/api/auth/verify-email?token=x"],
      ["POST", "/api/auth/resend-verification"],
      ["POST", "/api/auth/forgot-password"],
      ["POST", "/api/auth/reset-password"],
      ["POST", "/api/auth/oidc/token"],
      ["GET", "/api/auth/me"],
      ["PATCH", "/api/auth/me"],
      ["POST", "/api/auth/change-password"],
      ["POST", "/api/auth/me/delete"],
      ["GET", "/api/auth/me/export"],
      ["POST", "/api/auth/change-email"],
      ["POST", "/api/auth/confirm-email"],
      ["POST", "/api/auth/undo-email"],
      ["GET", "/api/auth/sessions"],
      ["GET", "/api/auth/events"],
      ["DELETE", "/api/auth/sessions/x"],
      ["POST", "/api/auth/signout"],
      ["POST", "/api/auth/signout-everywhere"],
      ["POST", "/api/auth/onboarding"]
    ] as const
    const statuses = async (options: Partial<BoardwrightOptions>) => {
      const { hub } = await givenHub(options)
      const answers = routes.map(([method, path]) => hub.fetch(apiRequest(method, path)))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(new Set(await statuses(host))).toEqual(new Set([404]))
    expect(await statuses({ accountRoutes: false })).not.toContain(400)
    expect(await statuses({ ...host, accountRoutes: true })).not.toContain(404)
    expect(await statuses({})).not.toContain(404)
  })
})
