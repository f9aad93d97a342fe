import { describe, expect } from "vitest"
import { as, expectInvalid, expectError, onServer, wrong } from "./given.js"

const ANSWERS = {
  companyName: "Acme",
  companySize: "11-50",
  role: "Maker",
  useCase: "Plans",
  firstWorkspace: " First "
}

describe("the caller's account", () => {
  const { it, server } = onServer()
  it("GET /api/auth/me returns the user unwrapped, with empty data before onboarding", async () => {
    const user = await server().user("Ada")
    const { body, status } = await as(server(), user).get("/api/auth/me")
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: user.id,
        name: "Ada",
        email: user.email,
        avatar: "/api/avatars/default.svg",
        hasCompletedOnboarding: false,
        onboardingData: {}
      }
    })
  })

  it("the avatar of a new account is served", async () => {
    const { body, headers, status } = await server().call("GET", "/api/avatars/default.svg")
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("image/svg+xml")
    expect(body).toMatch(/^<svg /)
  })

  describe("POST /api/auth/onboarding", () => {
    it("stores the data, completes onboarding and creates the first workspace", async () => {
      const user = await server().user("Ada")
      const { get, post } = as(server(), user)
      const { body, status } = await post("/api/auth/onboarding", {
        ...ANSWERS,
        id: "x",
        hasCompletedOnboarding: false
      })
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, user: { id: user.id, hasCompletedOnboarding: true } }
      })
      expect((await get("/api/auth/me")).body).toMatchObject({ hasCompletedOnboarding: true, onboardingData: ANSWERS })
      const { workspaces } = (await get("/api/workspaces")).body
      expect(workspaces).toHaveLength(1)
      expect(workspaces[0]).toMatchObject({ name: "First", icon: "📋", color: "#6366F1", ownerId: user.id })
    })

    it("creates no second workspace, and later only updates the data", async () => {
      const { get, post } = as(server(), await server().user("Ada"))
      await post("/api/auth/onboarding", { companyName: "Acme", role: "Maker" })
      expect((await get("/api/workspaces")).body.workspaces).toEqual([])
      const { body } = await post("/api/auth/onboarding", { ...ANSWERS, companyName: "Other" })
      expect(body.user.hasCompletedOnboarding).toBe(true)
      expect((await get("/api/auth/me")).body.onboardingData).toEqual({ ...ANSWERS, companyName: "Other" })
      expect((await get("/api/workspaces")).body.workspaces).toEqual([])
    })

    it("creates no workspace for a user who owns one", async ({ home: { get, post } }) => {
      await post("/api/auth/onboarding", ANSWERS)
      expect((await get("/api/workspaces")).body.workspaces).toHaveLength(1)
    })

    it("creates one workspace for concurrent first calls", async () => {
      const { get, post } = as(server(), await server().user("Ada"))
      await Promise.all(Array.from({ length: 10 }, () => post("/api/auth/onboarding", ANSWERS)))
      expect((await get("/api/workspaces")).body.workspaces).toHaveLength(1)
    })

    it("treats null as absent in optional fields", async () => {
      const { get, post } = as(server(), await server().user("Ada"))
      const nulls = { companySize: null, useCase: null, firstWorkspace: null }
      expect((await post("/api/auth/onboarding", { companyName: "Acme", role: "Maker", ...nulls })).status).toBe(200)
      expect((await get("/api/auth/me")).body.onboardingData).toEqual({ companyName: "Acme", role: "Maker" })
    })

    it.each(
      wrong(
        [{}, ["companyName", "role"]],
        [{ companyName: null, role: " " }, ["companyName", "role"]],
        [
          { companyName: 1, companySize: 2, role: 3, useCase: 4, firstWorkspace: 5 },
          ["companyName", "companySize", "role", "useCase", "firstWorkspace"]
        ],
        [{ companyName: "A", role: "B", firstWorkspace: "x".repeat(256) }, ["firstWorkspace"]]
      )
    )("rejects %s and does not complete onboarding", async (_, body, paths) => {
      const { get, post } = as(server(), await server().user("Ada"))
      expectInvalid(await post("/api/auth/onboarding", body), paths)
      expect((await get("/api/auth/me")).body).toMatchObject({ hasCompletedOnboarding: false, onboardingData: {} })
    })

    it("is 401 without a token, whatever the body", async () => {
      expectError(await as(server(), null).post("/api/auth/onboarding", "{"), 401, "Unauthorized")
      expectError(await as(server(), null).get("/api/auth/me"), 401, "Unauthorized")
    })
  })
})
