import { beforeAll, describe, expect, it } from "vitest"
import { type Standalone, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()
let server: Standalone
beforeAll(async () => {
  server = await servers.start("pages")
})

const fetchText = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(server.url + path, { redirect: "manual", ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const PAGES = ["/signin", "/verify-error", "/reset-password", "/forgot-password"]

const SECURITY = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin"
}

describe("the pages", () => {
  it.each(PAGES)(
    "%s is HTML whose scripts and styles have the nonce of its policy, another one each time",
    async (path) => {
      const nonces = new Set<string>()
      for (let count = 0; count < 2; count += 1) {
        const { headers, status, text } = await fetchText(path)
        expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
          200,
          "text/html; charset=utf-8",
          "no-store"
        ])
        const policy = headers.get("content-security-policy") ?? ""
        expect(policy).toMatch(/^default-src 'none';/)
        expect(policy).not.toContain("unsafe")
        const nonce = /script-src 'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1] ?? "no nonce"
        expect(policy).toContain(`style-src 'nonce-${nonce}'`)
        const marked = Array.from(text.matchAll(/<(?:script|style)\b[^>]*>/g), ([tag]) => tag)
        expect(marked.length).toBeGreaterThanOrEqual(2)
        for (const tag of marked) expect(tag).toContain(`nonce="${nonce}"`)
        expect(text).not.toMatch(/\son[a-z]+=|\sstyle=|javascript:/i)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(2)
    }
  )

  it("show what a link says as text, and only where it belongs", async () => {
    const message = encodeURIComponent('<script>alert("1")</script>')
    for (const path of PAGES) {
      const { status, text } = await fetchText(
        `${path}?verified=true&message=${message}&error=${message}&token=${message}`
      )
      expect(status).toBe(200)
      expect(text).not.toContain("<script>alert")
    }
    expect((await fetchText("/signin?message=Send%20us%20money")).text).not.toContain("Send us money")
  })

  it("lead only to pages that are there", async () => {
    const texts = await Promise.all(PAGES.map(async (path) => (await fetchText(path)).text))
    const links = new Set(
      texts.flatMap((text) => Array.from(text.matchAll(/href="(\/[^"]*)"/g), ([, link]) => link ?? ""))
    )
    expect(links.size).toBeGreaterThan(0)
    for (const link of links) expect([link, (await fetchText(link)).status]).toEqual([link, 200])
  })
})

describe("every answer", () => {
  it.each([
    ["a page", "/signin", {}, 200],
    ["the API", "/api/health", {}, 200],
    ["the OpenAPI document", "/api/openapi.json", {}, 200],
    ["the default avatar", "/api/avatars/default.svg", {}, 200],
    ["a redirect", "/api/auth/verify-email?token=wrong", {}, 302],
    ["a validation failure", "/api/auth/signup", { method: "POST" }, 400],
    ["a request without a session", "/api/auth/me", {}, 401],
    ["an unknown path", "/nowhere", {}, 404],
    ["a preflight request", "/api/health", { method: "OPTIONS" }, 204]
  ])("of %s carries the security headers and an id of its own", async (_, path, init, expectedStatus) => {
    const { headers, status } = await fetchText(path, init)
    expect(status).toBe(expectedStatus)
    expect(Object.fromEntries(headers)).toMatchObject(SECURITY)
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get("x-powered-by")).toBeNull()
  })

  it("of the API is kept by no cache, and says what it is", async () => {
    for (const path of ["/api/health", "/api/auth/me", "/api/nowhere"]) {
      const { headers } = await fetchText(path)
      expect([headers.get("cache-control"), headers.get("content-type")]).toEqual([
        "no-store",
        "application/json; charset=utf-8"
      ])
    }
  })

  it("of the OpenAPI document names the endpoints", async () => {
    const { text } = await fetchText("/api/openapi.json")
    const document = JSON.parse(text)
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/api/auth/signup", "/api/tasks/{id}/move"]))
  })
})
