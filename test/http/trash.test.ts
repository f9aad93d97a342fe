import { expect } from "vitest"
import { expectError, expectInvalid, ID, onServer, TIME } from "./given.js"

const { it } = onServer()

it("a deleted task is a 404 until it is restored, and then as it was", async ({ home }) => {
  const id = await home.givenTask({ name: "Dig" })
  const before = (await home.get(`/api/tasks/${id}`)).body
  expect((await home.del(`/api/tasks/${id}`)).body).toEqual({ success: true, message: "Task deleted" })
  expect((await home.get(`/api/tasks/${id}`)).status).toBe(404)
  const { body, status } = await home.get(`/api/trash?boardId=${home.boardId}&limit=10`)
  const [deletion] = body.deletions
  expect([status, body]).toEqual([
    200,
    { deletions: [deletion], data: [deletion], pagination: { page: 1, limit: 10, total: 1, totalPages: 1 } }
  ])
  expect(deletion).toEqual({
    id: ID,
    at: TIME,
    actorId: home.user.id,
    kind: "task",
    workspaceId: home.workspaceId,
    boardId: home.boardId,
    subjectId: id,
    name: "Dig"
  })
  const restored = await home.post(`/api/trash/${deletion.id}/restore`)
  expect([restored.status, restored.body]).toEqual([200, { success: true, deletion, data: deletion }])
  expect((await home.get(`/api/tasks/${id}`)).body).toEqual(before)
  expectError(await home.post(`/api/trash/${deletion.id}/restore`), 404, "Deletion not found")
})

it("a task is restored after its board, and purged for good", async ({ home }) => {
  const id = await home.givenTask()
  await home.del(`/api/tasks/${id}`)
  await home.del(`/api/boards/${home.boardId}`)
  const listed = async () => (await home.get(`/api/trash?workspaceId=${home.workspaceId}`)).body.deletions
  const [board] = await listed()
  expect(board).toMatchObject({ kind: "board", subjectId: home.boardId, boardId: home.boardId })
  await home.post(`/api/trash/${board.id}/restore`)
  const [task] = await listed()
  await home.del(`/api/boards/${home.boardId}`)
  expectError(await home.post(`/api/trash/${task.id}/restore`), 409, "Board is in the trash")
  const purged = await home.del(`/api/trash/${task.id}`)
  expect([purged.status, purged.body]).toEqual([200, { success: true, message: "Deletion purged" }])
  expect((await listed()).map(({ kind }: { readonly kind: string }) => kind)).toEqual(["board"])
})

it("permanent skips the trash, which an editor may not", async ({ home }) => {
  const [editor, id] = [await home.givenMember("editor"), await home.givenTask()]
  const path = `/api/tasks/${id}?permanent`
  expectInvalid(await home.del(`${path}=yes`), ["permanent"])
  expect((await editor.del(`${path}=true`)).status).toBe(403)
  expect((await home.del(`${path}=true`)).status).toBe(200)
  expect((await home.del(`/api/boards/${home.boardId}?permanent=true`)).status).toBe(200)
  const { body } = await home.get(`/api/trash?workspaceId=${home.workspaceId}`)
  expect(body.deletions).toEqual([])
})

it("the undo of the undo of a move and a creation is the order that they made", async ({ home }) => {
  const { boardId, groupId } = home
  await home.givenTask({ name: "first" })
  const id = await home.givenTask({ name: "moved", groupId: await home.givenGroup() })
  const operations = [
    { op: "move", id, groupId },
    { op: "create", task: { name: "created", groupId } }
  ]
  let { batchId } = (await home.post("/api/tasks/bulk", { boardId, operations })).body
  for (const expected of [["first"], ["first", "moved", "created"], ["first"], ["first", "moved", "created"]]) {
    const { body } = await home.post(`/api/changes/${batchId}/undo`)
    batchId = body.changes[0].batchId
    const { tasks } = (await home.get(`/api/tasks?boardId=${boardId}&groupId=${groupId}`)).body
    expect(tasks.map(({ name }: { name: string }) => name)).toEqual(expected)
  }
})
