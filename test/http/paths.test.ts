import { describe, expect } from "vitest"
import { expectError, MISSING, onServer } from "./given.js"
import { errorBody } from "../support/errorBody.js"

describe("paths", () => {
  const { it, server, as } = onServer()
  it.each([
    "/api",
    "/api/",
    "/api/Health",
    "/API/health",
    "/api/health/",
    "//api/health",
    "/api//health",
    "/api/health;x",
    "/api/health%2F",
    "/api/%ff",
    "/api/%",
    "/api/tasks/%E0%A4%A",
    "/api/tasks/a/unknown",
    "/api/auth/verify-email/",
    "/api/avatars/other.svg",
    "/api/avatars/..%2f..%2fpackage.json",
    "/unknown"
  ])("GET %s is unknown", async (path) => {
    const { token } = await server().user("Ada")
    expectError(await server().call("GET", path, { token }), 404, "Not found")
  })

  it.each(["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])(
    "%s on a known path without it is unknown",
    async (method) => {
      const { token } = await server().user("Ada")
      expectError(await server().call(method, "/api/auth/verify-email", { token }), 404, "Not found")
      expectError(await server().call(method, "/api/health", { token }), 404, "Not found")
      expectError(await server().call(method, "/api/avatars/default.svg", { token }), 404, "Not found")
    }
  )

  it("an id of any length is unknown, and so is a path too long for one", async ({ home: { get } }) => {
    expectError(await get(`/api/tasks/${"x".repeat(4000)}`), 404, "Task not found")
    for (const length of [4096, 4097, 5000, 12_000]) {
      const { body, status } = await get(`/api/tasks/${"x".repeat(length)}`)
      expect({ status, details: body.details }).toEqual({ status: 404, details: [] })
    }
  })

  it("an encoded id equals the plain one", async ({ home: { get, workspaceId } }) => {
    const encoded = [...workspaceId].map((each) => `%${each.charCodeAt(0).toString(16)}`).join("")
    expect((await get(`/api/workspaces/${encoded}`)).body.id).toBe(workspaceId)
    expect((await get(`/api/%77orkspaces/${workspaceId}`)).status).toBeLessThan(500)
  })

  it("HEAD is GET without the body", async ({ home: { get, head, workspaceId } }) => {
    for (const path of ["/api/workspaces", `/api/workspaces/${workspaceId}`, `/api/workspaces/${MISSING}`]) {
      const [full, bare] = [await get(path), await head(path)]
      expect({ status: bare.status, body: bare.body }).toEqual({ status: full.status, body: "" })
      expect(bare.headers.get("content-type")).toBe(full.headers.get("content-type"))
    }
    expectError({ ...(await as(null).head("/api/workspaces")), body: errorBody("Unauthorized") }, 401, "Unauthorized")
  })

  it("OPTIONS lists the methods of a path without a token", async () => {
    const options = async (path: string) => {
      const { body, headers, status } = await server().call("OPTIONS", path)
      return { status, body, allow: headers.get("allow") }
    }
    expect(await options("/api/workspaces")).toEqual({ status: 204, body: "", allow: "GET, POST, OPTIONS" })
    expect((await options("/api/workspaces/x")).allow).toBe("GET, PATCH, DELETE, OPTIONS")
    expect((await options("/api/auth/signin")).allow).toBe("POST, OPTIONS")
    expect((await options("/api/unknown")).status).toBe(404)
  })
})
