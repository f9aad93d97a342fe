import { once } from "node:events"
import { createServer, request as httpRequest } from "node:http"
import { HttpApp } from "@effect/platform"
import { Access, Account, Trace } from "@boardwright/core"
import type { ServedRequest, Middleware, ServeOptions } from "@boardwright/http"
import { Authentication, httpApp, Redirects, redirectsTo, webHandler } from "@boardwright/http"
import { addressOf, nodeListener } from "@boardwright/http/node"
import { layer as fakes } from "@boardwright/testing"
import { Deferred, Effect, FiberRef, Layer, Logger, ManagedRuntime, Option } from "effect"
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"

const logged: Array<unknown> = []
const ada = Account.UserId.make('ada "the first"')

/** Anybody who sends a header is Ada. */
const authentication = Layer.succeed(Authentication, {
  authenticate: ({ header }) =>
    Effect.succeed(
      header("authorization") === undefined ? Option.none() : Option.some(Access.Actor.User({ userId: ada }))
    )
})
const runtime = ManagedRuntime.make(
  Layer.mergeAll(
    authentication,
    Layer.succeed(Redirects, redirectsTo(null)),
    fakes,
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(message))
    )
  )
)
afterAll(() => runtime.dispose())

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const OPTIONS = { pages: { pages: [], contentSecurityPolicy: () => "" } }

const overNode = async (options: ServeOptions): Promise<Fetch> => {
  const listener = await runtime.runPromise(
    nodeListener({ ...OPTIONS, ...options, trustProxy: 0, isDraining: () => false })
  )
  const server = createServer(listener).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  return (path, init) => fetch(`http://127.0.0.1:${addressOf(server).port}${path}`, init)
}

const overWeb = async (options: ServeOptions): Promise<Fetch> => {
  const handle = await runtime.runPromise(webHandler({ ...options, clientAddress: () => "127.0.0.1" }))
  return (path, init) => handle(new Request(`http://host.example${path}`, init))
}

const overPlatform = async (options: ServeOptions): Promise<Fetch> => {
  const handle = HttpApp.toWebHandlerRuntime(await runtime.runtime())(httpApp(options))
  return (path, init) => handle(new Request(`http://host.example${path}`, init))
}

/** What a query builder gives: a query that fails once it is awaited. */
// oxlint-disable-next-line unicorn/no-thenable
const failingQuery = () => ({ then: (_: unknown, fail: (reason: Error) => void) => fail(new Error("no")) })

/** Waits until the hook has reported this many requests. */
const reported = (seen: ReadonlyArray<ServedRequest>, count = 1) =>
  vi.waitFor(() => expect(seen).toHaveLength(count), { timeout: 10_000, interval: 5 })

describe.each([
  ["node:http", overNode, "127.0.0.1", true],
  ["the web-standard handler", overWeb, "127.0.0.1", true],
  // Where there is no socket it knows no address, and it has its own words for a defect.
  ["an app of @effect/platform", overPlatform, "0.0.0.0", false]
])("onResponse, behind %s", (_, open, address, logsDefects) => {
  const cases: ReadonlyArray<readonly [string, RequestInit, Partial<ServedRequest>]> = [
    ["/api/health", {}, { method: "GET", route: "/api/health", status: 200, level: "debug" }],
    ["/api/openapi.json", { method: "HEAD" }, { method: "HEAD", status: 200, level: "debug", bytes: 0 }],
    ["/api/tasks/secret?token=secret", {}, { route: "/api/tasks/:id", status: 401, level: "info", userId: null }],
    [
      "/api/tasks/secret",
      { headers: { authorization: "secret" } },
      { route: "/api/tasks/:id", status: 404, userId: ada, address: null }
    ],
    ["/api/secret/%00", { method: "DELETE" }, { method: "DELETE", route: null, status: 404, level: "info" }],
    ["/api/tasks", { method: "OPTIONS" }, { method: "OPTIONS", route: "/api/tasks", status: 204, bytes: 0 }],
    ["/api/tasks", { method: "PROPFIND" }, { method: "OTHER", route: null, status: 404 }]
  ]
  it.each(cases)("%s %j", async (path, init, expected) => {
    const seen: Array<ServedRequest> = []
    const ask = await open({ onResponse: (each) => seen.push(each) })
    const answer = await ask(path, init)
    const text = await answer.text()
    await reported(seen)
    expect(seen[0]).toMatchObject({ ...expected, clientGone: false, requestId: answer.headers.get("x-request-id") })
    expect(seen[0]).toMatchObject({ bytes: text.length, duration: expect.any(Number) })
    expect(JSON.stringify(seen)).not.toContain("secret")
    expect(seen[0]?.address).toBe(expected.userId === ada ? null : address)
  })

  it("a host's middleware that fails is a warning, and its failure is logged", async () => {
    logged.length = 0
    const seen: Array<ServedRequest> = []
    const ask = await open({ middleware: () => Effect.die("a bug"), onResponse: (each) => seen.push(each) })
    expect(await ask("/api/health").then(({ status }) => status)).toBe(500)
    await reported(seen)
    expect(seen[0]).toMatchObject({ status: 500, level: "warning", route: "/api/health" })
    expect(logged.flat().includes("unexpected failure")).toBe(logsDefects)
  })

  it.each([
    [
      "throws",
      () => {
        throw new Error("no")
      }
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["returns a query that fails once it is awaited", failingQuery]
  ])("a hook that %s is logged, and the client still gets its response", async (_how, onResponse) => {
    logged.length = 0
    const ask = await open({ onResponse })
    expect((await ask("/api/health")).status).toBe(200)
    await vi.waitFor(() => expect(logged).toEqual([["onResponse failed"]]), { timeout: 10_000, interval: 5 })
  })
})

it.each([
  ["counts", true],
  ["does not count", false]
])("where the database %s the statements of requests, a request is reported with that", async (_how, observes) => {
  const counted: Middleware = (_, serve) =>
    Effect.zipRight(
      Effect.map(FiberRef.get(Trace.databaseTime), (time) => {
        if (time !== null) time.statements += 3
      }),
      serve
    )
  const seen: Array<ServedRequest> = []
  const options = { middleware: counted, onResponse: (each: ServedRequest) => seen.push(each) }
  const observing = Layer.succeed(Trace.ObservesDatabase, observes)
  const handle = await runtime.runPromise(Effect.provide(webHandler(options), observing))
  const listening = nodeListener({ ...options, trustProxy: 0, isDraining: () => false })
  const server = createServer(await runtime.runPromise(Effect.provide(listening, observing))).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  await handle(new Request("http://host.example/api/health"))
  await fetch(`http://127.0.0.1:${addressOf(server).port}/api/health`)
  await reported(seen, 2)
  expect(seen.map(({ statements }) => statements)).toEqual(observes ? [3, 3] : [0, 0])
})

it("a client that leaves is reported once the work is done", async () => {
  const seen: Array<ServedRequest> = []
  const arrived = Deferred.unsafeMake<void>(await Effect.runPromise(Effect.fiberId))
  const go = Deferred.unsafeMake<void>(await Effect.runPromise(Effect.fiberId))
  const middleware: Middleware = (_, serve) =>
    Deferred.succeed(arrived, undefined).pipe(Effect.zipRight(Deferred.await(go)), Effect.zipRight(serve))
  const listener = await runtime.runPromise(
    nodeListener({ trustProxy: 0, isDraining: () => false, middleware, onResponse: (each) => seen.push(each) })
  )
  let closed: Promise<unknown> | undefined
  const server = createServer((request, response) => {
    closed = once(response, "close")
    listener(request, response)
  }).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  const leaving = httpRequest({ port: addressOf(server).port, path: "/api/health" }).on("error", () => undefined)
  leaving.end()
  await Effect.runPromise(Deferred.await(arrived))
  leaving.destroy()
  await closed
  await Effect.runPromise(Deferred.succeed(go, undefined))
  await reported(seen)
  expect(seen[0]).toMatchObject({ route: "/api/health", status: 200, bytes: 0, clientGone: true })
})
