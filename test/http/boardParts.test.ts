import { describe, expect } from "vitest"
import { expectInvalid, expectError, ID, MISSING, onServer, wrong } from "./given.js"

const { it } = onServer()

describe("POST /api/boards/:id/groups", () => {
  it("adds a group after the last and returns it as group and as data", async ({
    home: { boardId, get, groupId, post }
  }) => {
    const { body, status } = await post(`/api/boards/${boardId}/groups`, { name: " Later ", color: "#00ff00" })
    const group = { id: ID, name: "Later", color: "#00ff00" }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, group, data: group } })
    expect(body.data).toEqual(body.group)
    const third = await post(`/api/boards/${boardId}/groups`, { name: "Third", color: null, id: "mine" })
    expect(third.body.group).toEqual({ id: ID, name: "Third", color: "#579BFC" })
    const { groups } = (await get(`/api/boards/${boardId}`)).body
    expect(groups.map(({ id }: { id: string }) => id)).toEqual([groupId, body.group.id, third.body.group.id])
  })

  it.for(
    wrong(
      [{}, ["name"]],
      [{ name: "", color: "blue" }, ["name", "color"]],
      [{ name: null }, ["name"]],
      [{ name: "x".repeat(256) }, ["name"]]
    )
  )("rejects %s and lists every problem", async ([, body, paths], { home: { boardId, post } }) => {
    expectInvalid(await post(`/api/boards/${boardId}/groups`, body), paths)
  })

  it("is 404 for a missing board, after 400 for invalid input", async ({ home: { post } }) => {
    expectError(await post(`/api/boards/${MISSING}/groups`, { name: "A" }), 404, "Board not found")
    expectInvalid(await post(`/api/boards/${MISSING}/groups`, {}), ["name"])
  })
})

describe("POST /api/boards/:id/columns", () => {
  it("adds a column after the last, with defaults for omitted fields", async ({ home: { boardId, get, post } }) => {
    const { body, status } = await post(`/api/boards/${boardId}/columns`, { name: " Status ", type: " status " })
    const column = {
      id: ID,
      name: "Status",
      type: "status",
      required: false,
      description: "",
      width: null,
      visible: true,
      field: null,
      options: [],
      strict: false
    }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, column, data: column } })
    expect(body.data).toEqual(body.column)
    const given = { name: "Owner", type: "person", required: true, description: "Who" }
    const second = (await post(`/api/boards/${boardId}/columns`, given)).body.column
    expect(second).toEqual({ ...column, ...given })
    expect((await get(`/api/boards/${boardId}`)).body.columns).toEqual([body.column, second])
  })

  it.for(["status", "person", "text", "date", "priority", "checkbox", "Ø"])(
    "accepts the type %s",
    async (type, { home: { boardId, post } }) => {
      expect((await post(`/api/boards/${boardId}/columns`, { name: "A", type })).body.column.type).toBe(type)
    }
  )

  it.for(
    wrong(
      [{}, ["name", "type"]],
      [{ name: "", type: "", required: "yes", description: 5 }, ["name", "type", "required", "description"]],
      [{ name: "A", type: "x".repeat(51) }, ["type"]],
      [{ name: "A", type: "text", required: 1 }, ["required"]]
    )
  )("rejects %s and lists every problem", async ([, body, paths], { home: { boardId, post } }) => {
    expectInvalid(await post(`/api/boards/${boardId}/columns`, body), paths)
  })

  it("treats null as absent and is 404 for a missing board", async ({ home: { boardId, post } }) => {
    const column = { name: "A", type: "text", required: null, description: null, width: 5, visible: false }
    expect((await post(`/api/boards/${boardId}/columns`, column)).body.column).toMatchObject({
      required: false,
      description: "",
      width: null,
      visible: true
    })
    expectError(await post(`/api/boards/${MISSING}/columns`, column), 404, "Board not found")
  })
})

describe("PATCH /api/boards/:boardId/columns/:columnId", () => {
  it("changes each field on its own and returns the whole column", async ({ home }) => {
    const path = `/api/boards/${home.boardId}/columns/${await home.givenColumn()}`
    const expected = (await home.patch(path, {})).body.column
    for (const change of [{ name: "Renamed" }, { width: 120.5 }, { visible: false }, { width: 0 }]) {
      Object.assign(expected, change)
      const { body, status } = await home.patch(path, change)
      expect({ status, body }).toEqual({ status: 200, body: { success: true, column: expected, data: expected } })
    }
    expect((await home.get(`/api/boards/${home.boardId}`)).body.columns).toEqual([expected])
  })

  it("clears with null, and changes nothing for {} and for unchanged values", async ({ home }) => {
    const path = `/api/boards/${home.boardId}/columns/${await home.givenColumn()}`
    const fresh = (await home.patch(path, {})).body.column
    const changed = (await home.patch(path, { width: 10, visible: false })).body.column
    expect((await home.patch(path, changed)).body.column).toEqual(changed)
    expect((await home.patch(path, { id: "x", boardId: "y" })).body.column).toEqual(changed)
    expect((await home.patch(path, { width: null, visible: null })).body.column).toEqual(fresh)
  })

  it.for(
    wrong(
      [{ name: null }, ["name"]],
      [{ name: "", width: "wide", visible: "no" }, ["name", "width", "visible"]],
      [{ width: -1 }, ["width"]]
    )
  )("rejects %s and changes nothing", async ([, body, paths], { home }) => {
    const path = `/api/boards/${home.boardId}/columns/${await home.givenColumn()}`
    const before = (await home.patch(path, {})).body
    expectInvalid(await home.patch(path, body), paths)
    expect((await home.patch(path, {})).body).toEqual(before)
  })

  it("finds a column only under its own board", async ({ home }) => {
    const columnId = await home.givenColumn()
    const other = (await home.post("/api/boards", { name: "Other", workspaceId: home.workspaceId })).body.board.id
    expectError(await home.patch(`/api/boards/${other}/columns/${columnId}`, {}), 404, "Column not found")
    expectError(await home.patch(`/api/boards/${MISSING}/columns/${columnId}`, {}), 404, "Board not found")
    expectError(await home.patch(`/api/boards/${home.boardId}/columns/x`, {}), 404, "Column not found")
  })
})

it("a new group can hold a task and is listed with its board", async ({ home }) => {
  const groupId = await home.givenGroup()
  const { task } = (await home.post("/api/tasks", { boardId: home.boardId, groupId, name: "A" })).body
  expect(task.groupId).toBe(groupId)
  const { boards } = (await home.get(`/api/boards?workspaceId=${home.workspaceId}`)).body
  expect(boards[0].groups[1].id).toBe(groupId)
})

describe("DELETE /api/boards/:boardId/groups/:groupId", () => {
  it("moves its tasks, and counts them where no group is named", async ({ home }) => {
    const { boardId, del, get, groupId } = home
    const id = await home.givenGroup()
    const tasks = [await home.givenTask({ groupId: id }), await home.givenTask({ groupId: id })]
    const path = `/api/boards/${boardId}/groups/${id}`
    for (const query of ["", "?moveTasksTo="]) {
      const { body, status } = await del(path + query)
      const details = [{ path: ["moveTasksTo"], message: "is required: the group has 2 tasks" }]
      expect({ status, details: body.details }).toEqual({ status: 400, details })
    }
    expectInvalid(await del(`${path}?moveTasksTo=${id}`), ["moveTasksTo"])
    expectError(await del(`${path}?moveTasksTo=${MISSING}`), 404, "Group not found")
    const { body, status } = await del(`${path}?moveTasksTo=${groupId}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: "Group deleted" } })
    const listed = (await get(`/api/tasks?boardId=${boardId}&groupId=${groupId}`)).body.tasks
    expect(listed.map((task: { id: string }) => task.id)).toEqual(tasks)
    expectError(await del(path), 404, "Group not found")
    expectInvalid(await del(`/api/boards/${boardId}/groups/${groupId}`), ["groupId"])
  })

  it("loses no task that is created or moved at the same time", async ({ home }) => {
    const { boardId, del, get, groupId, patch, post } = home
    const id = await home.givenGroup()
    const tasks = await Promise.all(
      Array.from({ length: 6 }, (_, at) => home.givenTask({ groupId: at % 2 ? id : groupId }))
    )
    const answers = await Promise.all([
      ...tasks.map((task, at) => patch(`/api/tasks/${task}/move`, { groupId: at % 2 ? groupId : id })),
      del(`/api/boards/${boardId}/groups/${id}?moveTasksTo=${groupId}`),
      ...[1, 2, 3, 4].map(() => post("/api/tasks", { boardId, groupId: id, name: "New" }))
    ])
    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
    expect(answers[tasks.length]?.status).toBe(200)
    const made = answers.flatMap(({ body, status }) => (status === 201 ? [body.task.id] : []))
    const { tasks: listed } = (await get(`/api/tasks?boardId=${boardId}&groupId=${groupId}`)).body
    expect(listed.map((task: { id: string }) => task.id).toSorted()).toEqual([...tasks, ...made].toSorted())
  })
})

it("DELETE /api/boards/:boardId/columns/:columnId removes its values from tasks", async ({ home }) => {
  const { boardId, del, get } = home
  const [id, kept] = [await home.givenColumn(), await home.givenColumn()]
  const task = await home.givenTask({ columnValues: { [id]: "x", [kept]: [1] } })
  const path = `/api/boards/${boardId}/columns/${id}`
  const { body, status } = await del(path)
  expect({ status, body }).toEqual({ status: 200, body: { success: true, message: "Column deleted" } })
  expect((await get(`/api/tasks/${task}`)).body.columnValues).toEqual({ [kept]: [1] })
  expectError(await del(path), 404, "Column not found")
  expectError(await del(`/api/boards/${MISSING}/columns/${kept}`), 404, "Board not found")
})
