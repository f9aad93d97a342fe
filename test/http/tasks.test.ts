import { describe, expect } from "vitest"
import { expectInvalid, expectError, ID, MISSING, onServer, TIME, wrong } from "./given.js"

const { it, server, givenHome } = onServer()

describe("POST /api/tasks", () => {
  it("creates a task in the board's first group, with defaults for omitted fields", async ({ home }) => {
    await home.givenGroup()
    const { body, status } = await home.post("/api/tasks", { boardId: home.boardId, name: " Dig " })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      task: {
        id: ID,
        boardId: home.boardId,
        groupId: home.groupId,
        name: "Dig",
        description: "",
        status: "pending",
        priority: "medium",
        assignees: [],
        dueDate: null,
        columnValues: {},
        createdAt: TIME,
        updatedAt: TIME
      }
    })
  })

  it("accepts every field", async ({ home }) => {
    const [groupId, columnId] = [await home.givenGroup(), await home.givenColumn()]
    const other = await server().user("other")
    const given = {
      boardId: home.boardId,
      groupId,
      name: "Dig",
      description: "two\nlines ",
      status: "working",
      priority: "high",
      assignees: [home.user.id, other.id],
      dueDate: "2026-03-01T10:00:00.000Z",
      columnValues: { [columnId]: { nested: [1, "two", null, true] } }
    }
    const { body } = await home.post("/api/tasks", given)
    expect(body.task).toEqual({ ...given, id: ID, createdAt: TIME, updatedAt: TIME })
  })

  it("treats null as absent, collapses duplicates, and ignores read-only fields", async ({ home }) => {
    const { id: userId } = home.user
    const columnId = await home.givenColumn()
    const nulls = { groupId: null, description: null, status: null, priority: null, dueDate: null }
    const { body, status } = await home.post("/api/tasks", {
      boardId: home.boardId,
      name: "Dig",
      ...nulls,
      assignees: [userId, userId],
      columnValues: { [columnId]: null },
      id: "mine",
      createdAt: "2000-01-01T00:00:00.000Z",
      comments: [{ content: "no" }],
      files: ["x"]
    })
    expect(status).toBe(201)
    expect(body.task).toMatchObject({ groupId: home.groupId, status: "pending", priority: "medium", dueDate: null })
    expect(body.task).toMatchObject({ description: "", assignees: [userId], columnValues: {} })
    expect(body.task.id).not.toBe("mine")
    expect(body.task.createdAt > "2020").toBe(true)
    expect((await home.post("/api/tasks", { ...body.task, assignees: null, columnValues: null })).status).toBe(201)
  })

  it.for([
    ["2026-11-21", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21T03:44", "2026-11-21T03:44:00.000Z"],
    ["2026-11-21T03:44:05", "2026-11-21T03:44:05.000Z"],
    ["2026-11-21T03:44:05.678901Z", "2026-11-21T03:44:05.678Z"],
    ["2026-11-21T03:44:05+05:30", "2026-11-20T22:14:05.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["1970-01-01", "1970-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
  ])("reads the due date %s as %s", async ([dueDate, expected], { home }) => {
    const { body } = await home.post("/api/tasks", { boardId: home.boardId, name: "A", dueDate })
    expect(body.task.dueDate).toBe(expected)
    expect((await home.get(`/api/tasks/${body.task.id}`)).body.dueDate).toBe(expected)
  })

  it.for([
    "",
    "tomorrow",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "1969-12-31",
    "10000-01-01",
    "2026-11-21T25:00",
    "2026-11-21 03:44",
    "21.11.2026",
    1_795_000_000_000,
    true
  ])("rejects the due date %j", async (dueDate, { home }) => {
    expectInvalid(await home.post("/api/tasks", { boardId: home.boardId, name: "A", dueDate }), ["dueDate"])
    expectInvalid(await home.patch(`/api/tasks/${await home.givenTask()}`, { dueDate }), ["dueDate"])
  })

  it.for(
    wrong(
      [{}, ["boardId", "name"]],
      [{ boardId: 1, name: "" }, ["boardId", "name"]],
      [
        {
          boardId: MISSING,
          name: 1,
          description: 1,
          status: "",
          priority: "x".repeat(51),
          assignees: "a",
          dueDate: 1
        },
        ["name", "description", "status", "priority", "assignees", "dueDate"]
      ],
      [{ boardId: MISSING, name: "A", groupId: 1, columnValues: [] }, ["groupId", "columnValues"]],
      [{ boardId: MISSING, name: "A", columnValues: "x" }, ["columnValues"]],
      [{ boardId: MISSING, name: "A", assignees: [1, "x", null] }, ["assignees.0", "assignees.2"]],
      [{ boardId: MISSING, name: "x".repeat(256), description: "x".repeat(65_536) }, ["name", "description"]],
      [{ boardId: MISSING, name: "A", columnValues: { a: "x".repeat(65_536) } }, ["columnValues.a"]]
    )
  )("rejects %s and lists every problem", async ([, body, paths], { home: { post } }) => {
    expectInvalid(await post("/api/tasks", body), paths)
  })

  it("lists every assignee who is not a user and every key that is not a column", async ({ home }) => {
    const columnId = await home.givenColumn()
    const body = {
      boardId: home.boardId,
      name: "A",
      assignees: ["no", home.user.id, MISSING],
      columnValues: { [columnId]: 1, unknown: 2, [MISSING]: null }
    }
    const paths = ["assignees.0", "assignees.2", "columnValues.unknown", `columnValues.${MISSING}`]
    expectInvalid(await home.post("/api/tasks", body), paths)
    const taskId = await home.givenTask()
    const patch = { ...body, boardId: MISSING }
    expectInvalid(await home.patch(`/api/tasks/${taskId}`, patch), [...paths, "boardId"])
    expect((await home.get(`/api/tasks?boardId=${home.boardId}`)).body.tasks).toHaveLength(1)
  })

  it("is 404 for a missing board or group, and for a group of another board", async ({ home }) => {
    const other = await givenHome()
    const { boardId } = home
    expectError(await home.post("/api/tasks", { boardId: MISSING, name: "A" }), 404, "Board not found")
    expectError(await home.post("/api/tasks", { boardId: "", name: "A" }), 404, "Board not found")
    for (const groupId of [MISSING, "", "1", "x".repeat(70_000), other.groupId]) {
      expectError(await home.post("/api/tasks", { boardId, groupId, name: "A" }), 404, "Group not found")
    }
  })

  it("assignees need not be members", async ({ home }) => {
    const stranger = await server().user("stranger")
    const { body } = await home.post("/api/tasks", { boardId: home.boardId, name: "A", assignees: [stranger.id] })
    expect(body.task.assignees).toEqual([stranger.id])
  })
})

describe("GET /api/tasks/:id", () => {
  it("returns the task unwrapped with all details", async ({ home }) => {
    const { task } = (await home.post("/api/tasks", { boardId: home.boardId, name: "A" })).body
    const none = { comments: 0, subtasks: 0, timeEntries: 0 }
    const empty = { comments: [], subtasks: [], timeEntries: [], totals: none, files: [] }
    const path = `/api/tasks/${task.id}`
    expect(await home.get(path)).toMatchObject({ status: 200, body: { ...task, ...empty } })
    const { comment } = (await home.post(`${path}/comments`, { content: "Hi" })).body
    const { subtask } = (await home.post(`${path}/subtasks`, { name: "Part" })).body
    const { timeEntry } = (await home.post(`${path}/time-entries`, { duration: 5 })).body
    const totals = { comments: 1, subtasks: 1, timeEntries: 1 }
    const children = { comments: [comment], subtasks: [subtask], timeEntries: [timeEntry], totals, files: [] }
    expect((await home.get(path)).body).toEqual({ ...task, ...children })
  })

  it("is 404 for a missing id, whatever its form", async ({ home: { boardId, get } }) => {
    for (const id of [MISSING, boardId, "%00", "a%2Fb", "%25", "x".repeat(4000), "-1", "NaN"]) {
      expectError(await get(`/api/tasks/${id}`), 404, "Task not found")
    }
  })
})

describe("DELETE /api/tasks/:id", () => {
  it("deletes the task with its parts", async ({ home }) => {
    const [taskId, other] = [await home.givenTask(), await home.givenTask()]
    await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Part" })
    const { body, status } = await home.del(`/api/tasks/${taskId}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: expect.any(String) } })
    expectError(await home.get(`/api/tasks/${taskId}`), 404, "Task not found")
    expectError(await home.del(`/api/tasks/${taskId}`), 404, "Task not found")
    expectError(await home.post(`/api/tasks/${taskId}/comments`, { content: "Hi" }), 404, "Task not found")
    const { tasks } = (await home.get(`/api/tasks?boardId=${home.boardId}`)).body
    expect(tasks.map(({ id }: { id: string }) => id)).toEqual([other])
  })
})
