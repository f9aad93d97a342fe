import { describe, expect, it } from "vitest"
import { expectError, expectInvalid, onServer } from "./given.js"

describe("POST /api/auth/me/delete", () => {
  const { server, as } = onServer()

  it("deletes the account once no workspace of it has other members", async () => {
    const [ada, bob] = [await server().user("Ada"), await server().user("Bob")]
    const [hers, his] = [as(ada), as(bob)]
    const { workspace } = (await hers.post("/api/workspaces", { name: "Garden" })).body
    const { board } = (await hers.post("/api/boards", { name: "Spring", workspaceId: workspace.id })).body
    const { invitation } = (await hers.post(`/api/boards/${board.id}/invite`, { userId: bob.id, role: "viewer" })).body
    await his.post(`/api/invitations/${invitation.id}/accept`)

    const leave = (password: string) => hers.post("/api/auth/me/delete", { password })
    expectInvalid(await leave("wrong"), ["password"])
    expect(await leave("password of Ada")).toMatchObject({
      status: 409,
      body: {
        error: "Workspaces have other members",
        code: "WorkspacesShared",
        details: [{ path: ["workspaces", workspace.id], message: "Garden has other members" }]
      }
    })
    await his.del(`/api/boards/${board.id}/members/${bob.id}`)
    expect(await leave("password of Ada")).toMatchObject({ status: 200, body: { success: true } })
    expect((await hers.get("/api/auth/me")).status).toBe(401)
    expect((await his.get(`/api/boards/${board.id}`)).status).toBe(404)
    const again = await as(null).post("/api/auth/signin", { email: ada.email, password: "password of Ada" })
    expectError(again, 401, "Invalid credentials")
  })
})
