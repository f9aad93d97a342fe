import { describe, expect } from "vitest"
import { expectError, expectInvalid, face, ID, MISSING, onServer, TIME, wrong } from "./given.js"

const GRADIENT = "linear-gradient(135deg, #667eea 0%, #764ba2 100%)"

const { it, server, as } = onServer()

describe("POST /api/boards", () => {
  it("creates a board with one group, no columns and the caller as admin", async ({
    home: { post, user, workspaceId }
  }) => {
    const { body, status } = await post("/api/boards", { name: " Plan ", workspaceId, description: " as sent\n" })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      board: {
        id: ID,
        name: "Plan",
        workspaceId,
        description: " as sent\n",
        groups: [{ id: ID, name: "New group", color: "#579BFC" }],
        columns: [],
        members: [{ userId: user.id, role: "admin", ...face(user) }],
        background: { type: "solid", value: "#FFFFFF" },
        viewDensity: "default",
        createdAt: TIME,
        updatedAt: TIME
      }
    })
  })

  it("treats null as absent and ignores read-only fields", async ({ home: { post, workspaceId } }) => {
    const { body, status } = await post("/api/boards", {
      name: "Plan",
      workspaceId,
      description: null,
      id: "mine",
      groups: [],
      members: [{ userId: MISSING, role: "admin" }],
      createdAt: "2000-01-01",
      viewDensity: "compact"
    })
    expect(status).toBe(201)
    expect(body.board).toMatchObject({ description: "", viewDensity: "default" })
    expect(body.board.id).not.toBe("mine")
    expect(body.board.groups).toHaveLength(1)
  })

  it.for(
    wrong(
      [{}, ["name", "workspaceId"]],
      [{ name: "", workspaceId: 1, description: 2 }, ["name", "workspaceId", "description"]],
      [{ name: null, workspaceId: null }, ["name", "workspaceId"]],
      [{ name: "A", workspaceId: MISSING, description: "x".repeat(65_536) }, ["description"]]
    )
  )("rejects %s and lists every problem", async ([, body, paths], { home: { post } }) => {
    expectInvalid(await post("/api/boards", body), paths)
  })

  it("is 404 for a missing workspace, whatever the form of its id", async ({ home: { post } }) => {
    for (const workspaceId of [MISSING, "", "1", "a/b", "x".repeat(70_000)]) {
      expectError(await post("/api/boards", { name: "A", workspaceId }), 404, "Workspace not found")
    }
  })

  it("accepts names of 255 characters and descriptions of 65,535", async ({ home: { post, workspaceId } }) => {
    const board = { name: "ä".repeat(255), workspaceId, description: "ö".repeat(65_535) }
    expect((await post("/api/boards", board)).body.board).toMatchObject(board)
  })
})

describe("GET /api/boards/:id", () => {
  it("returns the board unwrapped, as it was created", async ({ home: { get, post, workspaceId } }) => {
    const { board } = (await post("/api/boards", { name: "A", workspaceId })).body
    const { body, status } = await get(`/api/boards/${board.id}`)
    expect({ status, body }).toEqual({ status: 200, body: board })
  })

  it("is 404 for a missing id, whatever its form", async ({ home: { get, groupId } }) => {
    for (const id of [MISSING, groupId, "import", "%00", "..%2Fx", "x".repeat(4000)]) {
      expectError(await get(`/api/boards/${id}`), 404, "Board not found")
    }
  })
})

describe("PATCH /api/boards/:id", () => {
  it("changes each field on its own and returns the whole board", async ({ home: { boardId, get, patch } }) => {
    const expected = (await get(`/api/boards/${boardId}`)).body
    for (const change of [
      { name: "Renamed" },
      { description: "New" },
      { background: { type: "gradient", value: GRADIENT } },
      { viewDensity: "compact" }
    ]) {
      const { body, status } = await patch(`/api/boards/${boardId}`, change)
      Object.assign(expected, change, { updatedAt: TIME })
      expect({ status, body }).toEqual({ status: 200, body: { success: true, board: expected } })
    }
    expect((await get(`/api/boards/${boardId}`)).body).toEqual(expected)
  })

  it("clears with null the fields that may be empty", async ({ home: { boardId, patch } }) => {
    await patch(`/api/boards/${boardId}`, {
      description: "New",
      background: { type: "solid", value: "#123" },
      viewDensity: "compact"
    })
    const { body } = await patch(`/api/boards/${boardId}`, { description: null, background: null, viewDensity: null })
    expect(body.board).toMatchObject({
      description: "",
      background: { type: "solid", value: "#FFFFFF" },
      viewDensity: "default"
    })
  })

  it("changes nothing for {}, for unchanged values, and for read-only fields", async ({
    home: { boardId, get, patch }
  }) => {
    const before = (await get(`/api/boards/${boardId}`)).body
    const foreign = { id: "x", workspaceId: MISSING, groups: [], columns: [{}], members: [], createdAt: "x" }
    for (const body of [{}, before, foreign]) {
      expect((await patch(`/api/boards/${boardId}`, body)).body).toEqual({ success: true, board: before })
    }
    expect((await get(`/api/boards/${boardId}`)).body).toEqual(before)
  })

  it.for(
    wrong(
      [{ name: null }, ["name"]],
      [
        { name: "", description: 1, background: "red", viewDensity: "" },
        ["name", "description", "background", "viewDensity"]
      ],
      [{ background: {} }, ["background.type", "background.value"]],
      [{ background: { type: "", value: "url(x)" } }, ["background.type", "background.value"]],
      [
        { background: { type: "image", value: "linear-gradient(red, url(https://evil.example))" } },
        ["background.value"]
      ],
      [{ background: { type: "solid", value: "#FFFFFF;color:red" } }, ["background.value"]],
      [{ background: { type: "solid", value: "linear-gradient(red){}" } }, ["background.value"]],
      [{ viewDensity: "x".repeat(51) }, ["viewDensity"]],
      [{ background: [] }, ["background"]]
    )
  )("rejects %s and changes nothing", async ([, body, paths], { home: { boardId, get, patch } }) => {
    const before = (await get(`/api/boards/${boardId}`)).body
    expectInvalid(await patch(`/api/boards/${boardId}`, body), paths)
    expect((await get(`/api/boards/${boardId}`)).body).toEqual(before)
  })

  it.for(["solid", "gradient", "image-less", "x".repeat(50)])(
    "accepts the background type %s",
    async (type, { home: { boardId, patch } }) => {
      const { body } = await patch(`/api/boards/${boardId}`, { background: { type, value: "#abc" } })
      expect(body.board.background).toEqual({ type, value: "#abc" })
    }
  )
})

describe("DELETE /api/boards/:id", () => {
  it("deletes the board and its tasks, but not the workspace", async ({ home }) => {
    const taskId = await home.givenTask()
    const { body, status } = await home.del(`/api/boards/${home.boardId}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expectError(await home.get(`/api/boards/${home.boardId}`), 404, "Board not found")
    expectError(await home.get(`/api/tasks/${taskId}`), 404, "Task not found")
    expectError(await home.get(`/api/tasks?boardId=${home.boardId}`), 404, "Board not found")
    expectError(await home.del(`/api/boards/${home.boardId}`), 404, "Board not found")
    expect((await home.get(`/api/boards?workspaceId=${home.workspaceId}`)).body.boards).toEqual([])
  })
})

describe("GET /api/boards", () => {
  it("lists the boards of the workspace in order of creation, with groups and columns", async ({
    home: { boardId, get, post, workspaceId }
  }) => {
    await post(`/api/boards/${boardId}/columns`, { name: "Notes", type: "text" })
    const second = (await post("/api/boards", { name: "Second", workspaceId })).body.board
    const { body, status } = await get(`/api/boards?workspaceId=${workspaceId}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      boards: [(await get(`/api/boards/${boardId}`)).body, second],
      pagination: { page: 1, limit: 1000, total: 2, totalPages: 1 }
    })
    expect(body.boards[0].columns).toHaveLength(1)
  })

  it("requires the workspace's id", async ({ home: { get } }) => {
    expectInvalid(await get("/api/boards"), ["workspaceId"])
    expectInvalid(await get("/api/boards?workspaceId="), ["workspaceId"])
    expectInvalid(await get("/api/boards?page=0&limit=x"), ["workspaceId", "page", "limit"])
    expectError(await get(`/api/boards?workspaceId=${MISSING}`), 404, "Workspace not found")
  })

  it("shows a guest only the shared boards, and a stranger nothing", async ({
    home: { boardId, get, post, workspaceId }
  }) => {
    await post("/api/boards", { name: "Private", workspaceId })
    const guest = await server().user("guest")
    const asked = as(guest)
    expectError(await asked.get(`/api/boards?workspaceId=${workspaceId}`), 403, "Forbidden")
    await post(`/api/boards/${boardId}/invite`, { userId: guest.id, role: "viewer" })
    const { body } = await asked.get(`/api/boards?workspaceId=${workspaceId}`)
    expect(body).toEqual({
      boards: [(await get(`/api/boards/${boardId}`)).body],
      pagination: { page: 1, limit: 1000, total: 1, totalPages: 1 }
    })
  })
})
