import { pages } from "../support/pages.js"
import { describe, expect } from "vitest"
import type { Answer } from "../support/server.js"
import { MISSING, onServer } from "./given.js"

const ALLOWED = "https://app.example"

describe("headers", () => {
  const { it, server, givenHome } = onServer({ corsOrigins: [ALLOWED, "https://other.example"] })
  it("name unknown parameters of a query, which are ignored", async () => {
    const { boardId, get } = await givenHome()
    const ignoredBy = async (query: string) => (await get(`/api/tasks?${query}`)).headers.get("x-ignored-parameters")
    expect(await ignoredBy(`boardId=${boardId}&status=done`)).toBeNull()
    expect(await ignoredBy(`boardId=${boardId}&stauts=done&stauts=x&%C3%BC=1&=2`)).toBe("stauts,%C3%BC")
    const many = await ignoredBy(`boardId=${boardId}&a-misspelt-name&${"x".repeat(2_000)}=1&b=1`)
    expect(many).toBe("a-misspelt-name,b")
  })

  /** One response of every kind. */
  const everyKind = async (headers: Record<string, string> = {}): Promise<ReadonlyArray<Answer>> => {
    const { boardId, user } = await givenHome()
    const stranger = await server().user("stranger")
    const call = (method: string, path: string, token?: string, body?: unknown) =>
      server().call(method, path, { token, body, headers })
    const answers = [
      await call("GET", "/api/auth/me", user.token),
      await call("POST", "/api/workspaces", user.token, { name: "A" }),
      await call("GET", "/api/auth/verify-email?token=x"),
      await call("OPTIONS", "/api/workspaces"),
      await call("POST", "/api/workspaces", user.token, "{"),
      await call("GET", "/api/auth/me"),
      await call("GET", `/api/boards/${boardId}`, stranger.token),
      await call("GET", `/api/boards/${MISSING}`, user.token),
      await call("GET", "/api/unknown"),
      await call("POST", "/api/workspaces", user.token, "x".repeat(1024 * 1024 + 1)),
      await call("GET", "/api/health"),
      await call("HEAD", "/api/health"),
      await call("GET", "/api/openapi.json"),
      await call("GET", "/api/avatars/default.svg"),
      await call("GET", "/signin")
    ]
    expect(answers.map(({ status }) => status)).toEqual([
      200, 201, 302, 204, 400, 401, 403, 404, 404, 413, 200, 200, 200, 200, 200
    ])
    return answers
  }

  it("that protect are on every kind of response", async () => {
    for (const { headers } of await everyKind()) {
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
      expect(headers.get("content-security-policy")).toMatch(/^default-src '(none|self)'/)
      expect(headers.get("x-powered-by")).toBeNull()
    }
  })

  it.each(["mine", "a", "Az09._-", "x".repeat(64)])("have the request id %s of the client", async (id) => {
    const answers = await everyKind({ "x-request-id": id })
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id")))).toEqual(new Set([id]))
  })

  it.each([undefined, "", "x".repeat(65), "two words", "a,b", 'quoted"', "<b>", "{{a}}", "\u00e4"])(
    "have a new request id in every response if the client sends %j",
    async (id) => {
      const answers = await everyKind(id === undefined ? {} : { "x-request-id": id })
      const ids = answers.map(({ headers }) => headers.get("x-request-id"))
      expect(new Set(ids).size).toBe(answers.length)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    }
  )

  it("let a listed origin read every response and the headers it needs", async () => {
    for (const { headers } of await everyKind({ origin: ALLOWED })) {
      expect(headers.get("access-control-allow-origin")).toBe(ALLOWED)
      expect(headers.get("vary")).toMatch(/origin/i)
      const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ")
      expect(exposed?.toSorted()).toEqual([
        "etag",
        "idempotency-replayed",
        "retry-after",
        "x-change-cursor",
        "x-ignored-parameters",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        "x-ratelimit-reset",
        "x-request-id"
      ])
      expect(headers.get("access-control-allow-credentials")).toBeNull()
    }
  })

  it.each([
    "https://evil.example",
    "HTTPS://APP.EXAMPLE",
    "https://app.example.evil.example",
    "http://app.example",
    "null",
    ""
  ])("do not let the origin %j read anything", async (origin) => {
    for (const { headers } of await everyKind({ origin })) {
      expect(headers.get("access-control-allow-origin")).toBeNull()
      expect(headers.get("vary")).toMatch(/origin/i)
    }
  })

  it("answer a preflight with the methods of the path and the allowed request headers", async () => {
    const { headers, status } = await server().call("OPTIONS", `/api/tasks/${MISSING}`, {
      headers: { origin: ALLOWED, "access-control-request-method": "PATCH" }
    })
    expect(status).toBe(204)
    expect(headers.get("access-control-allow-origin")).toBe(ALLOWED)
    expect(headers.get("access-control-allow-methods")).toBe("GET, PATCH, DELETE")
    expect(headers.get("access-control-max-age")).toBe("600")
    expect(headers.get("access-control-allow-headers")?.toLowerCase()).toBe(
      "authorization, content-type, idempotency-key, if-none-match, last-event-id, mcp-protocol-version, traceparent, x-request-id"
    )
  })

  it("keep JSON out of caches", async ({ home: { get } }) => {
    const { headers } = await get("/api/auth/me")
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(headers.get("cache-control")).toBe("no-store")
    expect((await server().call("GET", "/api/auth/verify-email")).headers.get("cache-control")).toBe("no-store")
  })
})

describe("public content", () => {
  const { it, server, as } = onServer()
  it("has no CORS headers without listed origins", async () => {
    const { headers } = await server().call("GET", "/api/health", { headers: { origin: ALLOWED } })
    expect(headers.get("access-control-allow-origin")).toBeNull()
  })

  it("health is ok while storage responds", async () => {
    const { body, status } = await server().call("GET", "/api/health")
    expect({ status, body }).toEqual({ status: 200, body: { status: "ok" } })
  })

  describe.each(pages.map(({ path }) => path))("the page %s", (path) => {
    it("is HTML with a policy that starts from 'none' and a new nonce", async () => {
      const [first, second] = [await server().call("GET", path), await server().call("GET", `${path}?x=1`)]
      expect(first.status).toBe(200)
      expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8")
      const policies = [first, second].map(({ headers }) => headers.get("content-security-policy") ?? "")
      expect(policies[0]).toMatch(/^default-src '(none|self)'/)
      expect(policies[0]).not.toBe(policies[1])
      const nonces = [...first.body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
      expect(nonces.length).toBeGreaterThan(0)
      for (const nonce of nonces) expect(policies[0]).toContain(`'nonce-${nonce}'`)
      expect(policies[0]).not.toContain("unsafe")
      const marked: ReadonlyArray<string> = first.body.match(/<(?:script|style)\b[^>]*>/g)
      for (const tag of marked) expect(tag).toContain(`nonce="${nonces[0]}"`)
      expect(first.body).not.toMatch(/\son[a-z]+=|\sstyle=|javascript:/i)
      for (const [, link] of first.body.matchAll(/href="(\/[^"#]*)"/g))
        expect([link, (await server().call("GET", link)).status]).toEqual([link, 200])
    })

    it("shows a query only as text", async () => {
      const query = "message=<script>alert(1)</script>&error=%22%3E<img src=x>&token=%3Cb%3E&verified=%3Cb%3E"
      const { body, status } = await as(null).get(`${path}?${query}`)
      expect(status).toBe(200)
      expect(body).not.toContain("<script>alert")
      expect(body).not.toContain("<img src=x")
      expect(body).not.toContain("<b>")
    })
  })
})
