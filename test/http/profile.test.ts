import { describe, expect } from "vitest"
import { expectInvalid, expectError, onServer, wrong } from "./given.js"

const ANSWERS = {
  companyName: "Acme",
  companySize: "11-50",
  role: "Maker",
  useCase: "Plans",
  firstWorkspace: " First "
}

describe("the caller's account", () => {
  const { it, server, as } = onServer()
  it("GET /api/auth/me returns the user unwrapped, with empty data before onboarding", async () => {
    const user = await server().user("Ada")
    const { body, status } = await as(user).get("/api/auth/me")
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: user.id,
        name: "Ada",
        email: user.email,
        avatar: "/api/avatars/default.svg",
        hasCompletedOnboarding: false,
        onboardingData: {},
        timezone: "UTC",
        language: null,
        notifications: {}
      }
    })
  })

  describe("PATCH /api/auth/me", () => {
    it("changes what it gets, and clears what is null", async () => {
      const user = await server().user("Ada")
      const { get, patch } = as(user)
      const change = async (body: object) => {
        const answer = await patch("/api/auth/me", body)
        expect(answer.status).toBe(200)
        expect(answer.body).toEqual({ success: true, user: (await get("/api/auth/me")).body })
        return answer.body.user
      }
      const notifications = { assigned: true, due: false }
      const given = { timezone: "America/New_York", language: "de", notifications }
      const first = await change({ ...given, name: " Ada King ", email: "x@y.zz" })
      expect(first).toMatchObject({ ...given, name: "Ada King", email: user.email })
      expect(await change({})).toEqual(first)
      const next = { mentioned: false, due: null, other: true }
      expect(await change({ notifications: next })).toEqual({
        ...first,
        notifications: { assigned: true, mentioned: false }
      })
      expect(await change({ timezone: null, language: null, notifications: null })).toEqual({
        ...first,
        timezone: "UTC",
        language: null,
        notifications: {}
      })
    })

    it.each(
      wrong(
        [{ name: null }, ["name"]],
        [{ name: " ", timezone: "Mars/Phobos" }, ["name", "timezone"]],
        [{ name: "x".repeat(256), timezone: 1 }, ["name", "timezone"]],
        [{ timezone: "+01:00" }, ["timezone"]],
        [{ timezone: "" }, ["timezone"]],
        [{ language: "fr", name: "" }, ["language", "name"]],
        [{ language: "" }, ["language"]],
        [{ language: ["de"] }, ["language"]],
        [{ timezone: "x".repeat(65), notifications: true }, ["timezone", "notifications"]],
        [{ notifications: { due: "no", assigned: 1 } }, ["notifications.due", "notifications.assigned"]]
      )
    )("rejects %s and changes nothing", async (_, body, paths) => {
      const { get, patch } = as(await server().user("Ada"))
      const before = (await get("/api/auth/me")).body
      expectInvalid(await patch("/api/auth/me", body), paths)
      expect((await get("/api/auth/me")).body).toEqual(before)
    })

    it("names the languages that there are", async () => {
      const { body } = await as(await server().user("Ada")).patch("/api/auth/me", { language: "de-AT" })
      expect(body.details).toEqual([{ path: ["language"], message: "must be one of en, de" }])
    })

    it("is 401 without a token", async () => {
      expectError(await as(null).patch("/api/auth/me", {}), 401, "Unauthorized")
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
      const { get, post } = as(user)
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
      const { get, post } = as(await server().user("Ada"))
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
      const { get, post } = as(await server().user("Ada"))
      await Promise.all(Array.from({ length: 10 }, () => post("/api/auth/onboarding", ANSWERS)))
      expect((await get("/api/workspaces")).body.workspaces).toHaveLength(1)
    })

    it("treats null as absent in optional fields", async () => {
      const { get, post } = as(await server().user("Ada"))
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
      const { get, post } = as(await server().user("Ada"))
      expectInvalid(await post("/api/auth/onboarding", body), paths)
      expect((await get("/api/auth/me")).body).toMatchObject({ hasCompletedOnboarding: false, onboardingData: {} })
    })

    it("is 401 without a token, whatever the body", async () => {
      expectError(await as(null).post("/api/auth/onboarding", "{"), 401, "Unauthorized")
      expectError(await as(null).get("/api/auth/me"), 401, "Unauthorized")
    })
  })
})
