import { describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, MISSING, onServer } from "./given.js"

const { it, as, givenHome } = onServer()

type Reader = Pick<Home, "get">

const namesOf = async ({ get }: Reader, query = ""): Promise<ReadonlyArray<string>> => {
  const { body, status } = await get(`/api/tasks/mine${query}`)
  expect(status).toBe(200)
  expect(body.pagination.total).toBe(body.tasks.length)
  return body.tasks.map(({ name }: { readonly name: string }) => name)
}

/** A task that is assigned to the owner. */
const givenMine = (home: Home, name: string, fields: object = {}) =>
  home.givenTask({ name, assignees: [home.user.id], ...fields })

describe("GET /api/tasks/mine", () => {
  it("lists what the list of the board has, with the board's name and workspace", async ({ home }) => {
    await givenMine(home, "Dig", { dueDate: "2027-01-01" })
    await home.givenTask({ name: "Nobody's" })
    const { body, headers } = await home.get("/api/tasks/mine")
    const [summary] = (await home.get(`/api/tasks?boardId=${home.boardId}&assignee=me`)).body.tasks
    expect(body).toEqual({
      tasks: [{ ...summary, boardName: "Board", workspaceId: home.workspaceId }],
      pagination: { page: 1, limit: 1000, total: 1, totalPages: 1 }
    })
    expect([headers.get("etag"), headers.get("x-change-cursor")]).toEqual([null, expect.stringMatching(/\.\d+$/)])
    const paged = (await home.get("/api/tasks/mine?page=2&limit=1&include=columnValues,counts")).body
    expect(paged).toEqual({ tasks: [], data: [], pagination: { page: 2, limit: 1, total: 1, totalPages: 1 } })
    const [rich] = (await home.get("/api/tasks/mine?include=columnValues,counts")).body.tasks
    expect(rich).toMatchObject({ columnValues: {}, counts: { comments: 0 } })
  })

  it("has the tasks of all boards that the caller can read now, and of no others", async ({ home }) => {
    const other = await givenHome("other")
    const theirs = await other.post("/api/tasks", { name: "Theirs", boardId: other.boardId, assignees: [home.user.id] })
    await givenMine(home, "Own")
    expect(await namesOf(home)).toEqual(["Own"])
    const { body } = await other.post(`/api/boards/${other.boardId}/invite`, { userId: home.user.id, role: "viewer" })
    expect(await namesOf(home, "?sort=-name")).toEqual(["Theirs", "Own"])
    await home.post(`/api/invitations/${body.invitation.id}/accept`)
    expect(await namesOf(home, `?workspaceId=${other.workspaceId}`)).toEqual(["Theirs"])
    expect(await namesOf(home, `?workspaceId=${home.workspaceId}`)).toEqual(["Own"])
    await other.del(`/api/tasks/${theirs.body.task.id}`)
    expect(await namesOf(home)).toEqual(["Own"])
    await home.del(`/api/boards/${home.boardId}`)
    expect(await namesOf(home)).toEqual([])
  })

  it("is in order of due dates, those without one last, then of the last change", async ({ home }) => {
    const never = await givenMine(home, "never")
    await givenMine(home, "later", { dueDate: "2027-02-01" })
    await givenMine(home, "never, new")
    await givenMine(home, "soon", { dueDate: "2027-01-01" })
    expect(await namesOf(home)).toEqual(["soon", "later", "never, new", "never"])
    await home.patch(`/api/tasks/${never}`, { status: "done" })
    expect(await namesOf(home)).toEqual(["soon", "later", "never", "never, new"])
    expect(await namesOf(home, "?sort=-dueDate")).toEqual(["later", "soon", "never", "never, new"])
    expect(await namesOf(home, "?sort=-status,-name")).toEqual(["never", "soon", "never, new", "later"])
  })

  it("is narrowed by status, due date and last change", async ({ home }) => {
    await givenMine(home, "a", { status: "done", dueDate: "2027-01-01" })
    await givenMine(home, "b", { status: "working", dueDate: "2027-01-31T23:00" })
    await givenMine(home, "c", { status: "a,b" })
    expect(await namesOf(home, "?status=done&status=working&sort=name")).toEqual(["a", "b"])
    expect(await namesOf(home, "?status=a,b")).toEqual(["c"])
    expect(await namesOf(home, "?dueFrom=2027-01-02&dueTo=2027-01-31")).toEqual(["b"])
    expect(await namesOf(home, "?updatedSince=2020-01-01&sort=name")).toEqual(["a", "b", "c"])
    expect(await namesOf(home, "?updatedSince=9000-01-01")).toEqual([])
  })

  it("has tasks whose assignees a column writes", async ({ home }) => {
    const column = { name: "Who", type: "person", field: "assignees" }
    const { body } = await home.post(`/api/boards/${home.boardId}/columns`, column)
    const task = await home.givenTask({ name: "Bound" })
    await home.patch(`/api/tasks/${task}`, { columnValues: { [body.column.id]: [home.user.id] } })
    expect(await namesOf(home)).toEqual(["Bound"])
    expect(body.column.field).toBe("assignees")
  })

  it("names every problem, and a workspace that is not there or not the caller's", async ({ home }) => {
    const wrong = "page=0&status=a&sort=group&dueFrom=soon&include=comments"
    expectInvalid(await home.get(`/api/tasks/mine?${wrong}`), ["page", "sort", "dueFrom", "include.0"])
    expectError(await home.get(`/api/tasks/mine?workspaceId=${MISSING}`), 404, "Workspace not found")
    const other = await givenHome("other")
    expectError(await home.get(`/api/tasks/mine?workspaceId=${other.workspaceId}`), 403, "Forbidden")
    expectError(await as(null).get("/api/tasks/mine"), 401, "Unauthorized")
  })

  it("is limited to the places of an API token", async ({ home }) => {
    await givenMine(home, "Here")
    const second = (await home.post("/api/boards", { name: "Second", workspaceId: home.workspaceId })).body.board
    await home.post("/api/tasks", { name: "There", boardId: second.id, assignees: [home.user.id] })
    const { body } = await home.post("/api/tokens", { name: "Agent", scopes: ["read"], boardIds: [second.id] })
    expect(await namesOf(as({ token: body.token }))).toEqual(["There"])
  })

  it("is no task: other methods and paths below it look for one with this id", async ({ home }) => {
    const editor = await home.givenMember("editor")
    expectError(await editor.patch("/api/tasks/mine", { name: "x" }), 404, "Task not found")
    expectError(await editor.get("/api/tasks/mine/comments"), 404, "Task not found")
  })
})
