import fc from "fast-check"
import { describe, expect } from "vitest"
import { expectInvalid, expectError, type Home, MISSING, onServer, TIME } from "./given.js"

const label = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => text.trim() !== "")
const text = fc.string({ unit: "grapheme", maxLength: 200 })

const taskFields = (userId: string, columnId: string) =>
  fc.record(
    {
      description: text,
      status: label,
      priority: label,
      assignees: fc.constantFrom([], [userId]),
      dueDate: fc
        .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString()),
      columnValues: fc
        .oneof(text, fc.integer(), fc.boolean(), fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })))
        .map((value) => ({ [columnId]: value }))
    },
    { requiredKeys: [] }
  )

const idsOf = async ({ boardId, get }: Home, filter = ""): Promise<ReadonlyArray<string>> =>
  (await get(`/api/tasks?boardId=${boardId}${filter}`)).body.tasks.map(({ id }: { id: string }) => id)

const { it, givenHome } = onServer()

describe("PATCH /api/tasks/:id", () => {
  it("changes each field on its own and returns the task", async ({ home }) => {
    const columnId = await home.givenColumn()
    const path = `/api/tasks/${await home.givenTask()}`
    const expected = (await home.patch(path, {})).body.task
    for (const change of [
      { name: "Renamed" },
      { description: "More" },
      { status: "done" },
      { priority: "Critical" },
      { assignees: [home.user.id] },
      { dueDate: "2026-01-02T00:00:00.000Z" },
      { columnValues: { [columnId]: "value" } },
      { groupId: await home.givenGroup() }
    ]) {
      Object.assign(expected, change, { updatedAt: TIME })
      const { body, status } = await home.patch(path, change)
      expect({ status, body }).toEqual({ status: 200, body: { success: true, task: expected } })
    }
    expect((await home.get(path)).body).toMatchObject(expected)
  })

  it("merges column values by key; null removes a key, and null for all clears", async ({ home }) => {
    const [a, b, c] = [await home.givenColumn(), await home.givenColumn(), await home.givenColumn()]
    const path = `/api/tasks/${await home.givenTask({ columnValues: { [a]: 1, [b]: { x: 1, y: 2 } } })}`
    const patch = async (columnValues: unknown) => (await home.patch(path, { columnValues })).body.task.columnValues
    expect(await patch({ [c]: "3" })).toEqual({ [a]: 1, [b]: { x: 1, y: 2 }, [c]: "3" })
    expect(await patch({ [b]: { z: 3 } })).toEqual({ [a]: 1, [b]: { z: 3 }, [c]: "3" })
    expect(await patch({ [a]: null, [b]: [null] })).toEqual({ [b]: [null], [c]: "3" })
    expect(await patch({})).toEqual({ [b]: [null], [c]: "3" })
    expect(await patch(null)).toEqual({})
  })

  it("clears with null the fields that may be empty and rejects null elsewhere", async ({ home }) => {
    const full = { description: "More", assignees: [home.user.id], dueDate: "2026-01-02" }
    const path = `/api/tasks/${await home.givenTask(full)}`
    const { body } = await home.patch(path, { description: null, assignees: null, dueDate: null })
    expect(body.task).toMatchObject({ description: "", assignees: [], dueDate: null })
    const nulls = { name: null, status: null, priority: null, groupId: null, boardId: null }
    expectInvalid(await home.patch(path, nulls), ["name", "status", "priority", "groupId", "boardId"])
  })

  it("writes nothing for unchanged values", async ({ home }) => {
    const taskId = await home.givenTask({ columnValues: { [await home.givenColumn()]: { b: 1, a: 2 } } })
    const path = `/api/tasks/${taskId}`
    await home.post(`${path}/comments`, { content: "Hi" })
    await home.givenTask()
    const before = (await home.get(path)).body
    for (const body of [{}, before, { id: "x", createdAt: "x", userId: "x", files: [1], unknown: {} }]) {
      expect((await home.patch(path, body)).status).toBe(200)
      expect((await home.get(path)).body).toEqual(before)
    }
    expect((await idsOf(home))[0]).toBe(taskId)
  })

  it("changes nothing of any task for {}", async ({ home }) => {
    const columnId = await home.givenColumn()
    await fc.assert(
      fc.asyncProperty(taskFields(home.user.id, columnId), async (fields) => {
        const made = await home.post("/api/tasks", { boardId: home.boardId, name: "Any", ...fields })
        expect(made.status).toBe(201)
        const path = `/api/tasks/${made.body.task.id}`
        const before = (await home.get(path)).body
        expect((await home.patch(path, {})).body).toEqual({ success: true, task: made.body.task })
        expect((await home.get(path)).body).toEqual(before)
      }),
      { numRuns: 40 }
    )
  })

  it("rejects another board and accepts the task's own", async ({ home }) => {
    const other = (await home.post("/api/boards", { name: "B", workspaceId: home.workspaceId })).body.board
    const path = `/api/tasks/${await home.givenTask()}`
    for (const boardId of [other.id, MISSING, "", "x"]) {
      expectInvalid(await home.patch(path, { boardId, name: "No" }), ["boardId"])
    }
    expect((await home.patch(path, { boardId: home.boardId, name: "Yes" })).body.task.name).toBe("Yes")
    expectError(await home.patch(path, { groupId: other.groups[0].id }), 404, "Group not found")
    expectError(await home.patch(path, { groupId: MISSING, name: "No" }), 404, "Group not found")
    expect((await home.get(path)).body).toMatchObject({ name: "Yes", groupId: home.groupId })
  })

  it("loses none of a hundred concurrent changes of different keys", async ({ home }) => {
    const columns = await Promise.all(Array.from({ length: 100 }, () => home.givenColumn()))
    const path = `/api/tasks/${await home.givenTask()}`
    const answers = await Promise.all(
      columns.map((columnId, at) => home.patch(path, { columnValues: { [columnId]: at } }))
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const expected = Object.fromEntries(columns.map((columnId, at) => [columnId, at]))
    expect((await home.get(path)).body.columnValues).toEqual(expected)
  })
})

describe("PATCH /api/tasks/:id/move", () => {
  it("moves to the end of a group and returns the task as task and as data", async ({ home }) => {
    const groupId = await home.givenGroup()
    const [a, b, c] = [await home.givenTask(), await home.givenTask({ groupId }), await home.givenTask()]
    const before = (await home.patch(`/api/tasks/${a}`, {})).body.task
    const { body, status } = await home.patch(`/api/tasks/${a}/move`, { groupId, name: "ignored" })
    const task = { ...before, groupId, updatedAt: TIME }
    expect({ status, body }).toEqual({ status: 200, body: { success: true, task, data: task } })
    expect(await idsOf(home)).toEqual([b, c, a])
    expect(await idsOf(home, `&groupId=${groupId}`)).toEqual([b, a])
    await home.patch(`/api/tasks/${b}/move`, { groupId })
    expect(await idsOf(home, `&groupId=${groupId}`)).toEqual([a, b])
    await home.patch(`/api/tasks/${a}`, { groupId: home.groupId })
    expect(await idsOf(home)).toEqual([c, b, a])
  })

  it("places the task before or after another, and is a 409 that names the field if that one is not there", async ({
    home
  }) => {
    const groupId = await home.givenGroup()
    const [a, b, c] = [await home.givenTask(), await home.givenTask(), await home.givenTask()]
    const move = (id: string, to: object) => home.patch(`/api/tasks/${id}/move`, to)
    expect((await move(c, { beforeTaskId: b })).body.task).not.toHaveProperty("rank")
    expect(await idsOf(home)).toEqual([a, c, b])
    await move(a, { afterTaskId: c })
    expect(await idsOf(home)).toEqual([c, a, b])
    await move(c, { groupId: home.groupId, beforeTaskId: null })
    expect(await idsOf(home)).toEqual([a, b, c])
    expectInvalid(await move(a, { beforeTaskId: b, afterTaskId: c }), ["afterTaskId"])
    expect(await move(a, { groupId, beforeTaskId: b })).toMatchObject({
      status: 409,
      body: { code: "MoveConflict", details: [{ path: ["beforeTaskId"], message: "is not in the group" }] }
    })
  })

  it("requires a group of the task's board", async ({ home }) => {
    const other = await givenHome()
    const path = `/api/tasks/${await home.givenTask()}/move`
    expectInvalid(await home.patch(path, {}), ["groupId"])
    expectInvalid(await home.patch(path, { groupId: null }), ["groupId"])
    expectInvalid(await home.patch(path, { groupId: 5 }), ["groupId"])
    for (const groupId of [MISSING, "", other.groupId]) {
      expectError(await home.patch(path, { groupId }), 404, "Group not found")
    }
    expectError(await home.patch(`/api/tasks/${MISSING}/move`, { groupId: home.groupId }), 404, "Task not found")
  })

  it("gives each of many tasks that move concurrently its own place", async ({ home }) => {
    const groupId = await home.givenGroup()
    const ids = await Promise.all(Array.from({ length: 20 }, () => home.givenTask()))
    await Promise.all(ids.map((id) => home.patch(`/api/tasks/${id}/move`, { groupId })))
    const moved = await idsOf(home, `&groupId=${groupId}`)
    expect(moved.toSorted()).toEqual(ids.toSorted())
    expect(await idsOf(home)).toEqual(moved)
  })
})
