import { expect } from "vitest"
import { expectError, expectInvalid, ID, onServer, TIME } from "./given.js"

const { it, as } = onServer()

it("finds tasks by name, then by description, then comments, each with a snippet", async ({ home }) => {
  const inText = await home.givenTask({ name: "Winter", description: "Order \u00c9clairs for all" })
  const named = await home.givenTask({ name: "\u00c9CLAIR recipe" })
  const { body: added } = await home.post(`/api/tasks/${inText}/comments`, { content: "eclairs, again" })
  const { body, status } = await home.get("/api/search?q=eclair&limit=10")
  expect(status).toBe(200)
  expect(body).toEqual({
    complete: true,
    results: [
      {
        matched: "name",
        taskId: named,
        commentId: null,
        boardId: home.boardId,
        name: "\u00c9CLAIR recipe",
        updatedAt: TIME,
        snippet: { text: "\u00c9CLAIR recipe", matches: [{ start: 0, end: 6 }] }
      },
      {
        matched: "description",
        taskId: inText,
        commentId: null,
        boardId: home.boardId,
        name: "Winter",
        updatedAt: TIME,
        snippet: { text: "Order \u00c9clairs for all", matches: [{ start: 6, end: 13 }] }
      },
      {
        matched: "comment",
        taskId: inText,
        commentId: ID,
        boardId: home.boardId,
        name: "Winter",
        updatedAt: TIME,
        snippet: { text: "eclairs, again", matches: [{ start: 0, end: 7 }] }
      }
    ]
  })
  expect(body.results[2].commentId).toBe(added.comment.id)
  await home.del(`/api/tasks/${inText}`)
  expect((await home.get("/api/search?q=eclair")).body.results).toHaveLength(1)
})

it("finds nothing on boards that the caller cannot read", async ({ home }) => {
  await home.givenTask({ name: "Surprise" })
  const viewer = await home.givenMember("viewer")
  expect((await viewer.get("/api/search?q=surprise")).body.results).toHaveLength(1)
  const stranger = as(await home.server.user("stranger"))
  expect((await stranger.get("/api/search?q=surprise")).body.results).toEqual([])
  expectError(await stranger.get(`/api/search?q=surprise&boardId=${home.boardId}`), 403, "Forbidden")
  expectError(await home.get("/api/search?q=surprise&workspaceId=none"), 404, "Workspace not found")
})

it("a query of short words alone needs a board", async ({ home }) => {
  const task = await home.givenTask({ name: "Go on" })
  expectInvalid(await home.get("/api/search?q=go+on"), ["q"])
  expectInvalid(await home.get("/api/search?q=%21"), ["q"])
  const { body } = await home.get(`/api/search?q=go+o&boardId=${home.boardId}`)
  expect(body.results).toMatchObject([{ taskId: task }])
})
