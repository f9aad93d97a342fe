import { execFile } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { start as startEffect } from "../examples/embed-effect/src/index.js"
import { start as startExpress } from "../examples/embed-express/src/index.js"
import { startTooLate } from "../examples/embed-express/src/tooLate.js"
import { start as startFastify } from "../examples/embed-fastify/src/index.js"
import { start as startHono } from "../examples/embed-hono/src/index.js"
import { boardwright, route } from "../examples/embed-next/src/index.js"
import { start as startOwnUsers } from "../examples/own-users/src/index.js"
import { asUser, createBoardwright, operator, sqlite } from "@boardwright/embed"
import { describe, expect, it, onTestFinished, vi } from "vitest"

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

const expectMounted = async (call: Fetch): Promise<void> => {
  const health = await call("/work/api/health")
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }])
  const signUp = await call("/work/api/auth/signup", json({ name: "", email: "ada", password: "short" }))
  expect([signUp.status, await signUp.json()]).toMatchObject([
    400,
    { error: "Validation failed", details: [{ path: ["name"] }, { path: ["email"] }, { path: ["password"] }] }
  ])
  expect((await call("/work/api/workspaces")).status).toBe(401)
}

const expectProject = async (call: Fetch): Promise<void> => {
  const project = await call("/projects", json({ name: "Garden" }))
  expect([project.status, await project.json()]).toMatchObject([201, { name: "Garden", ownerId: "demo" }])
}

/** A new file of storage with an account, and a token of it. */
const givenAccount = async () => {
  const file = join(await mkdtemp(join(tmpdir(), "boardwright-example-")), "boardwright.db")
  const hub = await createBoardwright({
    storage: sqlite(file),
    jwtSecret: "only for trying it out, not for real use"
  })
  const email = "ada@example.com"
  await hub.accounts.create(operator, { name: "Ada", email, password: "correct horse", verified: true })
  const { token } = await hub.accounts.mintToken(operator, email)
  await hub.close()
  return { authorization: `Bearer ${token}`, file }
}

const expectStopsStream = async (
  url: string,
  headers: Record<string, string>,
  stop: () => Promise<unknown>,
  within = 10_000
) => {
  const stream = await fetch(`${url}/api/changes/stream?since=now`, { headers })
  expect(stream.status).toBe(200)
  const reading = stream.text()
  const started = performance.now()
  await stop()
  expect(await reading).toMatch(/retry: \d+\n\n$/)
  // A server that waits for its connections has that of this client until it is idle for 3 s.
  expect(performance.now() - started).toBeLessThan(within)
}

describe.each([
  ["Express", startExpress],
  ["Fastify", startFastify],
  ["Effect", startEffect]
])("an app of %s", (_, start) => {
  it("has the API under its prefix and calls it in process", async () => {
    const { stop, url } = await start()
    onTestFinished(stop)
    const call: Fetch = (path, init) => fetch(url + path, init)
    await expectMounted(call)
    await expectProject(call)
  })

  it("stops although a change stream is open", async () => {
    const { authorization, file } = await givenAccount()
    const { stop, url } = await start(0, file)
    await expectStopsStream(`${url}/work`, { authorization }, stop)
  })
})

it("an app of Express with express.json() first gets an error that says what to do", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const { stop, url } = await startTooLate()
  onTestFinished(stop)
  const answer = await fetch(`${url}/work/api/auth/signup`, json({ name: "Ada" }))
  const error =
    "the body was read before Boardwright got it: mount Boardwright before express.json() and other body parsers"
  expect([answer.status, await answer.json()]).toEqual([500, { error, code: "Unexpected", details: [] }])
  expect(logged.mock.calls).toEqual([[expect.stringContaining(error)]])
  logged.mockRestore()
})

it("an app of Hono has the API under its prefix and calls it in process", async () => {
  const { fetch, stop } = await startHono()
  onTestFinished(stop)
  const call: Fetch = async (path, init) => fetch(new Request(`https://app.example.com${path}`, init))
  await expectMounted(call)
  await expectProject(call)
})

it("an app of Next has the API as a route handler and calls it in process", async () => {
  const hub = await boardwright()
  onTestFinished(hub.close)
  const { GET, POST } = route
  const call: Fetch = async (path, init) => {
    const request = new Request(`https://app.example.com${path}`, init)
    return request.method === "GET" ? GET(request) : POST(request)
  }
  await expectMounted(call)
  expect(await hub.workspaces.create(asUser("demo"), { name: "Garden" })).toMatchObject({ ownerId: "demo" })
  expect(await boardwright()).toBe(hub)
})

it("an app with its own users serves them and no accounts", async () => {
  const { stop, url } = await startOwnUsers()
  onTestFinished(stop)
  const cookie = "session=ada-session"
  const made = await fetch(`${url}/api/workspaces`, json({ name: "Garden" }, { cookie }))
  expect([made.status, await made.json()]).toMatchObject([201, { workspace: { ownerId: "1" } }])
  expect(await (await fetch(url, { headers: { cookie } })).text()).toBe("Garden")
  expect((await fetch(`${url}/api/workspaces`)).status).toBe(401)
  expect((await fetch(`${url}/api/auth/signin`, json({}))).status).toBe(404)
})

it("an app with its own users takes no request of another site's page, and no wrong cookie stops it", async () => {
  const { stop, url } = await startOwnUsers()
  onTestFinished(stop)
  const cookie = "session=ada-session"
  const statusFrom = async (origin: string) =>
    (await fetch(`${url}/api/workspaces`, json({ name: "Garden" }, { cookie, origin }))).status
  const origins = ["https://evil.example", "http://127.0.0.1", "null", `${url}.evil.example`, url]
  expect(await Promise.all(origins.map(statusFrom))).toEqual([401, 401, 401, 401, 201])
  for (const wrong of ["session=%", "session=%E0%A4%A; other=1"])
    expect((await fetch(url, { headers: { cookie: wrong } })).status).toBe(401)
})

it("an app with its own users answers 500 if a call fails", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const { stop, url } = await startOwnUsers()
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  const answer = text(socket)
  socket.write("GET / HTTP/1.1\r\nhost: app.example\r\ncookie: session=ada-session\r\n")
  // The server then has the beginning of the request.
  await fetch(url)
  await stop()
  socket.end("\r\n")
  expect(await answer).toMatch(/^HTTP\/1.1 500 /)
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ code: "Closed" })]])
  logged.mockRestore()
})

it("an app with its own users stops although a change stream is open", async () => {
  const { stop, url } = await startOwnUsers()
  await expectStopsStream(url, { cookie: "session=ada-session" }, stop, 5000)
})

it.each(["embed-hono", "embed-next"])("%s runs as it is compiled", async (name) => {
  const script = new URL(`../examples/${name}/dist/index.js`, import.meta.url).pathname
  expect(await promisify(execFile)(process.execPath, [script])).toEqual({ stdout: '200 {"status":"ok"}\n', stderr: "" })
})
