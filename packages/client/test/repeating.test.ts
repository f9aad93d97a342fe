import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createClient } from "@boardwright/client"
import { call } from "../src/call.js"
import type { Route } from "../src/Route.js"
import { fakeServer, healthy, json, refused } from "./fakeServer.js"

type Server = ReturnType<typeof fakeServer>

const route = (method: string, takesKey: boolean): Route => ({
  group: "tasks",
  name: "create",
  method,
  template: "/api/tasks",
  needsSession: true,
  takesBody: method !== "GET",
  takesKey,
  queryFields: []
})
const READ = route("GET", false)
const CREATE = route("POST", true)
const CHANGE = route("PATCH", false)

const failed = (status: number) => json(status, { error: "Failed", code: "Unexpected", details: [] })
const reset = () => new TypeError("connection reset")
const cut = () => new Response(new ReadableStream({ start: (body) => body.error(reset()) }))
const inFlight = () => json(409, { error: "In use", code: "KeyInUse", details: [] }, { "retry-after": "1" })

const start = ({ fetch }: Server, of: Route, options = {}, input = { name: "Dig" }) => {
  const sender = { root: "http://service.example", fetch, token: async () => "secret", ...{ retries: 3 } }
  return call({ ...sender, maxWaitSeconds: undefined }, of, input, options).catch((error: unknown) => error)
}

const keysOf = ({ received }: Server) => received.map(({ headers }) => headers.get("idempotency-key"))

describe("a call without a usable answer", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
  afterEach(() => void vi.useRealTimers())

  it.each([
    ["a failed connection", reset],
    ["a body that is cut off", cut],
    ["a 500", () => failed(500)],
    ["a 502", () => failed(502)],
    ["a 503 without Retry-After", () => failed(503)],
    ["a 503 with it", () => refused(503, "1")],
    ["a key in use", inFlight]
  ])("is repeated unchanged with one key after %s", async (_, answer) => {
    const server = fakeServer(answer(), answer(), healthy())
    const calling = start(server, CREATE)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await calling).toEqual({ status: "ok" })
    expect(new Set(server.received.map(({ body, method }) => `${method} ${body}`))).toEqual(
      new Set(['POST {"name":"Dig"}'])
    )
    const [key, ...others] = keysOf(server)
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(others).toEqual([key, key])
  })

  it("is repeated if it only reads, without a key", async () => {
    const server = fakeServer(reset(), failed(500), healthy())
    const calling = start(server, READ, {}, {} as never)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await calling).toEqual({ status: "ok" })
    expect(keysOf(server)).toEqual([null, null, null])
  })

  it.each([reset, cut, () => failed(500), () => failed(503), inFlight])(
    "is not repeated if it may have changed something",
    async (answer) => {
      const server = fakeServer(answer(), healthy())
      const calling = start(server, CHANGE)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await calling).toBeInstanceOf(Error)
      expect(server.received).toHaveLength(1)
    }
  )

  it("is repeated after pauses that double, three times here", async () => {
    const server = fakeServer(failed(500), failed(500), failed(500), failed(500), healthy())
    const times: Array<number> = []
    const watched = {
      ...server,
      fetch: (async (...given) => (times.push(Date.now()), server.fetch(...given))) as typeof fetch
    }
    const calling = start(watched, CREATE)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await calling).toMatchObject({ code: "Unexpected", status: 500 })
    const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(pauses).toHaveLength(3)
    pauses.forEach((pause, at) => {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** at)
      expect(pause).toBeLessThanOrEqual(375 * 2 ** at + 1)
    })
  })

  it("is not repeated once it is aborted", async () => {
    const aborting = new AbortController()
    const server = fakeServer(reset(), healthy())
    const calling = start(server, CREATE, { signal: aborting.signal })
    await vi.advanceTimersByTimeAsync(100)
    const reason = new Error("no longer wanted")
    aborting.abort(reason)
    expect(await calling).toBe(reason)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.received).toHaveLength(1)
  })
})

it("each call has a key of its own, unless the caller has one", async () => {
  const server = fakeServer(healthy(), healthy(), healthy())
  await start(server, CREATE)
  await start(server, CREATE)
  await start(server, CREATE, { idempotencyKey: "mine" })
  const [first, second, third] = keysOf(server)
  expect(first).not.toBe(second)
  expect(third).toBe("mine")
})

it("many calls may share a signal, without a warning, and all of them end with it", async () => {
  const warned: Array<Error> = []
  const warn = (warning: Error) => void warned.push(warning)
  process.on("warning", warn)
  const aborting = new AbortController()
  const pending = Array.from({ length: 30 }, () => () => new Promise<Response>(() => undefined))
  const { fetch } = fakeServer(...pending)
  const { tasks } = createClient({ baseUrl: "http://service.example", fetch })
  const calls = pending.map(() => tasks.get({ id: "1" }, { signal: aborting.signal }).catch((error: unknown) => error))
  await new Promise(setImmediate)
  const reason = new Error("no longer wanted")
  aborting.abort(reason)
  expect(new Set(await Promise.all(calls))).toEqual(new Set([reason]))
  process.off("warning", warn)
  expect(warned).toEqual([])
})
