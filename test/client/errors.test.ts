import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { BoardwrightClientError, createClient } from "@boardwright/client"
import { Client } from "@boardwright/client/effect"
import { Effect, Redacted } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { MISSING, onServer } from "../http/given.js"
import { startServer } from "../support/server.js"

const started: Array<Server> = []
afterEach(() => {
  for (const server of started.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  started.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a call failed with. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no failure",
    (reason: unknown) => reason
  )

describe("an error", () => {
  const { server } = onServer()
  it("lists the problems of an input", async () => {
    const failure = await failureOf(
      createClient({ baseUrl: server().url }).accounts.signUp({ name: "", email: "nobody", password: "short" })
    )
    expect(failure).toBeInstanceOf(BoardwrightClientError)
    expect(failure).toMatchObject({
      code: "InvalidInput",
      status: 400,
      error: "Validation failed",
      message: "Invalid email or password format",
      details: [{ path: ["name"] }, { path: ["email"] }, { path: ["password"] }]
    })
  })

  it("distinguishes no session, no right and nothing there", async () => {
    const [owner, stranger] = [await server().user("owner"), await server().user("stranger")]
    const { setToken, workspaces } = createClient({ baseUrl: server().url })
    const outside = {
      code: "Unauthenticated",
      status: 401,
      error: "Unauthorized",
      message: "Unauthorized",
      retryAfter: null
    }
    expect(await failureOf(workspaces.list())).toMatchObject(outside)
    setToken(owner.token)
    const { workspace } = await workspaces.create({ name: "Garden" })
    expect(await failureOf(workspaces.get({ id: MISSING }))).toMatchObject({
      code: "NotFound",
      status: 404,
      error: "Workspace not found"
    })
    setToken(() => stranger.token)
    expect(await failureOf(workspaces.delete({ id: workspace.id }))).toMatchObject({
      code: "Forbidden",
      status: 403,
      error: "Forbidden"
    })
  })

  it("has the new cursor of a feed that cannot be continued", async () => {
    const { token } = await server().user("owner")
    const { changes } = createClient({ baseUrl: server().url, token })
    const { cursor } = await changes.list({ since: "now" })
    expect(await failureOf(changes.list({ since: "0.1" }))).toMatchObject({
      code: "CursorExpired",
      status: 410,
      cursor
    })
    expect(await failureOf(changes.list({ since: "later" }))).toMatchObject({ code: "InvalidInput", cursor: null })
    const effects = Client.make({ baseUrl: server().url, token: Redacted.make(token) })
    const expired = Effect.flatMap(effects, (client) => client.changes.list({ urlParams: { since: "0.1", types: [] } }))
    const failure = Effect.catchTag(expired, "CursorExpired", (error) => Effect.succeed(error.cursor))
    expect(await Effect.runPromise(Effect.provide(failure, FetchHttpClient.layer))).toBe(cursor)
  })
})

it("the rate limit's seconds are reported", async () => {
  const server = await startServer({ rateLimits: { auth: 1, sensitive: 1, general: 1 } })
  const { accounts } = createClient({ baseUrl: server.url, maxWaitSeconds: 0 })
  await accounts.requestPasswordReset({ email: "ada@example.com" })
  const failure = await failureOf(accounts.requestPasswordReset({ email: "ada@example.com" }))
  expect(failure).toMatchObject({ code: "RateLimited", status: 429, error: "Too many requests", details: [] })
  expect((failure as BoardwrightClientError).retryAfter).toBeGreaterThan(50)
  await server.stop()
})

it.each([429, 503])("a call that gets a %s is retried unchanged after Retry-After", async (status) => {
  const bodies: Array<string> = []
  const times: Array<number> = []
  const baseUrl = await serve((request, response) => {
    const body: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => body.push(chunk))
    request.on("end", () => {
      bodies.push(`${request.headers.authorization} ${Buffer.concat(body).toString()}`)
      if (times.push(performance.now()) > 1) response.end('{"success":true,"message":"Done"}')
      else response.writeHead(status, { "retry-after": "1" }).end('{"error":"Later","message":"Later","details":[]}')
    })
  })
  const client = createClient({ baseUrl, token: "secret" })
  await client.accounts.requestPasswordReset({ email: "ada@example.com" })
  expect(bodies).toEqual([`undefined {"email":"ada@example.com"}`, `undefined {"email":"ada@example.com"}`])
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
})

it("a change whose connection broke is not retried", async () => {
  let requests = 0
  const baseUrl = await serve((request) => {
    requests++
    request.socket.destroy()
  })
  const failure = await failureOf(createClient({ baseUrl, token: "secret" }).tasks.update({ id: "1", name: "x" }))
  expect(failure).toMatchObject({ code: "NetworkFailure", status: null, error: "Network failure" })
  expect(requests).toBe(1)
})

it("aborting a call closes its connection and gives the signal's reason", async () => {
  const aborting = new AbortController()
  let closed: Promise<unknown> | undefined
  const baseUrl = await serve((request) => {
    closed = once(request.socket, "close")
    aborting.abort(new Error("no longer wanted"))
  })
  const calling = createClient({ baseUrl }).workspaces.list({}, { signal: aborting.signal })
  await expect(calling).rejects.toThrow("no longer wanted")
  await closed
})
