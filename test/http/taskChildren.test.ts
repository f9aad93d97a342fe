import { describe, expect } from "vitest"
import { expectInvalid, expectError, face, ID, MISSING, onServer, TIME, wrong } from "./given.js"

const { it } = onServer()

describe("POST /api/tasks/:id/comments", () => {
  it("adds the caller's comment, also for a viewer", async ({ home }) => {
    const { post, user } = await home.givenMember("viewer")
    const taskId = await home.givenTask()
    const { body, status } = await post(`/api/tasks/${taskId}/comments`, {
      content: " as sent ",
      mentions: [home.user.id, home.user.id],
      userId: home.user.id,
      id: "mine",
      createdAt: "2000-01-01"
    })
    const comment = {
      id: ID,
      taskId,
      userId: user.id,
      content: " as sent ",
      mentions: [home.user.id],
      createdAt: TIME,
      editedAt: null,
      ...face(user)
    }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, comment } })
    expect(body.comment.id).not.toBe("mine")
    expect(body.comment.createdAt > "2020").toBe(true)
    const second = (await post(`/api/tasks/${taskId}/comments`, { content: "b", mentions: null })).body.comment
    expect(second.mentions).toEqual([])
    expect((await home.get(`/api/tasks/${taskId}`)).body.comments).toEqual([body.comment, second])
  })

  it.for(
    wrong(
      [{}, ["content"]],
      [{ content: " \n", mentions: "all" }, ["content", "mentions"]],
      [{ content: 5, mentions: [5] }, ["content", "mentions.0"]],
      [{ content: "x".repeat(65_536) }, ["content"]],
      [{ content: "Hi", mentions: [MISSING, ""] }, ["mentions.0", "mentions.1"]]
    )
  )("rejects %s and lists every problem", async ([, body, paths], { home }) => {
    const path = `/api/tasks/${await home.givenTask()}`
    expectInvalid(await home.post(`${path}/comments`, body), paths)
    expect((await home.get(path)).body.comments).toEqual([])
  })

  it("accepts 65,535 characters and is 404 for a missing task", async ({ home }) => {
    const content = "é".repeat(65_535)
    const answer = await home.post(`/api/tasks/${await home.givenTask()}/comments`, { content })
    expect(answer.body.comment.content).toBe(content)
    expectError(await home.post(`/api/tasks/${MISSING}/comments`, { content }), 404, "Task not found")
  })
})

describe("a comment", () => {
  it("is changed by its author, and deleted by the author or an admin", async ({ home }) => {
    const { patch, post } = await home.givenMember("viewer")
    const comments = `/api/tasks/${await home.givenTask()}/comments`
    const { comment } = (await post(comments, { content: "First" })).body
    const path = `${comments}/${comment.id}`
    const { body, status } = await patch(path, { content: "Second", mentions: null, editedAt: "2000-01-01" })
    const edited = { ...comment, content: "Second", editedAt: TIME }
    expect({ status, body }).toEqual({ status: 200, body: { success: true, comment: edited, data: edited } })
    expect((await home.get(comments)).body.comments).toEqual([body.comment])
    expectError(await home.patch(path, { content: "Third" }), 403, "Forbidden")
    expectInvalid(await patch(path, { content: "", mentions: [MISSING] }), ["content"])
    expectError(await home.del(`/api/tasks/${await home.givenTask()}/comments/${comment.id}`), 404, "Comment not found")
    expect((await home.del(path)).body).toEqual({ success: true, message: "Comment deleted" })
    expect((await home.get(comments)).body.comments).toEqual([])
    expectError(await patch(path, {}), 404, "Comment not found")
  })
})

describe("the order of subtasks", () => {
  it("is changed by beforeSubtaskId; one of another task is a 409", async ({ home }) => {
    const [task, other] = [`/api/tasks/${await home.givenTask()}`, `/api/tasks/${await home.givenTask()}`]
    const add = async (path: string, name: string): Promise<string> =>
      (await home.post(`${path}/subtasks`, { name })).body.subtask.id
    const [a, b, c] = [await add(task, "a"), await add(task, "b"), await add(task, "c")]
    const move = (id: string, beforeSubtaskId: unknown) => home.patch(`${task}/subtasks/${id}`, { beforeSubtaskId })
    const order = async () => (await home.get(task)).body.subtasks.map(({ id }: { id: string }) => id)
    const { body, status } = await move(c, a)
    const subtask = { id: c, taskId: body.subtask.taskId, name: "c", completed: false, createdAt: TIME }
    expect({ status, body }).toEqual({ status: 200, body: { success: true, subtask, data: subtask } })
    expect(await order()).toEqual([c, a, b])
    await move(a, null)
    expect(await order()).toEqual([c, b, a])
    expectInvalid(await move(a, a), ["beforeSubtaskId"])
    for (const id of [await add(other, "x"), MISSING]) {
      const refusal = await move(a, id)
      expect([refusal.status, refusal.body.code]).toEqual([409, "MoveConflict"])
      expect(refusal.body.details).toEqual([{ path: ["beforeSubtaskId"], message: "is not on the task" }])
    }
  })
})

describe("a time entry, and a subtask", () => {
  it("is changed and deleted by editors, under its task only", async ({ home }) => {
    const [task, other] = [`/api/tasks/${await home.givenTask()}`, `/api/tasks/${await home.givenTask()}`]
    const { timeEntry } = (await home.post(`${task}/time-entries`, { duration: 90, description: "Digging" })).body
    const { subtask } = (await home.post(`${task}/subtasks`, { name: "Part" })).body
    const entry = `time-entries/${timeEntry.id}`
    const { body, status } = await home.patch(`${task}/${entry}`, { duration: 0.1, description: null })
    const changed = { ...timeEntry, duration: 0.1, description: "" }
    expect({ status, body }).toEqual({ status: 200, body: { success: true, timeEntry: changed, data: changed } })
    expectInvalid(await home.patch(`${task}/${entry}`, { duration: -1, description: 5 }), ["duration", "description"])
    expectError(await home.patch(`${other}/${entry}`, {}), 404, "Time entry not found")
    for (const [thing, path] of [
      ["Time entry", entry],
      ["Subtask", `subtasks/${subtask.id}`]
    ] as const) {
      expectError(await home.del(`${other}/${path}`), 404, `${thing} not found`)
      expect((await home.del(`${task}/${path}`)).body).toEqual({ success: true, message: `${thing} deleted` })
      expectError(await home.del(`${task}/${path}`), 404, `${thing} not found`)
    }
    expect((await home.get(task)).body).toMatchObject({ subtasks: [], timeEntries: [] })
  })
})

describe("subtasks", () => {
  it("begin open, and are returned as subtask and as data", async ({ home }) => {
    const taskId = await home.givenTask()
    const { body, status } = await home.post(`/api/tasks/${taskId}/subtasks`, { name: " Part ", completed: true })
    const subtask = { id: ID, taskId, name: "Part", completed: false, createdAt: TIME }
    expect({ status, body }).toEqual({ status: 201, body: { success: true, subtask, data: subtask } })
    expect(body.data).toEqual(body.subtask)
    expectInvalid(await home.post(`/api/tasks/${taskId}/subtasks`, {}), ["name"])
    expectInvalid(await home.post(`/api/tasks/${taskId}/subtasks`, { name: "x".repeat(256) }), ["name"])
    expectError(await home.post(`/api/tasks/${MISSING}/subtasks`, { name: "A" }), 404, "Task not found")
  })

  it("are changed by the fields that are present", async ({ home }) => {
    const taskId = await home.givenTask()
    const made = (await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Part" })).body.subtask
    const path = `/api/tasks/${taskId}/subtasks/${made.id}`
    const subtask = { ...made, completed: true }
    const { body, status } = await home.patch(path, { completed: true })
    expect({ status, body }).toEqual({ status: 200, body: { success: true, subtask, data: subtask } })
    for (const nothing of [{}, subtask, { taskId: MISSING, id: "x" }]) {
      expect((await home.patch(path, nothing)).body.subtask).toEqual(subtask)
    }
    expect((await home.get(`/api/tasks/${taskId}`)).body.subtasks).toEqual([subtask])
    expect((await home.patch(path, { completed: false, name: "B" })).body.data).toEqual({ ...made, name: "B" })
    expectInvalid(await home.patch(path, { completed: null }), ["completed"])
    expectInvalid(await home.patch(path, { completed: "true", name: "" }), ["completed", "name"])
  })

  it("are found only under their own task", async ({ home }) => {
    const [taskId, other] = [await home.givenTask(), await home.givenTask()]
    const { id } = (await home.post(`/api/tasks/${taskId}/subtasks`, { name: "Part" })).body.subtask
    const done = { completed: true }
    expectError(await home.patch(`/api/tasks/${other}/subtasks/${id}`, done), 404, "Subtask not found")
    expectError(await home.patch(`/api/tasks/${taskId}/subtasks/${MISSING}`, done), 404, "Subtask not found")
    expectError(await home.patch(`/api/tasks/${MISSING}/subtasks/${id}`, done), 404, "Task not found")
    expect((await home.get(`/api/tasks/${taskId}`)).body.subtasks[0].completed).toBe(false)
  })
})

describe("POST /api/tasks/:id/time-entries", () => {
  it.for([0, 1, 0.1, 3600, 1e-7, 1.7976931348623157e308])(
    "stores the duration %d and returns it unchanged",
    async (duration, { home }) => {
      const taskId = await home.givenTask()
      const { body, status } = await home.post(`/api/tasks/${taskId}/time-entries`, { duration, userId: "x" })
      const timeEntry = { id: ID, taskId, userId: home.user.id, duration, description: "", createdAt: TIME }
      expect({ status, body }).toEqual({ status: 201, body: { success: true, timeEntry, data: timeEntry } })
      expect((await home.get(`/api/tasks/${taskId}`)).body.timeEntries).toEqual([body.timeEntry])
    }
  )

  it.for([
    ["{}", ["duration"]],
    ['{"duration":null,"description":5}', ["duration", "description"]],
    ['{"duration":-1}', ["duration"]],
    ['{"duration":-1e-9}', ["duration"]],
    ['{"duration":"5"}', ["duration"]],
    ['{"duration":1e400}', ["duration"]],
    ['{"duration":true}', ["duration"]]
  ] as const)("rejects %s", async ([body, paths], { home }) => {
    expectInvalid(await home.post(`/api/tasks/${await home.givenTask()}/time-entries`, body), paths)
  })

  it("stores a description and is 404 for a missing task", async ({ home }) => {
    const entry = { duration: 5, description: " dug " }
    const { body } = await home.post(`/api/tasks/${await home.givenTask()}/time-entries`, entry)
    expect(body.timeEntry).toMatchObject(entry)
    expectError(await home.post(`/api/tasks/${MISSING}/time-entries`, entry), 404, "Task not found")
  })
})
