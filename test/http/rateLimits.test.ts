import { describe, expect } from "vitest"
import type { Answer, TestServer } from "../support/server.js"
import { MISSING, onServer, newAddress } from "./given.js"
import { TOO_MANY_REQUESTS } from "../support/errorBody.js"

const LIMITS = { auth: 5, sensitive: 10, general: 60 }
const NAMES = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"] as const

const from = (address: string) => ({ "x-forwarded-for": address })

const counted = ({ headers }: Answer) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining"))
})

const expectUncounted = ({ headers }: Answer) => expect(NAMES.filter((name) => headers.has(name))).toEqual([])

const expectTooMany = ({ body, headers, status }: Answer, limit: number) => {
  expect({ status, body }).toEqual({
    status: 429,
    body: TOO_MANY_REQUESTS
  })
  expect(headers.get("x-ratelimit-limit")).toBe(String(limit))
  expect(headers.get("x-ratelimit-remaining")).toBe("0")
  expect(headers.get("retry-after")).toMatch(/^[1-9]\d?$/)
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60)
}

/** Sends until the limit is used up, and once more. */
const expectLimit = async (limit: number, send: () => Promise<Answer>) => {
  for (let remaining = limit - 1; remaining >= 0; remaining--) {
    const answer = await send()
    expect(answer.status).not.toBe(429)
    expect(counted(answer)).toEqual({ limit, remaining })
    expect(answer.headers.has("retry-after")).toBe(false)
  }
  expectTooMany(await send(), limit)
}

const AUTH = ["signin", "signup", "forgot-password", "resend-verification"]

describe("rate limits", () => {
  const { it, server, as, givenHome } = onServer({ rateLimits: LIMITS, trustProxy: 1 })
  const send = (address: string, method: string, path: string, body?: unknown) =>
    server().call(method, path, { headers: from(address), body })

  it("count a message of an agent once, and a call of a tool with a limit of its own there too", async () => {
    const { post } = as(await server().user("Ada"))
    const call = (name: string) => {
      const params = { name, arguments: { id: MISSING } }
      return post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })
    }
    expect(counted(await call("get_task"))).toEqual({ limit: 60, remaining: 59 })
    const codeOf = ({ body }: Answer) => JSON.parse(body.result.content[0].text).code
    for (let left = LIMITS.sensitive; left > 0; left--) expect(codeOf(await call("delete_board"))).toBe("NotFound")
    const last = await call("delete_board")
    expect(codeOf(last)).toBe("RateLimited")
    expect(counted(last)).toEqual({ limit: 60, remaining: 48 })
  })

  it("count a bulk of an agent as a bulk", async () => {
    const { boardId, get, post } = await givenHome()
    const bulk = (count: number) => {
      const operations = Array.from({ length: count }, () => ({ op: "create", task: { name: "Sow" } }))
      const params = { name: "bulk_tasks", arguments: { boardId, operations } }
      return post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })
    }
    let { remaining } = counted(await get("/api/auth/me"))
    const done = await bulk(40)
    expect(done.body.result.isError).toBeUndefined()
    expect(counted(done)).toEqual({ limit: 60, remaining: (remaining -= 3) })
    expect(counted(await get("/api/auth/me"))).toEqual({ limit: 60, remaining: (remaining -= 1) })
    for (; remaining > 10; remaining -= 1) await get("/api/auth/me")
    const refused = await bulk(200)
    expect(JSON.parse(refused.body.result.content[0].text)).toMatchObject({ code: "RateLimited" })
    expect(counted(refused)).toEqual({ limit: 60, remaining: (remaining -= 1) })
    expect(refused.headers.has("retry-after")).toBe(false)
  })

  it("count a bulk once, and once more for every 20 operations that are valid; what does not fit does nothing, and counts once", async () => {
    const home = await givenHome()
    const { boardId, get, post } = home
    const viewer = await home.givenMember("viewer")
    const bulk = (count: number, task: object) =>
      post("/api/tasks/bulk", { boardId, operations: Array.from({ length: count }, () => ({ op: "create", task })) })
    let { remaining } = counted(await get("/api/auth/me"))
    expect(counted(await bulk(200, { name: "" }))).toEqual({ limit: 60, remaining: (remaining -= 1) })
    expect(counted(await bulk(19, { name: "Sow" }))).toEqual({ limit: 60, remaining: (remaining -= 1) })
    expect(counted(await bulk(200, { name: "Reap" }))).toEqual({ limit: 60, remaining: (remaining -= 11) })
    for (; remaining > 3; remaining -= 1) await get("/api/auth/me")
    const total = async () => (await viewer.get(`/api/tasks?boardId=${boardId}&limit=1`)).body.pagination.total
    const before = await total()
    while (remaining > 1) {
      const refused = await bulk(200, { name: "Reap" })
      expect([refused.status, counted(refused)]).toEqual([429, { limit: 60, remaining: (remaining -= 1) }])
    }
    expect((await get("/api/auth/me")).status).toBe(200)
    expectTooMany(await bulk(20, { name: "Reap" }), 60)
    expect(await total()).toBe(before)
  })

  it("are in the headers of every counted response: limit, remaining and end of the window", async () => {
    const { get } = as(await server().user("Ada"))
    const before = Date.now()
    const first = await get("/api/auth/me")
    expect(counted(first)).toEqual({ limit: 60, remaining: 59 })
    const reset = first.headers.get("x-ratelimit-reset") ?? ""
    expect(reset).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(reset)).toBeGreaterThanOrEqual(before + 60_000)
    expect(Date.parse(reset)).toBeLessThanOrEqual(Date.now() + 60_000)
    const second = await get(`/api/tasks/${MISSING}`)
    expect(second.status).toBe(404)
    expect(counted(second)).toEqual({ limit: 60, remaining: 58 })
    expect(second.headers.get("x-ratelimit-reset")).toBe(reset)
  })

  describe("of account endpoints", () => {
    it.each(AUTH)("%s accepts 5 per minute from an address", async (name) => {
      const address = newAddress()
      await expectLimit(5, () => send(address, "POST", `/api/auth/${name}`, {}))
      expectTooMany(await send(address, "POST", `/api/auth/${name}`, "{ malformed"), 5)
    })

    it("are counted by endpoint and by address", async () => {
      const [address, other] = [newAddress(), newAddress()]
      await expectLimit(5, () => send(address, "POST", "/api/auth/signin", {}))
      for (const name of AUTH.slice(1)) {
        expect(counted(await send(address, "POST", `/api/auth/${name}`, {}))).toEqual({ limit: 5, remaining: 4 })
      }
      expect(counted(await send(other, "POST", "/api/auth/signin", {}))).toEqual({ limit: 5, remaining: 4 })
    })

    it("are counted by address even with a token", async () => {
      const { token } = await server().user("Ada")
      const address = newAddress()
      const options = { headers: from(address), token, body: {} }
      await expectLimit(5, () => server().call("POST", "/api/auth/signin", options))
      expectTooMany(await send(address, "POST", "/api/auth/signin", {}), 5)
    })

    it.each(["192.0.2.7", "unknown", "", "2001:db8::1"])("count the rightmost entry before %j", async (forged) => {
      const address = newAddress()
      const headers = from(`${forged}, ${address}`)
      const answer = await server().call("POST", "/api/auth/signin", { headers, body: {} })
      expect(counted(answer)).toEqual({ limit: 5, remaining: 4 })
      expect(counted(await send(address, "POST", "/api/auth/signin", {}))).toEqual({ limit: 5, remaining: 3 })
    })

    it("count IPv6 addresses by their /64", async () => {
      const remaining = async (address: string) =>
        counted(await send(address, "POST", "/api/auth/signin", {})).remaining
      expect(await remaining("2001:db8:1:2::1")).toBe(4)
      expect(await remaining("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(3)
      expect(await remaining("2001:db8:1:3::1")).toBe(4)
    })
  })

  describe("of sensitive operations", () => {
    it("reset-password and verify-email each accept 10 per minute from an address", async () => {
      const address = newAddress()
      await expectLimit(10, () => send(address, "POST", "/api/auth/reset-password", {}))
      await expectLimit(10, () => send(address, "GET", "/api/auth/verify-email?token=x"))
      expectTooMany(await send(address, "HEAD", "/api/auth/verify-email?token=x").then(withoutBody), 10)
      const redirect = await send(newAddress(), "GET", "/api/auth/verify-email?token=x")
      expect(redirect.status).toBe(302)
      expect(counted(redirect)).toEqual({ limit: 10, remaining: 9 })
    })

    it("deleting, importing and inviting together accept 10 per minute from a user at any address", async ({
      home: { boardId, user }
    }) => {
      const calls: ReadonlyArray<readonly [string, string]> = [
        ["DELETE", `/api/workspaces/${MISSING}`],
        ["DELETE", `/api/boards/${MISSING}`],
        ["POST", "/api/boards/import"],
        ["POST", `/api/boards/${boardId}/invite`]
      ]
      let at = 0
      const next = () => {
        const [method, path] = calls[at++ % calls.length] ?? ["GET", "/"]
        return server().call(method, path, { token: user.token, headers: from(newAddress()) })
      }
      await expectLimit(10, next)
      const general = await as(user).get("/api/workspaces")
      expect(counted(general).limit).toBe(60)
      const other = as(await server().user("other"))
      expect(counted(await other.del(`/api/boards/${MISSING}`))).toEqual({ limit: 10, remaining: 9 })
    })
  })

  it("sensitive operations without a valid token are counted by address before the 401", async () => {
    const address = newAddress()
    await expectLimit(10, () => send(address, "POST", "/api/boards/import", "{ malformed"))
    expectTooMany(await send(address, "DELETE", `/api/boards/${MISSING}`), 10)
    expect(counted(await send(address, "POST", "/api/auth/reset-password", {})).remaining).toBe(9)
  })

  describe("of the general tier", () => {
    it("share one count for a user, for all endpoints and addresses", async () => {
      const user = await server().user("Ada")
      const paths = ["/api/workspaces", "/api/auth/me", "/api/boards", `/api/tasks/${MISSING}`]
      let at = 0
      await expectLimit(60, () =>
        server().call("GET", paths[at++ % 4] ?? "", { token: user.token, headers: from(newAddress()) })
      )
      const other = await as(await server().user("other")).get("/api/auth/me")
      expect(counted(other)).toEqual({ limit: 60, remaining: 59 })
    })

    it("share one count for an address without a valid token, errors included", async () => {
      const address = newAddress()
      const options = [{}, { token: "garbled" }, { token: "a.b.c" }]
      let at = 0
      await expectLimit(60, () =>
        server().call("GET", "/api/auth/me", { ...options[at++ % 3], headers: from(address) })
      )
      const valid = await server().user("Ada")
      const answer = await server().call("GET", "/api/auth/me", { token: valid.token, headers: from(address) })
      expect(answer.status).toBe(200)
    })

    it("count 200 concurrent requests exactly", async () => {
      const { get } = as(await server().user("Ada"))
      const answers = await Promise.all(Array.from({ length: 200 }, () => get("/api/auth/me")))
      const passed = answers.filter(({ status }) => status === 200)
      expect(passed).toHaveLength(60)
      const remaining = passed.map((answer) => counted(answer).remaining).toSorted((left, right) => left - right)
      expect(remaining).toEqual(Array.from({ length: 60 }, (_, at) => at))
      for (const answer of answers.filter(({ status }) => status !== 200)) expectTooMany(answer, 60)
    })
  })

  it("do not count unknown paths, OPTIONS, health, the OpenAPI document, avatars and pages", async () => {
    const address = newAddress()
    const uncounted: ReadonlyArray<readonly [string, string]> = [
      ["GET", "/api/unknown"],
      ["PUT", "/api/auth/me"],
      ["OPTIONS", "/api/auth/me"],
      ["GET", "/api/health"],
      ["GET", "/api/health/ready"],
      ["GET", "/api/openapi.json"],
      ["GET", "/api/avatars/default.svg"],
      ["GET", "/signin"]
    ]
    for (const [method, path] of uncounted) expectUncounted(await send(address, method, path))
    expect(counted(await send(address, "GET", "/api/auth/me"))).toEqual({ limit: 60, remaining: 59 })
  })

  it("a HEAD counts like a GET", async () => {
    const { get, head } = as(await server().user("Ada"))
    expect(counted(await head("/api/auth/me")).remaining).toBe(59)
    expect(counted(await get("/api/auth/me")).remaining).toBe(58)
  })
})

/** A HEAD's answer has no body: that of the GET is put in its place. */
const withoutBody = (answer: Answer): Answer => {
  expect(answer.body).toBe("")
  return { ...answer, body: TOO_MANY_REQUESTS }
}

describe("rate limits without a trusted proxy", () => {
  const { it, server } = onServer({ rateLimits: LIMITS })
  it("do not read X-Forwarded-For", async () => {
    const signIn = (running: TestServer) =>
      running.call("POST", "/api/auth/signin", { headers: from(newAddress()), body: {} })
    await expectLimit(5, () => signIn(server()))
  })
})
