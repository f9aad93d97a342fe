import { describe, expect } from "vitest"
import { expectError, expectInvalid, ID, MISSING, onServer, TIME } from "./given.js"

describe("API tokens", () => {
  const { it, server, as } = onServer()
  const given = async () => {
    const user = await server().user("Ada")
    const caller = as(user)
    const mint = async (body: object) => {
      const made = await caller.post("/api/tokens", { name: "CI", ...body })
      expect(made.status).toBe(201)
      return { ...made.body, by: as({ token: made.body.token }) }
    }
    const made = async (path: string, body: object) => (await caller.post(path, body)).body
    const { workspace } = await made("/api/workspaces", { name: "Garden" })
    const [first, second] = [
      (await made("/api/boards", { name: "Spring", workspaceId: workspace.id })).board,
      (await made("/api/boards", { name: "Autumn", workspaceId: workspace.id })).board
    ]
    return { caller, user, mint, workspace, first, second }
  }

  it("are shown once, listed by their prefix, and revoked", async () => {
    const { caller, mint } = await given()
    const { apiToken, by, token } = await mint({ name: " CI ", scopes: ["write", "read"] })
    expect(token).toMatch(/^bw_pat_[0-9A-Za-z]{36}$/)
    const shown = {
      id: ID,
      name: "CI",
      prefix: token.slice(0, 11),
      scopes: ["read", "write"],
      workspaceIds: null,
      boardIds: null,
      createdAt: TIME,
      lastUsedAt: null,
      expiresAt: null
    }
    expect(apiToken).toEqual(shown)
    const used = async () => (await caller.get("/api/tokens")).body.tokens
    expect(await used()).toEqual([shown])
    expect((await by.get("/api/auth/me")).status).toBe(200)
    await expect.poll(used).toEqual([{ ...shown, lastUsedAt: TIME }])
    const path = `/api/tokens/${apiToken.id}`
    expectError(await as(await server().user("Eve")).del(path), 404, "Token not found")
    expect((await caller.del(path)).status).toBe(200)
    expectError(await by.get("/api/auth/me"), 401, "Unauthorized")
    expectError(await caller.del(`/api/tokens/${MISSING}`), 404, "Token not found")
  })

  it("need a right checksum, and end when they expire", async () => {
    const { mint } = await given()
    const { token } = await mint({ scopes: ["read"], expiresAt: "2090-01-01" })
    const other = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0")
    expectError(await as({ token: other }).get("/api/auth/me"), 401, "Unauthorized")
    expectError(await as({ token: "bw_pat_" }).get("/api/auth/me"), 401, "Unauthorized")
  })

  it("are refused with the field and the rule", async () => {
    const { caller, first } = await given()
    const refused = async (body: object, ...path: ReadonlyArray<string>) => {
      const answer = await caller.post("/api/tokens", { name: "CI", scopes: ["read"], ...body })
      expect(answer.status).toBe(400)
      expect(answer.body.details.map((each: { path: unknown }) => each.path)).toEqual([path])
    }
    await refused({ name: "" }, "name")
    await refused({ scopes: [] }, "scopes")
    await refused({ scopes: ["read", "admin"] }, "scopes", "1")
    await refused({ boardIds: [] }, "boardIds")
    await refused({ boardIds: [first.id, MISSING] }, "boardIds", "1")
    await refused({ workspaceIds: [MISSING] }, "workspaceIds", "0")
    await refused({ boardIds: Array.from({ length: 101 }, (_, at) => `board-${at}`) }, "boardIds")
    await refused({ expiresAt: "2020-01-01" }, "expiresAt")
    for (let made = 0; made < 50; made++) await caller.post("/api/tokens", { name: "CI", scopes: ["read"] })
    expectInvalid(await caller.post("/api/tokens", { name: "CI", scopes: ["read"] }), ["tokens"])
  })

  it("lists, the feed and the trash have only what is in the places", async () => {
    const { caller, first, mint, second, workspace } = await given()
    await caller.post("/api/workspaces", { name: "Elsewhere" })
    for (const { id } of [first, second]) {
      const { body } = await caller.post("/api/tasks", { boardId: id, name: "Dig" })
      await caller.del(`/api/tasks/${body.task.id}`)
    }
    const { by } = await mint({ scopes: ["read", "manage"], boardIds: [first.id] })
    const ids = async (path: string, of: string) => (await by.get(path)).body[of].map(({ id }: { id: string }) => id)
    expect(await ids("/api/workspaces", "workspaces")).toEqual([workspace.id])
    expect(await ids(`/api/boards?workspaceId=${workspace.id}`, "boards")).toEqual([first.id])
    const { body: trash } = await by.get(`/api/trash?workspaceId=${workspace.id}`)
    expect(trash.deletions.map(({ boardId }: { boardId: string }) => boardId)).toEqual([first.id])
    expect(trash.pagination.total).toBe(1)
    const { body: feed } = await by.get("/api/changes?limit=500")
    expect(new Set(feed.changes.map(({ boardId }: { boardId: string }) => boardId))).toEqual(new Set([first.id]))
    expectError(await by.get(`/api/boards/${second.id}`), 403, "Forbidden")
    expectError(await by.get(`/api/changes?boardId=${second.id}`), 403, "Forbidden")
    const placeless = await by.post("/api/workspaces", { name: "New" })
    expect(placeless).toMatchObject({ status: 403, body: { message: "This needs a token without places." } })
    expectError(await by.del(`/api/workspaces/${workspace.id}`), 403, "Forbidden")
  })

  it("a change names the token that made it", async () => {
    const { caller, first, mint } = await given()
    const { apiToken, by } = await mint({ scopes: ["write"] })
    expect((await by.post("/api/tasks", { boardId: first.id, name: "Dig" })).status).toBe(201)
    const { body } = await caller.get(`/api/changes?boardId=${first.id}&types=task.created`)
    expect(body.changes).toMatchObject([{ tokenId: apiToken.id }])
  })
})
