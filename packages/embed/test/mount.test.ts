import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { type Actor, asUser, type BoardwrightOptions, toNodeHandler } from "@boardwright/embed"
import { describe, expect, it } from "vitest"
import { apiRequest, givenHub } from "./hubs.js"
import { serve } from "./serve.js"

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

describe("a mount at any path", () => {
  const mounts: ReadonlyArray<readonly [string, Partial<BoardwrightOptions>, string]> = [
    ["/api/health", {}, "at the root"],
    ["/work/api/health", { baseUrl: "https://example.com/work" }, "below the path of baseUrl"],
    ["/api/health", { baseUrl: "https://example.com/work" }, "below the path of baseUrl, which the framework took off"],
    ["/a/b/api/health", { basePath: "/a/b/" }, "below basePath"],
    ["/inner/api/health", { baseUrl: "https://example.com/outer", basePath: "/inner" }, "behind a proxy that rewrites"]
  ]
  it.each(mounts)("%s %j, %s", async (path, options) => {
    const { hub } = await givenHub(options)
    const { url } = await serve(toNodeHandler(hub))
    expect(await statusOf(url + path)).toBe(200)
    expect((await hub.fetch(apiRequest("GET", path))).status).toBe(200)
    expect(await statusOf(`${url}/other${path}`)).toBe(404)
  })

  it.each<readonly [string, Partial<BoardwrightOptions>, string]>([
    ["/", {}, ""],
    ["/work", { basePath: "/work/" }, "/work"],
    ["https://example.com/work", { baseUrl: "https://example.com/work/" }, "/work"],
    ["https://example.com/outer", { baseUrl: "https://example.com/outer", basePath: "/inner" }, "/inner"]
  ])("%s is the server in the OpenAPI document of %j", async (serverUrl, options, path) => {
    const { hub } = await givenHub(options)
    const document = await (await hub.fetch(apiRequest("GET", `${path}/api/openapi.json`))).json()
    expect(document).toMatchObject({ servers: [{ url: serverUrl }] })
  })

  it("an Express mount at /api reaches the API", async () => {
    const { hub } = await givenHub()
    const handler = toNodeHandler(hub)
    // What Express does to a request below app.use("/work/api", ...).
    const { url } = await serve((request, response) => {
      const mounted = Object.assign(request, { baseUrl: "/work/api", originalUrl: request.url })
      mounted.url = request.url?.slice("/work/api".length) ?? "/"
      handler(mounted, response)
    })
    expect(await statusOf(`${url}/work/api/health`)).toBe(200)
    expect(await statusOf(`${url}/work/api/nothing`)).toBe(404)
  })

  it("serves agents by what it is given, in the caller's name, and none without it", async () => {
    const search = { method: "GET", template: "/api/search", path: "/api/search", search: "q=peas", body: {} }
    const { hub } = await givenHub({
      authenticate: () => asUser("ada"),
      mcp: async ({ call, message, scopes }) => {
        const { body, status } = await call(search)
        return { status: 200, message: { message, scopes, status, found: JSON.parse(body) } }
      }
    })
    const response = await hub.fetch(apiRequest("POST", "/mcp", { body: { id: 1 } }))
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: { id: 1 }, scopes: null, status: 200, found: { results: [], complete: true } }
    ])
    expect((await hub.fetch(apiRequest("GET", "/mcp"))).status).toBe(405)
    const { hub: without } = await givenHub()
    expect((await without.fetch(apiRequest("GET", "/mcp"))).status).toBe(404)
  })

  it("serves no pages", async () => {
    const { hub } = await givenHub()
    for (const path of ["/", "/signin", "/reset-password", "/docs", "/mailbox", "/favicon.ico"]) {
      expect([path, (await hub.fetch(apiRequest("GET", path))).status]).toEqual([path, 404])
    }
  })

  it("another path is not found, and onError gets the fix once", async () => {
    const hints: Array<string> = []
    const { hub } = await givenHub({ onError: (_, { message }) => hints.push(message) })
    for (const path of ["/work/api/health", "/work/api/boards"]) {
      expect((await hub.fetch(apiRequest("GET", path))).status).toBe(404)
    }
    expect(hints).toEqual(['requests come in under /work: if Boardwright is mounted there, give it basePath: "/work"'])
  })
})

describe("a body that has been read", () => {
  it("by an earlier parser", async () => {
    const reports: Array<string> = []
    const { hub } = await givenHub({ onError: (_, { message }) => reports.push(message) })
    const handler = toNodeHandler(hub)
    const { url } = await serve(async (request, response) => {
      await text(request)
      handler(request, response)
    })
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${url}/api/auth/signup`, { method: "POST", headers, body: "{}" })
    const error =
      "the body was read before Boardwright got it: mount Boardwright before express.json() and other body parsers"
    expect([answer.status, await answer.json()]).toEqual([500, { error, code: "Unexpected", details: [] }])
    expect(reports).toEqual([error])
  })

  it.each([
    ["read", (request: Request) => request.text()],
    ["held by a reader", async (request: Request) => request.body?.getReader()]
  ])("a Request that is %s", async (_, use) => {
    const { hub } = await givenHub()
    const request = apiRequest("POST", "/api/auth/signup", { body: {} })
    const copy = request.clone()
    await use(request)
    const answer = await hub.fetch(request)
    expect([answer.status, await answer.json()]).toEqual([
      500,
      {
        error:
          "the body was read before Boardwright got it: hand the Request on before anything reads its body, or read that of request.clone()",
        code: "Unexpected",
        details: []
      }
    ])
    expect((await hub.fetch(copy)).status).toBe(400)
  })

  it("an argument that is not a Request is explained", async () => {
    const { hub } = await givenHub()
    const { url } = await serve((request, response) => {
      hub.fetch(request as IncomingMessage & Request).catch((error: unknown) => response.end(String(error)))
    })
    expect(await (await fetch(`${url}/api/health`)).text()).toBe(
      "TypeError: hub.fetch takes a web-standard Request; for requests of node:http there is toNodeHandler(hub)"
    )
  })
})

/** Requests that arrive in one piece on one connection, and the bodies that answer them. */
const askAtOnce = async (url: string, paths: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const last = paths.length - 1
  const heads = paths.map(
    (path, at) => `GET ${path} HTTP/1.1\r\nHost: h\r\n${at === last ? "Connection: close\r\n" : ""}`
  )
  socket.write(heads.map((head) => `${head}\r\n`).join(""))
  return (await text(socket)).split(/\r\n\r\n|HTTP\/1.1 200 OK/).filter((part) => part.startsWith("{"))
}

describe("concurrent requests", () => {
  it("run in the async context of the host's call", async () => {
    const requestOf = new AsyncLocalStorage<string>()
    const seen: Array<readonly [string | undefined, string | undefined]> = []
    const { hub } = await givenHub({
      authenticate: ({ native }) => {
        seen.push([requestOf.getStore(), (native as IncomingMessage).url])
        return asUser("ada")
      }
    })
    const handler = toNodeHandler(hub)
    const { url } = await serve((request, response) =>
      requestOf.run(request.url ?? "", () => handler(request, response))
    )
    const paths = ["/api/workspaces", "/api/tasks?boardId=1", "/api/boards/1"]
    await askAtOnce(url, paths)
    expect(seen).toEqual(paths.map((path) => [path, path]))
  })

  it("keep the state of the handler's call, and get responses in order", async () => {
    const { hub } = await givenHub()
    const handler = toNodeHandler(hub)
    const { url } = await serve((request, response) => {
      handler(request, response)
      request.url = "/elsewhere"
    })
    const answers = await askAtOnce(url, ["/api/health", "/api/health/ready", "/api/health"])
    expect(answers.map((answer) => Object.keys(JSON.parse(answer)))).toEqual([
      ["status"],
      ["status", "checks"],
      ["status"]
    ])
  })
})

describe("a host that acts meanwhile", () => {
  it("a request that the host has responded to is left alone", async () => {
    let answer: (actor: null) => void = () => {}
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const { hub } = await givenHub({
      authenticate: () => {
        ask()
        return new Promise<null>((resolve) => (answer = resolve))
      }
    })
    const handler = toNodeHandler(hub)
    const { url } = await serve((request, response) => {
      handler(request, response)
      void asked
        .then(() => {
          response.writeHead(504).write("too ")
          answer(null)
          return hub.close()
        })
        .then(() => response.end("slow"))
    })
    expect(await (await fetch(`${url}/api/workspaces`)).text()).toBe("too slow")
  })

  it("a client that leaves during authentication holds nothing up", async () => {
    let answer: (actor: Actor) => void = () => {}
    let left = () => {}
    const gone = new Promise<void>((resolve) => (left = resolve))
    const leaving = new AbortController()
    const { hub } = await givenHub({
      authenticate: ({ native }) => {
        ;(native as IncomingMessage).once("close", left)
        leaving.abort()
        return new Promise<Actor>((resolve) => (answer = resolve))
      }
    })
    const { url } = await serve(toNodeHandler(hub))
    const headers = { "content-type": "application/json" }
    const request = { method: "POST", headers, body: JSON.stringify({ name: "W" }), signal: leaving.signal }
    await expect(fetch(`${url}/api/workspaces`, request)).rejects.toMatchObject({ name: "AbortError" })
    await gone
    answer(asUser("ada"))
    const start = performance.now()
    await hub.close()
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
