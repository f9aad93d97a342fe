import { beforeAll, describe, expect, it } from "vitest"
import { standaloneServers } from "../../support/standalone.js"
import { everyKind, type Kind } from "./everyKind.js"

const servers = standaloneServers()
const APP = "https://app.example.com"
const LIMITS = { RATE_LIMIT_AUTH: "4" }

let plain: ReadonlyArray<Kind> = []
let secure: ReadonlyArray<Kind> = []
beforeAll(async () => {
  const [first, second] = await Promise.all([
    servers.start("plain", LIMITS),
    servers.start("secure", { ...LIMITS, CORS_ORIGINS: APP })
  ])
  ;[plain, secure] = await Promise.all([everyKind(first), everyKind(second, APP)])
})
const all = () => [...plain, ...secure]

/** Of all of them, those that break a rule. */
const breaking = (kinds: ReadonlyArray<Kind>, keeps: (kind: Kind) => boolean): ReadonlyArray<string> =>
  kinds
    .filter((kind) => !keeps(kind))
    .map(({ headers, status, what }) => `${status} ${what} ${JSON.stringify([...headers])}`)

// https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html
// https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
describe("the headers of every kind of response", () => {
  it("are of every kind there is", () => {
    expect([...new Set(all().map(({ status }) => status))].toSorted()).toEqual([
      200, 201, 204, 302, 400, 401, 403, 404, 413, 429, 431, 500, 503
    ])
  })

  it.each([
    ["x-content-type-options", /^nosniff$/],
    ["x-frame-options", /^DENY$/],
    ["referrer-policy", /^no-referrer$/],
    ["cross-origin-opener-policy", /^same-origin$/],
    ["content-security-policy", /^default-src 'none'; (.+; )?frame-ancestors 'none'$/]
  ])("have %s", (name, value) => {
    expect(breaking(all(), ({ headers }) => value.test(headers.get(name) ?? ""))).toEqual([])
  })

  it.each(["x-powered-by", "server", "x-aspnet-version", "set-cookie", "access-control-allow-credentials"])(
    "have no %s",
    (name) => expect(breaking(all(), ({ headers }) => !headers.has(name))).toEqual([])
  )

  it("have a tag where the answer is the same for all, which tells nothing, and nowhere else", () => {
    expect(breaking(all(), ({ group, headers }) => headers.has("etag") === (group === "public"))).toEqual([])
  })

  it("let nobody keep what is not the same for all", () => {
    const keeps = ({ group, headers }: Kind) =>
      group === "preflight" ||
      headers.get("cache-control") === (group === "public" ? "public, max-age=3600" : "no-store")
    expect(breaking(all(), keeps)).toEqual([])
  })

  it("let pages of other origins embed what is public, and nothing else", () => {
    const keeps = ({ group, headers }: Kind) =>
      headers.get("cross-origin-resource-policy") === (group === "public" ? "cross-origin" : "same-origin")
    expect(breaking(all(), keeps)).toEqual([])
  })

  it("say what the body is, in UTF-8", () => {
    const keeps = ({ body, headers }: Kind) =>
      body === "" ||
      /^(application\/json; charset=utf-8|text\/html; charset=utf-8|image\/svg\+xml)$/.test(
        headers.get("content-type") ?? ""
      )
    expect(breaking(all(), keeps)).toEqual([])
  })

  it("of pages let nothing run but what bears the nonce, and send forms nowhere else", () => {
    const served = all().filter(({ group }) => group === "page")
    expect(served.length).toBeGreaterThan(7)
    for (const { headers } of served) {
      const policy = headers.get("content-security-policy") ?? ""
      expect(policy).toMatch(/script-src 'nonce-[\w+/]{22}=='/)
      expect(policy).toContain("form-action 'self'; base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/)
      expect(headers.get("permissions-policy")).toBe("camera=(), geolocation=(), microphone=()")
    }
  })

  it("bind browsers to https where the public address is one, and only there", async () => {
    expect(breaking(all(), ({ headers }) => !headers.has("strict-transport-security"))).toEqual([])
    const server = await servers.start("https", { ...LIMITS, BASE_URL: "https://boards.example.com" })
    for (const path of ["/api/health", "/api/auth/me", "/nowhere", "/signin", "/api/avatars/default.svg"]) {
      const { headers } = await fetch(server.url + path)
      expect(headers.get("strict-transport-security")).toBe("max-age=63072000")
    }
  })
})

describe("other origins", () => {
  it("may read nothing where none is named", () => {
    expect(breaking(plain, ({ headers }) => !headers.has("access-control-allow-origin"))).toEqual([])
  })

  it("may read every answer when they are named, and no cache mixes the answers up", () => {
    const keeps = ({ group, headers }: Kind) =>
      group === "malformed" ||
      (headers.get("access-control-allow-origin") === APP &&
        headers.get("vary") === (group === "public" ? "Accept-Encoding, Origin" : "Origin"))
    expect(breaking(secure, keeps)).toEqual([])
  })

  it.each([
    ...[
      "null",
      "",
      "*",
      "https://app.example.com.evil.example",
      "https://evilapp.example.com",
      "http://app.example.com"
    ],
    ...[
      "https://app.example.com:444",
      "https://app.example.com/",
      "https://APP.example.com",
      "https://sub.app.example.com"
    ],
    ...[
      "https://app.example.com, https://evil.example",
      "https://app.example.com@evil.example",
      "https://app_example.com"
    ],
    ...[
      "https://appxexample.com",
      "file://",
      "chrome-extension://app.example.com",
      "https://evil.example#https://app.example.com"
    ]
  ])("%j may read nothing", async (origin) => {
    const server = await named()
    for (const method of ["GET", "OPTIONS", "POST"]) {
      for (const path of ["/api/auth/me", "/api/health", "/signin", "/nowhere"]) {
        const asked = { origin, "access-control-request-method": "DELETE", "access-control-request-headers": "x-evil" }
        const { headers } = await fetch(server + path, { method, headers: asked })
        expect(headers.has("access-control-allow-origin")).toBe(false)
        expect(headers.has("access-control-allow-credentials")).toBe(false)
        expect(headers.get("vary")).toBe("Origin")
      }
    }
  })
})

let url: Promise<string> | undefined
const named = (): Promise<string> =>
  (url ??= servers.start("named", { CORS_ORIGINS: `${APP},https://other.example.com` }).then((server) => server.url))
