import { gunzipSync } from "node:zlib"
import { HttpApp } from "@effect/platform"
import { Authentication, httpApp, type Pages, Redirects, redirectsTo, webHandler } from "@boardwright/http"
import { layer as fakes } from "@boardwright/testing"
import { Layer, Logger, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"

const logged: Array<string> = []
const services = Layer.merge(Authentication.accessTokens, Layer.succeed(Redirects, redirectsTo(null))).pipe(
  Layer.provideMerge(fakes),
  Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ cause, message }) => void logged.push(`${String(message)} ${String(cause)}`))
    )
  )
)
const runtime = ManagedRuntime.make(services)
afterAll(() => runtime.dispose())

const TEXT = "body { color: #1b1f27 } ".repeat(100)
let made = 0

const PAGES: Pages = {
  contentSecurityPolicy: (nonce) => `default-src 'none'; script-src 'nonce-${nonce}'`,
  assets: [
    { path: "/made.css", contentType: "text/css", body: () => `${TEXT}/* ${(made += 1)} */` },
    { path: "/text.css", contentType: "text/css", body: TEXT },
    {
      path: "/bytes.bin",
      contentType: "application/octet-stream",
      body: new Uint8Array([0, 255, 10, 13]),
      headers: { "cache-control": "public, max-age=60" }
    },
    {
      path: "/broken.css",
      contentType: "text/css",
      body: () => {
        throw new Error("there is no stylesheet")
      }
    }
  ],
  pages: [
    { path: "/now", render: ({ nonce, query }) => `${nonce} ${query.get("a")}` },
    { path: "/later", render: async ({ header }) => `${header("Accept-Language")} ${header("x-none")}` },
    { path: "/own", contentSecurityPolicy: () => "default-src 'self'", render: () => "own" },
    { path: "/gone", render: ({ query }) => (query.has("here") ? "here" : null) },
    {
      path: "/throws",
      render: () => {
        throw new Error("a page of secrets")
      }
    },
    { path: "/rejects", render: () => Promise.reject(new Error("a page of secrets")) }
  ]
}

type Fetch = (request: Request) => Promise<Response>

const OPTIONS = { pages: PAGES, rateLimits: { auth: 1, sensitive: 1, general: 1 } }
const faces: ReadonlyArray<readonly [name: string, fetch: Fetch]> = [
  ["the web-standard handler", await runtime.runPromise(webHandler(OPTIONS))],
  ["the app", HttpApp.toWebHandlerRuntime(await runtime.runtime())(httpApp(OPTIONS))]
]

describe.each(faces)("%s", (_, fetch) => {
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(new Request(`http://host.example${path}`, { method, headers }))
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }
  const tagOf = async (path: string, encoding = "identity") =>
    (await ask(path, { "accept-encoding": encoding })).headers.get("etag") ?? ""

  it("serves an asset unchanged, with an ETag", async () => {
    const { headers, status, text } = await ask("/text.css")
    expect([status, text, headers.get("content-type")]).toEqual([200, TEXT, "text/css"])
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-cache", "Accept-Encoding"])
    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/)
    expect(headers.get("content-encoding")).toBeNull()
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it("serves bytes, with the asset's own headers", async () => {
    const { bytes, headers } = await ask("/bytes.bin")
    expect([...bytes]).toEqual([0, 255, 10, 13])
    expect(headers.get("content-type")).toBe("application/octet-stream")
    expect(headers.get("cache-control")).toBe("public, max-age=60")
  })

  it.each(["gzip", "br, GZIP;q=0.5", "*", "deflate, *;q=0.1", "gzip;q=0.001"])(
    "compresses for %s",
    async (accepted) => {
      const { bytes, headers } = await ask("/text.css", { "accept-encoding": accepted })
      expect(headers.get("content-encoding")).toBe("gzip")
      expect(gunzipSync(bytes).toString()).toBe(TEXT)
      expect(bytes.length).toBeLessThan(TEXT.length / 10)
    }
  )

  it.each(["", "identity", "br", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "x-gzipped"])(
    "compresses nothing for %j",
    async (accepted) => {
      const { headers, text } = await ask("/text.css", { "accept-encoding": accepted })
      expect([headers.get("content-encoding"), text]).toEqual([null, TEXT])
    }
  )

  it("gives each encoding its own ETag, and no body for a known one", async () => {
    const [plain, zipped] = [await tagOf("/text.css"), await tagOf("/text.css", "gzip")]
    expect(plain).not.toBe(zipped)
    for (const known of [plain, `W/${plain}`, `"x", ${plain}`, "*"]) {
      const { headers, status, text } = await ask("/text.css", { "if-none-match": known })
      expect([known, status, text, headers.get("etag")]).toEqual([known, 304, "", plain])
      expect(headers.get("vary")).toBe("Accept-Encoding")
    }
    expect((await ask("/text.css", { "if-none-match": zipped })).status).toBe(200)
    expect((await ask("/text.css", { "if-none-match": zipped, "accept-encoding": "gzip" })).status).toBe(304)
    expect((await ask("/text.css", { "if-none-match": '"x"' })).status).toBe(200)
  })

  it("answers HEAD with the same headers and no body", async () => {
    const [got, head] = [await ask("/text.css"), await ask("/text.css", {}, "HEAD")]
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("etag")).toBe(got.headers.get("etag"))
    expect((await ask("/now", {}, "HEAD")).status).toBe(200)
    expect((await ask("/gone", {}, "HEAD")).status).toBe(404)
  })

  it("creates an asset once, on the first request", async () => {
    const before = made
    const answers = await Promise.all([ask("/made.css"), ask("/made.css"), ask("/made.css")])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(made).toBe(before + 1)
  })

  it("renders a page from its request, sync or async", async () => {
    const { headers, text } = await ask("/now?a=1&b=2")
    const [nonce = "", a] = text.split(" ")
    expect(a).toBe("1")
    expect(headers.get("content-security-policy")).toBe(`default-src 'none'; script-src 'nonce-${nonce}'`)
    expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
      "text/html; charset=utf-8",
      "no-store"
    ])
    expect((await ask("/later", { "accept-language": "en" })).text).toBe("en undefined")
  })

  it("sends a page's own policy", async () => {
    expect((await ask("/own")).headers.get("content-security-policy")).toBe("default-src 'self'")
  })

  it("responds to a page with nothing to show like to a missing one", async () => {
    const [gone, nowhere] = [await ask("/gone"), await ask("/nowhere")]
    expect([gone.status, gone.text]).toEqual([404, nowhere.text])
    expect(gone.headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect((await ask("/gone?here")).text).toBe("here")
  })

  it.each([
    ["/throws", "a page of secrets"],
    ["/rejects", "a page of secrets"],
    ["/broken.css", "there is no stylesheet"]
  ])("logs why %s cannot be shown, and does not reveal it", async (path, why) => {
    logged.length = 0
    const { headers, status, text } = await ask(path)
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: "Internal server error", code: "Unexpected", details: [] }
    ])
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(why)
  })
})
