import { describe, expect } from "vitest"
import {
  expectInvalid,
  expectError,
  givenColumn,
  givenGroup,
  givenTask,
  type Home,
  MISSING,
  onServer
} from "./given.js"

interface Summary {
  readonly name: string
}

const listed = async ({ boardId, get }: Home, filter: string): Promise<ReadonlyArray<string>> => {
  const { body, status } = await get(`/api/tasks?boardId=${boardId}${filter}`)
  expect(status).toBe(200)
  expect(body.pagination.total).toBe(body.tasks.length)
  return body.tasks.map(({ name }: Summary) => name)
}

/** Tasks that differ in what they can be filtered by. */
const furnished = async (home: Home) => {
  const groupId = await givenGroup(home)
  const other = await home.server.user("other")
  await givenTask(home, { name: "a" })
  await givenTask(home, { name: "b", groupId, status: "done" })
  await givenTask(home, { name: "c", status: "done", assignees: [other.id] })
  await givenTask(home, { name: "d", groupId, status: "done", assignees: [home.user.id, other.id] })
  await givenTask(home, { name: "e", groupId, status: "Done & dusted" })
  return { groupId, other: other.id }
}

describe("GET /api/tasks", () => {
  const { it } = onServer()
  it("lists summaries of exactly the specified fields, in order of creation", async ({ home }) => {
    const { task } = (
      await home.post("/api/tasks", {
        boardId: home.boardId,
        name: "A",
        dueDate: "2026-01-01",
        assignees: [home.user.id]
      })
    ).body
    await givenTask(home, { name: "B" })
    const { body, status } = await home.get(`/api/tasks?boardId=${home.boardId}`)
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ page: 1, limit: 1000, total: 2, totalPages: 1 })
    expect(Object.keys(body)).toEqual(["tasks", "pagination"])
    const { assignees, boardId, createdAt, dueDate, groupId, id, name, priority, status: state, updatedAt } = task
    expect(body.tasks[0]).toEqual({
      id,
      boardId,
      groupId,
      name,
      status: state,
      priority,
      assignees,
      dueDate,
      createdAt,
      updatedAt
    })
    expect(body.tasks[1].name).toBe("B")
  })

  it("includes column values and counts, and refuses what it does not know", async ({ home }) => {
    const column = await givenColumn(home)
    const id = await givenTask(home, { columnValues: { [column]: [1] } })
    await home.post(`/api/tasks/${id}/comments`, { content: "Deep" })
    const { body } = await home.post(`/api/tasks/${id}/subtasks`, { name: "Spade" })
    await home.post(`/api/tasks/${id}/subtasks`, { name: "Rake" })
    await home.patch(`/api/tasks/${id}/subtasks/${body.subtask.id}`, { completed: true })
    for (const duration of [90, 0.5]) await home.post(`/api/tasks/${id}/time-entries`, { duration })
    const path = `/api/tasks?boardId=${home.boardId}`
    const [plain] = (await home.get(path)).body.tasks
    const columnValues = { [column]: [1] }
    const counts = { comments: 1, subtasks: 2, subtasksDone: 1, minutes: 90.5 }
    expect(Object.keys(plain)).not.toContain("columnValues")
    for (const [include, added] of [
      ["columnValues,counts", { columnValues, counts }],
      ["counts", { counts }],
      ["columnValues", { columnValues }],
      ["", {}]
    ] as const) {
      expect((await home.get(`${path}&include=${include}`)).body.tasks).toEqual([{ ...plain, ...added }])
    }
    expectInvalid(await home.get(`${path}&include=counts,comments`), ["include.1"])
  })

  it("rejects a page with over 4 MiB of column values", async ({ home }) => {
    const columns = await Promise.all(Array.from({ length: 7 }, () => givenColumn(home)))
    const columnValues = Object.fromEntries(columns.map((id) => [id, "x".repeat(65_535)]))
    for (let made = 0; made < 11; made++) await givenTask(home, { columnValues })
    const path = `/api/tasks?boardId=${home.boardId}&include=columnValues`
    expectInvalid(await home.get(path), ["limit"])
    expectInvalid(await home.get(`${path}&limit=11`), ["limit"])
    const { body } = await home.get(`${path}&limit=9`)
    expect(body.tasks.map((task: object) => "columnValues" in task)).toEqual(Array.from({ length: 9 }, () => true))
    expect((await home.get(`/api/tasks?boardId=${home.boardId}`)).body.tasks).toHaveLength(11)
  })

  describe("filters", () => {
    it("by group, status and assignee, alone and together", async ({ home }) => {
      const { groupId, other } = await furnished(home)
      expect(await listed(home, "")).toEqual(["a", "b", "c", "d", "e"])
      expect(await listed(home, `&groupId=${groupId}`)).toEqual(["b", "d", "e"])
      expect(await listed(home, `&groupId=${home.groupId}`)).toEqual(["a", "c"])
      expect(await listed(home, "&status=done")).toEqual(["b", "c", "d"])
      expect(await listed(home, "&status=Done+%26%20dusted")).toEqual(["e"])
      expect(await listed(home, `&assignee=${other}`)).toEqual(["c", "d"])
      expect(await listed(home, `&assignee=${home.user.id}`)).toEqual(["d"])
      expect(await listed(home, `&status=done&groupId=${groupId}&assignee=${other}`)).toEqual(["d"])
      expect(await listed(home, `&status=pending&assignee=${other}`)).toEqual([])
    })

    it("are absent if empty, and give an empty list if nothing matches", async ({ home }) => {
      await furnished(home)
      expect(await listed(home, "&status=&groupId=&assignee=&page=&limit=")).toHaveLength(5)
      for (const filter of ["status=DONE", "status=don", "status=%25", `assignee=${MISSING}`, `groupId=${MISSING}`]) {
        expect(await listed(home, `&${filter}`)).toEqual([])
      }
    })

    it("apply to the pagination", async ({ home }) => {
      await furnished(home)
      const { body } = await home.get(`/api/tasks?boardId=${home.boardId}&status=done&page=2&limit=2`)
      expect(body.tasks.map(({ name }: Summary) => name)).toEqual(["d"])
      expect(body.data).toEqual(body.tasks)
      expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    })

    it("given twice are rejected, each and all", async ({ home: { boardId, get } }) => {
      expectInvalid(await get(`/api/tasks?boardId=${boardId}&boardId=${boardId}`), ["boardId"])
      expectInvalid(
        await get(`/api/tasks?boardId=${boardId}&status=a&status=b&groupId=1&groupId=1&assignee=&assignee=`),
        ["status", "groupId", "assignee"]
      )
      expect((await get(`/api/tasks?boardId=${boardId}&other=1&other=2`)).status).toBe(200)
    })
  })

  it("requires the board's id", async ({ home: { get, groupId } }) => {
    expectInvalid(await get("/api/tasks"), ["boardId"])
    expectInvalid(await get("/api/tasks?boardId=&status=done"), ["boardId"])
    expectInvalid(await get("/api/tasks?page=0&limit=1001"), ["boardId", "page", "limit"])
    expectInvalid(await get("/api/tasks?boardId=a%00b"), ["boardId"])
    for (const boardId of [MISSING, groupId, "1", "%27", "x".repeat(5000)]) {
      expectError(await get(`/api/tasks?boardId=${boardId}`), 404, "Board not found")
    }
  })
})
