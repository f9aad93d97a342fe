import { BoardwrightClientError, type ClientOptions, createClient } from "@boardwright/client"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { fakeServer, healthy, json, refused } from "./fakeServer.js"

type Server = ReturnType<typeof fakeServer>

const clientOf = ({ fetch }: Server, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: "http://service.example", fetch, ...options })

const failureOf = async (call: Promise<unknown>): Promise<BoardwrightClientError> => {
  const failure: unknown = await call.then(
    () => "no failure",
    (reason: unknown) => reason
  )
  if (failure instanceof BoardwrightClientError) return failure
  throw new Error("not a BoardwrightClientError", { cause: failure })
}

const profile = () =>
  json(200, {
    id: "1",
    name: "Ada",
    email: "a@b.c",
    avatar: "",
    hasCompletedOnboarding: false,
    onboardingData: {},
    timezone: "UTC",
    language: null,
    notifications: {}
  })
const page = () => json(200, { boards: [], pagination: { page: 1, limit: 50, total: 0, totalPages: 0 } })
const deleted = () => json(200, { success: true, message: "Deleted" })
const NOT_FOUND = { error: "Board not found", code: "NotFound", details: [] }

const urlsOf = ({ received }: Server) => received.map(({ method, url }) => `${method} ${url.slice(22)}`)
const tokensOf = ({ received }: Server) => received.map(({ headers }) => headers.get("authorization"))

describe("where a request goes", () => {
  it.each(["http://service.example/", "http://service.example", new URL("http://service.example")])(
    "the base URL %s is put before the path",
    async (baseUrl) => {
      const server = fakeServer(healthy())
      await clientOf(server, { baseUrl }).system.health()
      expect(urlsOf(server)).toEqual(["GET /api/health"])
    }
  )

  it("the base URL may have a path", async () => {
    const server = fakeServer(healthy())
    await clientOf(server, { baseUrl: "http://service.example/work/" }).system.health()
    expect(urlsOf(server)).toEqual(["GET /work/api/health"])
  })

  it("query fields are in the query, except undefined ones", async () => {
    const server = fakeServer(page())
    await clientOf(server).boards.list({ workspaceId: "a&b=c", page: 2, limit: undefined })
    expect(urlsOf(server)).toEqual(["GET /api/boards?workspaceId=a%26b%3Dc&page=2"])
  })

  it("a filter of several values is sent once for each", async () => {
    const server = fakeServer(json(404, NOT_FOUND))
    await failureOf(clientOf(server).tasks.list({ boardId: "1", status: ["a,b", "c"] }))
    expect(urlsOf(server)).toEqual(["GET /api/tasks?boardId=1&status=a%2Cb&status=c"])
  })

  it("a list in the query is separated by commas", async () => {
    const server = fakeServer(json(404, NOT_FOUND))
    await failureOf(clientOf(server).tasks.list({ boardId: "1", include: ["columnValues", "counts"] }))
    expect(urlsOf(server)).toEqual(["GET /api/tasks?boardId=1&include=columnValues%2Ccounts"])
  })

  it("conditions on columns are sent as JSON", async () => {
    const server = fakeServer(json(404, NOT_FOUND))
    const filter = { all: [{ column: "c1", op: "gte", value: 8 }] }
    await failureOf(clientOf(server).tasks.list({ boardId: "1", filter }))
    const query = new URL(server.received[0]?.url ?? "").searchParams
    expect(JSON.parse(query.get("filter") ?? "")).toEqual(filter)
  })

  it("an id stays one segment of the path, whatever it contains", async () => {
    const ids = ["a/b", "../workspaces/1", "a?b#c", "%2e", "\uD800", "..", ".", ""]
    const server = fakeServer(...ids.map(() => deleted()))
    for (const id of ids) await clientOf(server).boards.delete({ id })
    expect(urlsOf(server).map((line) => line.replace("DELETE /api/boards/", ""))).toEqual([
      "a%2Fb",
      "..%2Fworkspaces%2F1",
      "a%3Fb%23c",
      "%252e",
      "%EF%BF%BD",
      "-",
      "-",
      "-"
    ])
  })
})

describe("a board's file", () => {
  it("is the response with an unread body, after a retry", async () => {
    const server = fakeServer(refused(429, "0"), new Response("Name,Group"))
    const seen: Array<Response> = []
    const onResponse = (each: Response) => void seen.push(each)
    const response = await clientOf(server, { token: "t" }).boards.export({ id: "a/b", format: "csv" }, { onResponse })
    expect(seen).toEqual([response])
    expect([response.bodyUsed, await response.text()]).toEqual([false, "Name,Group"])
    expect(urlsOf(server)).toEqual(Array(2).fill("GET /api/boards/a%2Fb/export?format=csv"))
    expect(tokensOf(server)).toEqual(["Bearer t", "Bearer t"])
  })

  it("is refused like another call", async () => {
    const failure = await failureOf(clientOf(fakeServer(json(404, NOT_FOUND))).boards.export({ id: "x" }))
    expect([failure.code, failure.status]).toEqual(["NotFound", 404])
  })
})

describe("what a request carries", () => {
  it("the body has the fields that belong nowhere else", async () => {
    const server = fakeServer(json(404, NOT_FOUND))
    await failureOf(clientOf(server).boards.addGroup({ id: "1", name: "Later", color: undefined }))
    expect(server.received[0]?.body).toBe('{"name":"Later"}')
  })

  it("no header that needs CORS permission, except these two", async () => {
    const server = fakeServer(json(404, NOT_FOUND))
    await failureOf(clientOf(server, { token: "secret" }).boards.update({ id: "1", name: "Later" }))
    expect([...(server.received[0]?.headers.keys() ?? [])].toSorted()).toEqual(["authorization", "content-type"])
  })

  it("the token is sent only where a session is needed", async () => {
    const server = fakeServer(healthy(), profile())
    const client = clientOf(server, { token: "secret" })
    await client.system.health()
    await client.accounts.profile()
    expect(tokensOf(server)).toEqual([null, "Bearer secret"])
  })

  it("the response of a success is there for its headers, that of a failure is not", async () => {
    const found = Response.json(await profile().json(), { headers: { "x-change-cursor": "life.7" } })
    const client = clientOf(fakeServer(found, json(404, NOT_FOUND)))
    const cursors: Array<string | null> = []
    const onResponse = ({ headers }: Response) => cursors.push(headers.get("x-change-cursor"))
    await client.accounts.profile({ onResponse })
    await failureOf(client.boards.get({ id: "1" }, { onResponse }))
    expect(cursors).toEqual(["life.7"])
  })

  it("a token can be set and removed", async () => {
    const server = fakeServer(profile(), profile(), profile())
    const client = clientOf(server)
    await client.accounts.profile()
    client.setToken("secret")
    await client.accounts.profile()
    client.setToken(null)
    await client.accounts.profile()
    expect(tokensOf(server)).toEqual([null, "Bearer secret", null])
  })

  it("a token function is called before each request", async () => {
    const server = fakeServer(profile(), profile(), profile())
    const tokens = ["first", null, "third"]
    const client = clientOf(server, { token: async () => tokens.shift() })
    await client.accounts.profile()
    await client.accounts.profile()
    client.setToken(() => "another")
    await client.accounts.profile()
    expect(tokensOf(server)).toEqual(["Bearer first", null, "Bearer another"])
  })
})

describe("a failure", () => {
  it("has the server's error", async () => {
    const details = [{ path: ["columns", "0"], message: "is wrong" }]
    const server = fakeServer(
      json(400, { error: "Validation failed", code: "InvalidInput", message: "Look again", details })
    )
    const failure = await failureOf(clientOf(server).boards.get({ id: "1" }))
    expect(failure).toMatchObject({
      code: "InvalidInput",
      status: 400,
      error: "Validation failed",
      message: "Look again",
      details
    })
    expect(failure.retryAfter).toBeNull()
  })

  it("names the problems if the server has no message", async () => {
    const details = [
      { path: ["columns", "0"], message: "is wrong" },
      { path: [], message: "is large" }
    ]
    const server = fakeServer(json(400, { error: "Validation failed", details }))
    const { message } = await failureOf(clientOf(server).boards.get({ id: "1" }))
    expect(message).toBe("Validation failed: columns.0 is wrong; input is large")
  })

  it("has the seconds after which to retry", async () => {
    const failure = await failureOf(clientOf(fakeServer(refused(429, "3600"))).system.health())
    expect(failure).toMatchObject({ status: 429, error: "Refused", message: "Later", details: [], retryAfter: 3600 })
  })

  it.each([
    [
      "a page of a proxy",
      new Response("<h1>Bad gateway</h1>", { status: 502 }),
      { code: "UnexpectedAnswer", status: 502, error: "HTTP 502" }
    ],
    [
      "an error of no known form",
      json(418, { error: 1, details: [1] }),
      { code: "UnexpectedAnswer", status: 418, error: "HTTP 418" }
    ],
    ["a code that is newer", json(409, { error: "Taken", code: "NameTaken", details: [] }), { code: "NameTaken" }],
    ["text for JSON", new Response("ok"), { code: "UnexpectedAnswer", status: 200, error: "Unexpected answer" }],
    ["a redirect", json(303, {}), { code: "UnexpectedAnswer", status: 303, error: "Unexpected answer" }]
  ])("identifies %s", async (_, answer, expected) => {
    expect(await failureOf(clientOf(fakeServer(answer), { retries: 0 }).system.health())).toMatchObject({
      ...expected,
      details: []
    })
  })

  it.each([301, 302, 303, 307, 308])("does not follow a %s, after which a POST may be a GET", async (status) => {
    const asked: Array<string> = []
    const server = createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`)
      if (asked.length === 1) response.writeHead(status, { location: url }).end()
      else response.writeHead(200, { "content-type": "application/json" }).end('{"boards":[]}')
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { boards } = createClient({ baseUrl: `http://127.0.0.1:${port}` })
    const failure = await failureOf(boards.create({ name: "Spring", workspaceId: "1" }))
    expect(failure).toMatchObject({ code: "UnexpectedAnswer", status })
    expect(asked).toEqual(["POST /api/boards"])
  })

  it.each([
    ["a key of the call", { idempotencyKey: "a\nb" }, {}],
    ["a key in another script", { idempotencyKey: "日本" }, {}],
    ["a token", {}, { token: "secret…" }]
  ])("says that %s cannot be sent, and sends nothing", async (_, options, clientOptions) => {
    const server = fakeServer(page())
    const { boards } = clientOf(server, clientOptions)
    const failure = await failureOf(boards.create({ name: "Spring", workspaceId: "1" }, options))
    expect(failure).toMatchObject({ code: "InvalidRequest", status: null, cause: expect.any(TypeError) })
    expect(server.received).toEqual([])
  })

  it("has the reason why there was no response, and is not retried where it may have had an effect", async () => {
    const reason = new TypeError("fetch failed")
    const server = fakeServer(reason, deleted())
    const failure = await failureOf(clientOf(server).boards.delete({ id: "1" }))
    expect(failure).toMatchObject({
      code: "NetworkFailure",
      status: null,
      error: "Network failure",
      details: [],
      retryAfter: null
    })
    expect(failure.cause).toBe(reason)
    expect(server.received).toHaveLength(1)
  })

  it("has the reason why there is no token", async () => {
    const reason = new Error("signed out")
    const token = () => Promise.reject(reason)
    const failure = await failureOf(clientOf(fakeServer(), { token }).accounts.profile())
    expect(failure).toMatchObject({ code: "TokenUnavailable", status: null, error: "No token", cause: reason })
  })

  it("identifies what cannot be sent", async () => {
    const columnValues: Record<string, unknown> = {}
    columnValues["itself"] = columnValues
    const calling = clientOf(fakeServer()).tasks.update({ id: "1", columnValues: columnValues as never })
    expect(await failureOf(calling)).toMatchObject({
      code: "InvalidRequest",
      status: null,
      message: "Invalid request: input cannot be written as JSON"
    })
  })

  it.each([
    ["baseUrl", undefined],
    ["baseUrl", {}],
    ["baseUrl", { baseUrl: "ftp://service.example" }],
    ["fetch", { baseUrl: "", fetch: 1 }],
    ["token", { baseUrl: "", token: 5 }],
    ["retries", { baseUrl: "", retries: -1 }],
    ["retries", { baseUrl: "", retries: "many" }],
    ["maxWaitSeconds", { baseUrl: "", maxWaitSeconds: Number.NaN }]
  ])("names the option %s of %j", (name, options) => {
    expect(() => createClient(options as never)).toThrow(new RegExp(`^${name} must be`))
  })

  it("names an option that is none, of a client and of every call", async () => {
    expect(() => createClient({ baseUrl: "", tokn: "a" } as never)).toThrow(/^tokn is not an option of a client$/)
    const { boards, changes } = clientOf(fakeServer())
    for (const call of [
      (options: never) => boards.get({ id: "1" }, options),
      (options: never) => boards.export({ id: "1" }, options),
      async (options: never) => changes.stream({}, options)
    ])
      for (const [options, message] of [
        [{ sginal: 1 }, "sginal is not an option of a call"],
        [{ signal: "x" }, "signal must be an AbortSignal"]
      ] as const)
        expect(await failureOf(call(options as never))).toMatchObject({
          code: "InvalidRequest",
          message: `Invalid request: ${message}`
        })
  })

  it("refuses a stream's onResponse, which has no single response", async () => {
    const { changes } = clientOf(fakeServer())
    const call = async (options: never) => changes.stream({}, options)
    expect(await failureOf(call({ onResponse: () => undefined } as never))).toMatchObject({
      code: "InvalidRequest",
      message: "Invalid request: onResponse is not an option of a call"
    })
  })

  it("refuses a key of a call that makes nothing", async () => {
    const server = fakeServer(page())
    const { boards } = clientOf(server)
    const key = { idempotencyKey: "mine" }
    for (const calling of [boards.get({ id: "1" }, key), boards.update({ id: "1", name: "Spring" }, key)])
      expect(await failureOf(calling)).toMatchObject({
        code: "InvalidRequest",
        message: "Invalid request: idempotencyKey is taken only by calls that make something"
      })
    expect(server.received).toEqual([])
  })

  it("names the base URL if it is not an address", async () => {
    const nowhere = createClient({ baseUrl: "nowhere", fetch: fakeServer().fetch })
    const message =
      'Invalid request: baseUrl must be an address that begins with http:// or https://: "nowhere/api/health" is none'
    expect(await failureOf(nowhere.system.health())).toMatchObject({ code: "InvalidRequest", status: null, message })
  })

  it("names a field of the path that is missing", async () => {
    const { boards } = clientOf(fakeServer())
    for (const calling of [
      boards.get("1" as never),
      boards.get({ id: undefined as never }),
      boards.export({ id: null as never })
    ]) {
      expect(await failureOf(calling)).toMatchObject({
        code: "InvalidRequest",
        message: "Invalid request: id is required"
      })
    }
  })
})

describe("waiting", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
  afterEach(() => void vi.useRealTimers())

  it("a rejected call is retried after the server's seconds", async () => {
    const server = fakeServer(refused(503, "7"), healthy())
    const calling = clientOf(server).system.health()
    await vi.advanceTimersByTimeAsync(6_900)
    expect(server.received).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(await calling).toEqual({ status: "ok" })
  })

  it("a waiting call ends when it is aborted", async () => {
    const aborting = new AbortController()
    const server = fakeServer(refused(503, "7"), healthy())
    const calling = clientOf(server).system.health({ signal: aborting.signal })
    await vi.advanceTimersByTimeAsync(1_000)
    aborting.abort(new Error("no longer wanted"))
    await expect(calling).rejects.toThrow("no longer wanted")
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.received).toHaveLength(1)
  })
})

describe("aborting", () => {
  it("a call with an aborted signal sends nothing", async () => {
    const server = fakeServer(healthy())
    const signal = AbortSignal.abort(new Error("too late"))
    await expect(clientOf(server).system.health({ signal })).rejects.toThrow("too late")
    expect(server.received).toEqual([])
  })

  it("a request in flight ends with the reason", async () => {
    const aborting = new AbortController()
    const server = fakeServer(async () => {
      aborting.abort(new Error("no longer wanted"))
      return new Promise<Response>(() => undefined)
    })
    const calling = clientOf(server).workspaces.list({}, { signal: aborting.signal })
    await expect(calling).rejects.toThrow("no longer wanted")
  })
})
