import { describe, expect } from "vitest"
import { expectError, expectInvalid, ID, MISSING, onServer, TEXT, TIME } from "./given.js"

describe("sessions", () => {
  const { it, server, as } = onServer()
  const signIn = async (email: string, agent: string) => {
    const body = { email, password: "password of Ada" }
    const { token } = (await server().call("POST", "/api/auth/signin", { body, headers: { "user-agent": agent } })).body
    return as({ token })
  }
  const done = { success: true, message: TEXT }

  it("are listed with what each client called itself, and ended one by one", async () => {
    const { email } = await server().user("Ada")
    const phone = await signIn(email, "Phone")
    const laptop = await signIn(email, "Laptop")
    const { body, status } = await laptop.get("/api/auth/sessions?limit=1000")
    const times = { createdAt: TIME, seenAt: TIME, expiresAt: TIME }
    expect(status).toBe(200)
    expect(body.sessions).toHaveLength(2)
    expect(body.pagination.total).toBe(2)
    expect(body.sessions).toContainEqual({ id: ID, userAgent: "Laptop", ...times, current: true })
    expect(body.sessions).toContainEqual({ id: ID, userAgent: "Phone", ...times, current: false })
    const path = `/api/auth/sessions/${body.sessions.find(({ current }: { current: boolean }) => !current).id}`
    const stranger = as(await server().user("Eve"))
    expectError(await stranger.del(path), 404, "Session not found")
    expect(await laptop.del(path)).toMatchObject({ status: 200, body: done })
    expectError(await phone.get("/api/auth/me"), 401, "Unauthorized")
    expectError(await laptop.del(path), 404, "Session not found")
    expectError(await laptop.del(`/api/auth/sessions/${MISSING}`), 404, "Session not found")
    expectInvalid(await laptop.get("/api/auth/sessions?limit=0"), ["limit"])
    expect((await laptop.get("/api/auth/me")).status).toBe(200)
  })

  it("end by signing out, here or everywhere; a token without one ends everywhere only", async () => {
    const user = await server().user("Ada")
    const [phone, laptop, old] = [await signIn(user.email, "A"), await signIn(user.email, "B"), as(user)]
    expect(await phone.post("/api/auth/signout")).toMatchObject({ status: 200, body: done })
    expectError(await phone.get("/api/auth/me"), 401, "Unauthorized")
    expectInvalid(await old.post("/api/auth/signout"), ["token"])
    expect(await old.post("/api/auth/signout-everywhere")).toMatchObject({ status: 200, body: done })
    for (const each of [laptop, old]) expectError(await each.get("/api/auth/sessions"), 401, "Unauthorized")
    const next = await signIn(user.email, "C")
    expect((await next.get("/api/auth/sessions")).body.sessions).toMatchObject([{ userAgent: "C", current: true }])
  })

  it("end with the API tokens, if asked for", async () => {
    const user = await server().user("Ada")
    const { body } = await (await signIn(user.email, "A")).post("/api/tokens", { name: "CI", scopes: ["read"] })
    const script = as({ token: body.token })
    const end = async (query: string) => (await signIn(user.email, "A")).post(`/api/auth/signout-everywhere${query}`)
    expectInvalid(await end("?tokens=yes"), ["tokens"])
    for (const query of ["", "?tokens=false"]) expect((await end(query)).status).toBe(200)
    expect((await script.get("/api/auth/me")).status).toBe(200)
    expect(await end("?tokens=true")).toMatchObject({ status: 200, body: done })
    expectError(await script.get("/api/auth/me"), 401, "Unauthorized")
  })
})
