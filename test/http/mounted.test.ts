import { createServer, type Server } from "node:http"
import { Authentication, Redirects, redirectsTo, webHandler } from "@boardwright/http"
import { addressOf, nodeListener } from "@boardwright/http/node"
import { layer as ports } from "@boardwright/testing"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { RawConnection, requestText } from "../support/rawConnection.js"

const runtime = ManagedRuntime.make(
  Authentication.accessTokens.pipe(
    Layer.provideMerge(Layer.merge(ports, Layer.succeed(Redirects, redirectsTo("https://app.example.com"))))
  )
)
afterAll(() => runtime.dispose())

const TYPE = { "Content-Type": "application/json" }
const TIMEOUT = { error: "Request timeout", code: "RequestTimeout", details: [] }

describe("a host's own server without timeouts", () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    const deadlines = { head: 200, request: 200, response: 200, idle: 200 }
    const listener = await runtime.runPromise(nodeListener({ trustProxy: 0, isDraining: () => false, deadlines }))
    server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, listener)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${addressOf(server).port}`
  })
  afterAll(() => server.close().closeAllConnections())

  it("responds with 408 to a body that does not arrive, and ends its connection", async () => {
    const connection = new RawConnection(url)
    const answer = await connection.request(requestText("POST /api/auth/signin", { ...TYPE, "Content-Length": 9 }))
    expect([answer.status, JSON.parse(answer.body)]).toEqual([408, TIMEOUT])
    await connection.closed
  })

  it("ends a connection whose body does not arrive after the response", async () => {
    const connection = new RawConnection(url)
    const answer = await connection.request(requestText("POST /api/workspaces", { ...TYPE, "Content-Length": 9 }))
    expect(answer.status).toBe(401)
    await connection.closed
  })
})

describe("a Request whose body does not end", () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterAll(() => void vi.useRealTimers())

  it("is a 408, and its stream is cancelled", async () => {
    const fetch = await runtime.runPromise(webHandler())
    let cancelled = false
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(Uint8Array.of(123)),
      cancel: () => {
        cancelled = true
      }
    })
    const request = new Request("http://host.example/api/auth/signin", {
      method: "POST",
      headers: TYPE,
      body,
      duplex: "half"
    } as RequestInit)
    const answered = fetch(request)
    await vi.advanceTimersByTimeAsync(30_000)
    const answer = await answered
    expect([answer.status, await answer.json()]).toEqual([408, TIMEOUT])
    expect(cancelled).toBe(true)
  })
})
