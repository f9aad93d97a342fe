import { describe, expect } from "vitest"
import { expectError, expectInvalid, face, type Home, ID, MISSING, onServer, TIME, wrong } from "./given.js"

const PLAIN = { "content-type": "text/plain" }

const invite = ({ boardId, post }: Home, body: unknown) => post(`/api/boards/${boardId}/invite`, body)

const { it, server, as, givenHome } = onServer()

describe("POST /api/boards/:id/invite", () => {
  it("creates a pending invitation", async ({ home }) => {
    const guest = await server().user("guest")
    const { body, status } = await invite(home, { userId: guest.id, role: "editor" })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      invitation: {
        id: ID,
        boardId: home.boardId,
        workspaceId: null,
        userId: guest.id,
        email: null,
        role: "editor",
        status: "pending",
        inviterId: home.user.id,
        createdAt: TIME,
        expiresAt: null,
        ...face(guest)
      }
    })
  })

  it("returns 200 and the same invitation with the new role if one is pending", async ({ home }) => {
    const guest = await server().user("guest")
    const first = (await invite(home, { userId: guest.id, role: "editor" })).body.invitation
    const { body, status } = await invite(home, { userId: guest.id, role: "viewer", email: null })
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, invitation: { ...first, role: "viewer" } }
    })
    const { invitations } = (await home.get(`/api/boards/${home.boardId}/invitations`)).body
    expect(invitations).toEqual([body.invitation])
  })

  it("accepts any email, in any case, in place of the id, and answers alike whether an account has it", async ({
    home
  }) => {
    const guest = await server().user("guest")
    const email = guest.email.toUpperCase()
    const known = await invite(home, { email: ` ${email} `, role: "admin" })
    const unknown = await invite(home, { email: `nobody-${guest.id}@example.com`, role: "admin" })
    expect([known.status, unknown.status]).toEqual([201, 201])
    const { createdAt, expiresAt, id } = known.body.invitation
    const alike = { createdAt, email, expiresAt, id }
    expect({ ...unknown.body.invitation, ...alike }).toEqual(known.body.invitation)
    expect(known.body.invitation).toMatchObject({ email, userId: null, role: "admin", name: null, expiresAt: TIME })
    expect((await as(guest).post(`/api/invitations/${id}/accept`)).body.invitation.userId).toBe(guest.id)
  })

  it.each(
    wrong(
      [{}, ["userId", "role"]],
      [{ userId: null, email: null, role: null }, ["userId", "role"]],
      [{ userId: 5, role: "owner" }, ["userId", "role"]],
      [{ userId: MISSING, email: "a@b.example", role: "Admin" }, ["email", "role"]],
      [{ email: "nobody", role: "viewer" }, ["email"]],
      [{ userId: MISSING }, ["role"]],
      [{ role: "viewer" }, ["userId"]]
    )
  )("rejects %s and lists every problem", async (_, body, paths) => {
    expectInvalid(await invite(await givenHome(), body), paths)
  })

  it("is 404 for an unknown user and for a missing board", async ({ home }) => {
    for (const who of [{ userId: MISSING }, { userId: "" }]) {
      expectError(await invite(home, { ...who, role: "viewer" }), 404, "User not found")
    }
    const other = { ...home, boardId: MISSING }
    expectError(await invite(other, { userId: home.user.id, role: "viewer" }), 404, "Board not found")
  })

  it("rejects a member and the owner at userId, also by email", async ({ home }) => {
    const { user } = await home.givenMember("viewer")
    expectInvalid(await invite(home, { userId: user.id, role: "admin" }), ["userId"])
    expectInvalid(await invite(home, { email: user.email, role: "admin" }), ["userId"])
    expectInvalid(await invite(home, { userId: home.user.id, role: "admin" }), ["userId"])
  })
})

describe("a pending invitation", () => {
  it("gives the access of its role without adding a member", async ({ home }) => {
    const guest = await server().user("guest")
    const asked = as(guest)
    await invite(home, { userId: guest.id, role: "editor" })
    expect((await asked.post("/api/tasks", { boardId: home.boardId, name: "A" })).status).toBe(201)
    expect((await asked.get(`/api/boards/${home.boardId}`)).body.members).toHaveLength(1)
    expectError(await asked.patch(`/api/boards/${home.boardId}`, { name: "B" }), 403, "Forbidden")
  })

  it("is listed for the invited user with the board's name", async ({ home }) => {
    const guest = await server().user("guest")
    const { invitation } = (await invite(home, { userId: guest.id, role: "viewer" })).body
    const { body, status } = await as(guest).get("/api/invitations")
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        invitations: [{ ...invitation, boardName: "Board", workspaceName: null }],
        pagination: { page: 1, limit: 1000, total: 1, totalPages: 1 }
      }
    })
  })

  it("becomes a membership when accepted, without a body or content type", async ({ home }) => {
    const guest = await server().user("guest")
    const asked = as(guest)
    const { invitation } = (await invite(home, { userId: guest.id, role: "viewer" })).body
    const { body, status } = await asked.post(`/api/invitations/${invitation.id}/accept`)
    const accepted = { ...invitation, status: "accepted" }
    expect({ status, body }).toEqual({ status: 200, body: { success: true, invitation: accepted, data: accepted } })
    expect((await asked.get(`/api/boards/${home.boardId}`)).body.members).toEqual([
      { userId: home.user.id, role: "admin", ...face(home.user) },
      { userId: guest.id, role: "viewer", ...face(guest) }
    ])
    expect((await asked.get("/api/invitations")).body.invitations).toEqual([])
    expectInvalid(await asked.post(`/api/invitations/${invitation.id}/accept`), ["status"])
    expectInvalid(await asked.post(`/api/invitations/${invitation.id}/decline`), ["status"])
  })

  it.for(["declined", "withdrawn"] as const)("ends access when %s, and can be created again", async (how, { home }) => {
    const guest = await server().user("guest")
    const asked = as(guest)
    const { invitation } = (await invite(home, { userId: guest.id, role: "viewer" })).body
    const end = {
      declined: () => asked.post(`/api/invitations/${invitation.id}/decline`, "no JSON", { headers: PLAIN }),
      withdrawn: () => home.del(`/api/boards/${home.boardId}/invitations/${invitation.id}`)
    }
    const { body, status } = await end[how]()
    expect({ status, success: body.success }).toEqual({ status: 200, success: true })
    expect(Object.keys(body)).toEqual(how === "declined" ? ["success", "invitation", "data"] : ["success", "message"])
    expectError(await asked.get(`/api/boards/${home.boardId}`), 403, "Forbidden")
    expect((await asked.get("/api/invitations")).body.invitations).toEqual([])
    expect((await home.get(`/api/boards/${home.boardId}/invitations`)).body.invitations).toEqual([])
    expect((await invite(home, { userId: guest.id, role: "viewer" })).status).toBe(201)
  })

  it("cannot be answered or withdrawn unless it is pending", async ({ home }) => {
    const guest = await server().user("guest")
    const asked = as(guest)
    const { id } = (await invite(home, { userId: guest.id, role: "viewer" })).body.invitation
    await asked.post(`/api/invitations/${id}/decline`, {})
    expectInvalid(await asked.post(`/api/invitations/${id}/accept`, {}), ["status"])
    expectInvalid(await asked.post(`/api/invitations/${id}/decline`, {}), ["status"])
    expectInvalid(await home.del(`/api/boards/${home.boardId}/invitations/${id}`), ["status"])
    expectError(await asked.post(`/api/invitations/${MISSING}/accept`), 404, "Invitation not found")
    expectError(await home.del(`/api/boards/${home.boardId}/invitations/${MISSING}`), 404, "Invitation not found")
  })

  it("is accepted once by concurrent requests", async ({ home }) => {
    const guest = await server().user("guest")
    const { id } = (await invite(home, { userId: guest.id, role: "viewer" })).body.invitation
    const accept = () => as(guest).post(`/api/invitations/${id}/accept`)
    const statuses = (await Promise.all(Array.from({ length: 20 }, accept))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    expect((await home.get(`/api/boards/${home.boardId}`)).body.members).toHaveLength(2)
  })

  it("is created once by concurrent requests", async ({ home }) => {
    const guest = await server().user("guest")
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invite(home, { userId: guest.id, role: "viewer" }))
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.invitation.id)).size).toBe(1)
  })
})

describe("PATCH and DELETE /api/boards/:id/members/:userId", () => {
  it("changes a member's role", async ({ home }) => {
    const { get, patch, user } = await home.givenMember("viewer")
    const path = `/api/boards/${home.boardId}/members/${user.id}`
    expectError(await patch(path, { role: "admin" }), 403, "Forbidden")
    const member = { userId: user.id, role: "admin", ...face(user) }
    const { body, status } = await home.patch(path, { role: "admin" })
    expect({ status, body }).toEqual({ status: 200, body: { success: true, member, data: member } })
    expect((await get(`/api/boards/${home.boardId}`)).body.members[1]).toEqual(member)
    expect((await home.patch(path, {})).body.member).toEqual(member)
    expect((await home.patch(path, member)).body.member).toEqual(member)
    expectInvalid(await home.patch(path, { role: "owner" }), ["role"])
    expectInvalid(await home.patch(path, { role: null }), ["role"])
  })

  it("removes a member, who may then be invited again", async ({ home }) => {
    const { get, user } = await home.givenMember("editor")
    const path = `/api/boards/${home.boardId}/members/${user.id}`
    const { body, status } = await home.del(path)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expectError(await get(`/api/boards/${home.boardId}`), 403, "Forbidden")
    expectError(await home.del(path), 404, "Member not found")
    expectError(await home.patch(path, { role: "viewer" }), 404, "Member not found")
    expect((await invite(home, { userId: user.id, role: "viewer" })).status).toBe(201)
  })

  it.for(["viewer", "editor", "admin"] as const)("lets a member with role %s leave, once", async (role, { home }) => {
    const { del, get, user } = await home.givenMember(role)
    const members = `/api/boards/${home.boardId}/members`
    const { body, status } = await del(`${members}/${user.id}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expect((await home.get(`/api/boards/${home.boardId}`)).body.members).toHaveLength(1)
    expectError(await get(`/api/boards/${home.boardId}`), 403, "Forbidden")
    for (const id of [user.id, home.user.id, MISSING]) {
      expectError(await del(`${members}/${id}`), 403, "Forbidden")
    }
  })

  it("requires the right to manage for other members", async ({ home }) => {
    const editor = await home.givenMember("editor")
    const viewer = await home.givenMember("viewer")
    const path = (id: string) => `/api/boards/${home.boardId}/members/${id}`
    expectError(await editor.del(path(viewer.user.id)), 403, "Forbidden")
    expectError(await viewer.del(path(home.user.id)), 403, "Forbidden")
    expectError(await viewer.del(path(MISSING)), 404, "Member not found")
  })

  it("the workspace's owner can leave the members and keeps every right", async ({ home }) => {
    await home.givenMember("admin")
    expect((await home.del(`/api/boards/${home.boardId}/members/${home.user.id}`)).status).toBe(200)
    expect((await home.patch(`/api/boards/${home.boardId}`, { name: "Still mine" })).status).toBe(200)
    expectError(await home.del(`/api/boards/${home.boardId}/members/${home.user.id}`), 404, "Member not found")
  })

  it("a board keeps at least one admin", async ({ home }) => {
    const path = `/api/boards/${home.boardId}/members/${home.user.id}`
    expectInvalid(await home.patch(path, { role: "viewer" }), ["role"])
    expectInvalid(await home.del(path), ["userId"])
    expect((await home.patch(path, { role: "admin" })).status).toBe(200)
    const { user } = await home.givenMember("admin")
    expect((await home.del(path)).status).toBe(200)
    expectInvalid(await home.del(`/api/boards/${home.boardId}/members/${user.id}`), ["userId"])
  })
})
