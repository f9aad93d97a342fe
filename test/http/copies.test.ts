import { describe, expect } from "vitest"
import { expectError, expectInvalid, type Home, ID, MISSING, onServer, TIME } from "./given.js"

const { it } = onServer()

const namesOf = async (home: Home, boardId = home.boardId) => {
  const { body } = await home.get(`/api/tasks?boardId=${boardId}`)
  return body.tasks.map(({ name }: { readonly name: string }) => name)
}

describe("POST /api/tasks/:id/duplicate", () => {
  it("answers 201 with the copy as task and as data, directly after the task", async ({ home }) => {
    const columnId = await home.givenColumn()
    const values = { description: "Deep", assignees: [home.user.id], columnValues: { [columnId]: ["a"] } }
    const id = await home.givenTask({ ...values, name: "Dig" })
    await home.givenTask({ name: "Sow" })
    await home.post(`/api/tasks/${id}/subtasks`, { name: "Spade" })
    await home.post(`/api/tasks/${id}/comments`, { content: "Done?" })
    const { body: original } = await home.get(`/api/tasks/${id}`)
    const { body, status } = await home.post(`/api/tasks/${id}/duplicate`, { name: "Dig again", status: "ignored" })
    const { comments, files, subtasks, timeEntries, totals, ...fields } = original
    const task = { ...fields, id: ID, name: "Dig again", createdAt: TIME, updatedAt: TIME }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, task, data: task } })
    expect(body.task.id).not.toBe(id)
    expect(await namesOf(home)).toEqual(["Dig", "Dig again", "Sow"])
    const { body: copy } = await home.get(`/api/tasks/${body.task.id}`)
    expect(copy).toMatchObject({ totals: { comments: 0, subtasks: 1, timeEntries: 0 } })
    expect(copy.subtasks).toMatchObject([{ name: "Spade", completed: false, taskId: body.task.id }])
    expect((await home.post(`/api/tasks/${id}/duplicate`, {})).body.task.name).toBe("Dig")
  })

  it("is a 400 for a wrong name and a 404 for a missing task", async ({ home }) => {
    const id = await home.givenTask()
    expectInvalid(await home.post(`/api/tasks/${id}/duplicate`, { name: "x".repeat(256) }), ["name"])
    expectError(await home.post(`/api/tasks/${MISSING}/duplicate`, {}), 404, "Task not found")
  })
})

describe("POST /api/boards/:id/duplicate", () => {
  it("answers 201 with the copy as board and as data, with groups, columns and tasks in order", async ({ home }) => {
    const { boardId, get, patch, post } = home
    const columnId = await home.givenColumn()
    const groupId = await home.givenGroup()
    await patch(`/api/boards/${boardId}`, { background: { type: "solid", value: "#ABCDEF" }, description: "Why" })
    await home.givenTask({ name: "Dig", groupId, columnValues: { [columnId]: "deep" } })
    await home.givenTask({ name: "Sow" })
    const { body: original } = await get(`/api/boards/${boardId}`)
    const { body, status } = await post(`/api/boards/${boardId}/duplicate`, { name: "Again", withTasks: true })
    const withNewIds = (parts: ReadonlyArray<object>) => parts.map((part) => ({ ...part, id: ID }))
    const board = {
      ...original,
      id: ID,
      name: "Again",
      groups: withNewIds(original.groups),
      columns: withNewIds(original.columns),
      members: original.members,
      createdAt: TIME,
      updatedAt: TIME
    }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, board, data: board } })
    expect(await namesOf(home, body.board.id)).toEqual(["Dig", "Sow"])
    const { body: list } = await get(`/api/tasks?boardId=${body.board.id}`)
    const { body: copy } = await get(`/api/tasks/${list.tasks[0].id}`)
    const { columns, groups } = body.board
    expect(copy).toMatchObject({ groupId: groups[1].id, columnValues: { [columns[0].id]: "deep" } })
    const { body: bare } = await post(`/api/boards/${boardId}/duplicate`, {})
    expect(bare.board.name).toBe(original.name)
    expect(await namesOf(home, bare.board.id)).toEqual([])
  })

  it("is a 400 for a wrong field and a 404 for a missing board", async ({ home }) => {
    const wrong = await home.post(`/api/boards/${home.boardId}/duplicate`, { name: "", withTasks: "yes" })
    expectInvalid(wrong, ["name", "withTasks"])
    expectError(await home.post(`/api/boards/${MISSING}/duplicate`, {}), 404, "Board not found")
  })
})

describe("POST /api/workspaces/:id/duplicate", () => {
  it("answers 201 with the copy as workspace, which has copies of the boards in order", async ({ home }) => {
    const { boardId, get, post, workspaceId } = home
    await post("/api/boards", { name: "Beds", workspaceId })
    await home.givenTask({ name: "Dig" })
    await home.givenMember("editor")
    const { body: original } = await get(`/api/workspaces/${workspaceId}`)
    const { body, status } = await post(`/api/workspaces/${workspaceId}/duplicate`, { name: "Again", withTasks: true })
    const workspace = { ...original, id: ID, name: "Again", createdAt: TIME, updatedAt: TIME }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, workspace } })
    const boardsOf = async (id: string) => (await get(`/api/boards?workspaceId=${id}`)).body.boards
    const [boards, copies] = [await boardsOf(workspaceId), await boardsOf(body.workspace.id)]
    const namesIn = (all: ReadonlyArray<{ name: string }>) => all.map(({ name }) => name)
    expect(namesIn(copies)).toEqual(namesIn(boards))
    expect(copies[0].members).toMatchObject([{ userId: home.user.id, role: "admin" }])
    expect(await namesOf(home, copies[0].id)).toEqual(await namesOf(home, boardId))
    const { body: bare } = await post(`/api/workspaces/${workspaceId}/duplicate`, {})
    const [first] = await boardsOf(bare.workspace.id)
    expect([bare.workspace.name, await namesOf(home, first.id)]).toEqual([original.name, []])
  })

  it("is a 400 for a wrong field and a 404 for a missing workspace", async ({ home }) => {
    const wrong = await home.post(`/api/workspaces/${home.workspaceId}/duplicate`, { name: "", withTasks: "yes" })
    expectInvalid(wrong, ["name", "withTasks"])
    expectError(await home.post(`/api/workspaces/${MISSING}/duplicate`, {}), 404, "Workspace not found")
  })
})

describe("POST /api/tasks/:id/move-to-board", () => {
  const givenOther = async ({ post, workspaceId }: Home) => {
    const { body } = await post("/api/boards", { name: "Elsewhere", workspaceId })
    return body.board
  }

  it("answers 200 with the task as task and as data, and names the values that have no column", async ({ home }) => {
    const { get, post } = home
    const other = await givenOther(home)
    const [lost, kept] = [await home.givenColumn("date"), await home.givenColumn()]
    const { body } = await post(`/api/boards/${other.id}/columns`, { name: " column", type: "Text" })
    const id = await home.givenTask({ name: "Dig", columnValues: { [lost]: "2027-01-02", [kept]: "deep" } })
    await post(`/api/tasks/${id}/comments`, { content: "Done?" })
    const { body: before } = await get(`/api/tasks/${id}`)
    const moved = await post(`/api/tasks/${id}/move-to-board`, { boardId: other.id, groupId: null, name: "ignored" })
    const { comments, files, subtasks, timeEntries, totals, ...fields } = before
    const place = { boardId: other.id, groupId: other.groups[0].id, columnValues: { [body.column.id]: "deep" } }
    const task = { ...fields, ...place, updatedAt: TIME }
    const noPlace = [{ columnId: lost, column: "Column", message: "the board has no column of this name and type" }]
    expect(moved.status).toBe(200)
    expect(moved.body).toEqual({ success: true, task, data: task, lost: noPlace })
    expect((await get(`/api/tasks/${id}`)).body).toEqual({ ...before, ...place, updatedAt: TIME })
    expect([await namesOf(home), await namesOf(home, other.id)]).toEqual([[], ["Dig"]])
  })

  it("is a 400 for the task's own board, and a 404 for what is missing", async ({ home }) => {
    const id = await home.givenTask()
    const other = await givenOther(home)
    const move = (to: object) => home.post(`/api/tasks/${id}/move-to-board`, to)
    expectInvalid(await move({ boardId: home.boardId }), ["boardId"])
    expectInvalid(await move({}), ["boardId"])
    expectError(await move({ boardId: MISSING }), 404, "Board not found")
    expectError(await move({ boardId: other.id, groupId: home.groupId }), 404, "Group not found")
  })
})
