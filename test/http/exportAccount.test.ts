import { describe, expect, it } from "vitest"
import { expectError, onServer } from "./given.js"

describe("GET /api/auth/me/export", () => {
  const { server, as } = onServer()

  it("responds with one document of all that is stored about the caller", async () => {
    const user = await server().user("Ada")
    const ada = as(user)
    const { workspace } = (await ada.post("/api/workspaces", { name: "Garden" })).body
    const { board } = (await ada.post("/api/boards", { name: "Spring", workspaceId: workspace.id })).body
    const { task } = (await ada.post("/api/tasks", { boardId: board.id, name: "Dig" })).body
    for (const content of ["One", "Two \u2028"]) await ada.post(`/api/tasks/${task.id}/comments`, { content })
    const { body, headers, status } = await ada.get("/api/auth/me/export")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toContain("application/json")
    expect(headers.get("content-disposition")).toContain("attachment")
    expect(body).toMatchObject({
      format: "boardwright-account",
      profile: { id: user.id, email: user.email },
      sessions: [],
      apiTokens: [],
      calendarLinks: [],
      workspaces: [{ name: "Garden", role: "owner" }],
      boards: [{ id: board.id, role: "owner" }],
      comments: [{ content: "One" }, { content: "Two \u2028" }],
      timeEntries: [],
      tasks: [{ id: task.id, name: "Dig" }]
    })
    const { token } = (await ada.post("/api/tokens", { name: "Script", scopes: ["read", "manage"] })).body
    expect((await as({ token }).get("/api/auth/me/export")).status).toBe(403)
    expectError(await as(null).get("/api/auth/me/export"), 401, "Unauthorized")
  })
})
