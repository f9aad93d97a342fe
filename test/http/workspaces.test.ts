import { describe, expect } from "vitest"
import { expectInvalid, expectError, ID, MISSING, onServer, TIME, wrong } from "./given.js"

const { it, server, as, givenHome } = onServer()

describe("POST /api/workspaces", () => {
  it("creates a workspace of the caller, with defaults for omitted fields", async () => {
    const user = await server().user("maker")
    const { body, status } = await as(user).post("/api/workspaces", { name: "  Garden " })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      workspace: {
        id: ID,
        name: "Garden",
        icon: "📋",
        color: "#6366F1",
        ownerId: user.id,
        role: "owner",
        createdAt: TIME,
        updatedAt: TIME
      }
    })
  })

  it("treats null as absent and stores other values as sent", async () => {
    const { post } = as(await server().user("maker"))
    const nulls = await post("/api/workspaces", { name: "A", icon: null, color: null })
    expect(nulls.body.workspace).toMatchObject({ icon: "📋", color: "#6366F1" })
    const given = await post("/api/workspaces", { name: "B", icon: "👩‍👩‍👧", color: "#abCDef" })
    expect(given.body.workspace).toMatchObject({ name: "B", icon: "👩‍👩‍👧", color: "#abCDef" })
  })

  it("ignores read-only and unknown fields", async () => {
    const user = await server().user("maker")
    const { body, status } = await as(user).post("/api/workspaces", {
      name: "Mine",
      id: "mine",
      ownerId: "somebody",
      createdAt: "2000-01-01T00:00:00.000Z",
      colour: 7
    })
    expect(status).toBe(201)
    expect(body.workspace.id).not.toBe("mine")
    expect(body.workspace.ownerId).toBe(user.id)
    expect(body.workspace.createdAt > "2020").toBe(true)
    expect(body.workspace).not.toHaveProperty("colour")
  })

  it.each(
    wrong<unknown>(
      [{}, ["name"]],
      [{ name: null }, ["name"]],
      [{ name: " \t\n" }, ["name"]],
      [{ name: "x".repeat(256) }, ["name"]],
      [{ name: "x".repeat(200_000) }, ["name"]],
      [{ name: 5, icon: "ab", color: "red" }, ["name", "icon", "color"]],
      [{ name: "A", icon: "" }, ["icon"]],
      [{ name: "A", icon: "😀😀" }, ["icon"]],
      [{ name: "A", icon: "7" }, ["icon"]],
      [{ name: "A", color: "#FFF" }, ["color"]],
      [{ name: "A", color: "#GGGGGG" }, ["color"]],
      [{ name: "A", color: "#FFFFFF " }, ["color"]],
      [[], [""]],
      [null, [""]],
      ["text", [""]]
    )
  )("rejects %s and lists every problem", async (_, body, paths) => {
    const { post } = as(await server().user("maker"))
    expectInvalid(await post("/api/workspaces", JSON.stringify(body)), paths)
  })

  it("counts the characters of a name, not their bytes", async () => {
    const { post } = as(await server().user("maker"))
    expect((await post("/api/workspaces", { name: "😀".repeat(255) })).status).toBe(201)
    expectInvalid(await post("/api/workspaces", { name: "😀".repeat(256) }), ["name"])
  })
})

describe("GET /api/workspaces/:id", () => {
  it("returns the workspace unwrapped", async ({ home: { get, post, user } }) => {
    const { workspace } = (await post("/api/workspaces", { name: "One", icon: "🌱", color: "#00FF00" })).body
    const { body, status } = await get(`/api/workspaces/${workspace.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: workspace.id,
      name: "One",
      icon: "🌱",
      color: "#00FF00",
      ownerId: user.id,
      role: "owner",
      createdAt: workspace.createdAt,
      updatedAt: workspace.updatedAt
    })
  })

  it("is 404 for a missing id, whatever its form", async ({ home: { get } }) => {
    for (const id of [MISSING, "1", "%00", "a%2Fb", "%F0%9F%98%80", "x".repeat(3000), "'; drop table x --", "null"]) {
      expectError(await get(`/api/workspaces/${id}`), 404, "Workspace not found")
    }
  })
})

describe("PATCH /api/workspaces/:id", () => {
  it("changes the fields that are present and returns the workspace", async ({ home: { get, patch, workspaceId } }) => {
    const before = (await get(`/api/workspaces/${workspaceId}`)).body
    const { body, status } = await patch(`/api/workspaces/${workspaceId}`, { color: "#123456" })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, workspace: { ...before, color: "#123456", updatedAt: TIME } })
    expect((await get(`/api/workspaces/${workspaceId}`)).body).toEqual(body.workspace)
  })

  it("changes nothing for {} and for unchanged values", async ({ home: { get, patch, workspaceId } }) => {
    const before = (await get(`/api/workspaces/${workspaceId}`)).body
    for (const body of [{}, before, { ownerId: "other", id: "other", createdAt: "1999", unknown: null }]) {
      expect((await patch(`/api/workspaces/${workspaceId}`, body)).body).toEqual({ success: true, workspace: before })
    }
    expect((await get(`/api/workspaces/${workspaceId}`)).body).toEqual(before)
  })

  it.for(
    wrong<unknown>(
      [{ name: null, icon: null, color: null }, ["name", "icon", "color"]],
      [{ name: "", icon: "x", color: "#12345" }, ["name", "icon", "color"]],
      [[], [""]]
    )
  )("rejects %s and changes nothing", async ([, body, paths], { home: { get, patch, workspaceId } }) => {
    const before = (await get(`/api/workspaces/${workspaceId}`)).body
    expectInvalid(await patch(`/api/workspaces/${workspaceId}`, body), paths)
    expect((await get(`/api/workspaces/${workspaceId}`)).body).toEqual(before)
  })
})

describe("DELETE /api/workspaces/:id", () => {
  it("deletes the workspace with its boards and tasks", async ({ home }) => {
    const taskId = await home.givenTask()
    const { body, status } = await home.del(`/api/workspaces/${home.workspaceId}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expectError(await home.get(`/api/workspaces/${home.workspaceId}`), 404, "Workspace not found")
    expectError(await home.get(`/api/boards/${home.boardId}`), 404, "Board not found")
    expectError(await home.get(`/api/tasks/${taskId}`), 404, "Task not found")
    expectError(await home.get(`/api/boards?workspaceId=${home.workspaceId}`), 404, "Workspace not found")
    expectError(await home.del(`/api/workspaces/${home.workspaceId}`), 404, "Workspace not found")
  })
})

describe("GET /api/workspaces", () => {
  it("is empty for a new user", async () => {
    const { get } = as(await server().user("new"))
    const { body, status } = await get("/api/workspaces")
    expect(status).toBe(200)
    expect(body).toEqual({ workspaces: [], pagination: { page: 1, limit: 1000, total: 0, totalPages: 0 } })
  })

  it("lists the caller's own in order of creation, then those with a shared board", async () => {
    const friend = await givenHome("friend")
    const home = await givenHome()
    const second = (await home.post("/api/workspaces", { name: "Second" })).body.workspace
    await friend.post(`/api/boards/${friend.boardId}/invite`, { userId: home.user.id, role: "viewer" })
    const { body } = await home.get("/api/workspaces")
    expect(body.workspaces.map(({ id }: { id: string }) => id)).toEqual([
      home.workspaceId,
      second.id,
      friend.workspaceId
    ])
    expect(body.workspaces[1]).toEqual(second)
    expect(body.workspaces[2].ownerId).toBe(friend.user.id)
    expect((await friend.get("/api/workspaces")).body.workspaces).toHaveLength(1)
  })
})
