import { describe } from "vitest"
import { expectInvalid, expectError, MISSING, onServer } from "./given.js"

describe("the order of errors", () => {
  const { it, as } = onServer()
  const nobody = () => as(null)

  it("an unknown route is 404 before anything else", async () => {
    expectError(await nobody().post("/api/unknown", "{"), 404, "Not found")
    expectError(await nobody().post("/api/auth/me", "{"), 404, "Not found")
  })

  it("a missing token is 401 before the input is read", async () => {
    for (const [path, body] of [
      ["/api/workspaces", "{"],
      ["/api/boards/import?dryRun=x&dryRun=y", {}],
      [`/api/tasks/${MISSING}/comments`, {}]
    ] as const) {
      expectError(await nobody().post(path, body), 401, "Unauthorized")
    }
    expectError(await nobody().get("/api/tasks?page=0&page=1"), 401, "Unauthorized")
  })

  it("invalid input is 400 before 404 for what is missing", async ({ home: { get, patch, post } }) => {
    expectInvalid(await patch(`/api/workspaces/${MISSING}`, { name: "" }), ["name"])
    expectInvalid(await patch(`/api/boards/${MISSING}`, "{"), [""])
    expectInvalid(await post(`/api/boards/${MISSING}/invite`, {}), ["userId", "role"])
    expectInvalid(await patch(`/api/boards/${MISSING}/columns/${MISSING}`, { name: 1 }), ["name"])
    expectInvalid(await patch(`/api/boards/${MISSING}/members/${MISSING}`, { role: 1 }), ["role"])
    expectInvalid(await patch(`/api/tasks/${MISSING}`, { name: "" }), ["name"])
    expectInvalid(await patch(`/api/tasks/${MISSING}/move`, {}), ["groupId"])
    expectInvalid(await post(`/api/tasks/${MISSING}/time-entries`, {}), ["duration"])
    expectInvalid(await patch(`/api/tasks/${MISSING}/subtasks/${MISSING}`, { completed: 1 }), ["completed"])
    expectInvalid(await get(`/api/boards/${MISSING}/invitations?page=0`), ["page"])
    expectInvalid(await get(`/api/tasks?boardId=${MISSING}&limit=0`), ["limit"])
  })

  it("invalid input is 400 and what is missing 404 before 403 for the role", async ({ home }) => {
    const { patch, post } = await home.givenMember("viewer")
    const taskId = await home.givenTask()
    expectInvalid(await patch(`/api/tasks/${taskId}`, { name: "" }), ["name"])
    expectInvalid(await post(`/api/boards/${home.boardId}/groups`, {}), ["name"])
    expectError(await patch(`/api/tasks/${taskId}`, { groupId: MISSING }), 404, "Group not found")
    expectError(await patch(`/api/tasks/${taskId}/move`, { groupId: MISSING }), 404, "Group not found")
    expectError(await patch(`/api/tasks/${taskId}/subtasks/${MISSING}`, {}), 404, "Subtask not found")
    expectError(await patch(`/api/boards/${home.boardId}/columns/${MISSING}`, {}), 404, "Column not found")
    expectError(await patch(`/api/tasks/${taskId}`, { name: "A" }), 403, "Forbidden")
  })
})
