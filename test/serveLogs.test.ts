import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, rmSync } from "node:fs"
import { createServer, request } from "node:http"
import { join } from "node:path"
import { addressOf } from "@boardwright/http/node"
import { expect, it, onTestFinished, vi } from "vitest"
import { LAUNCHER, SLOW_PASSWORDS } from "./support/childServer.js"
import { RawConnection, requestText } from "./support/rawConnection.js"
import { get, newPerson, post, signIn, type Standalone, standaloneServers, UNLIMITED } from "./support/standalone.js"

const servers = standaloneServers()

interface Line {
  readonly message: string
  readonly logLevel: string
  readonly annotations: Readonly<Record<string, unknown>>
}

const linesOf = (log: string): ReadonlyArray<Line> =>
  log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const requestsOf = (server: Pick<Standalone, "stderr">): ReadonlyArray<Line> =>
  linesOf(server.stderr()).filter(({ annotations }) => "durationMs" in annotations)

it("every request is one line, with the caller and the id that its answer has", async () => {
  const server = await servers.start("requests", { ...UNLIMITED, SLOW_REQUEST: "10m" })
  const person = await newPerson(server, "ada")
  const token = await signIn(server, person)
  const me = await get(server, "/api/auth/me", token)
  await get(server, "/api/tasks/some-id?token=in-the-query", token)
  const keyed = { authorization: `Bearer ${token}`, "idempotency-key": "in-the-header" }
  for (const replayed of [null, "true"]) {
    const { headers } = await post(server, "/api/workspaces", { name: "in-the-body" }, keyed)
    expect(headers.get("idempotency-replayed")).toBe(replayed)
  }
  await get(server, "/nowhere/in-the-path")
  await get(server, "/api/health")
  await fetch(`${server.url}/api/auth/me`, { method: "OPTIONS" })
  expect(await server.stop()).toBe(0)

  expect(requestsOf(server).map(({ logLevel, message }) => `${logLevel} ${message}`)).toEqual([
    "INFO POST /api/auth/signup 201",
    "INFO GET /api/auth/verify-email 302",
    "INFO POST /api/auth/signin 200",
    "INFO GET /api/auth/me 200",
    "INFO GET /api/tasks/:id 404",
    "INFO POST /api/workspaces 201",
    "INFO POST /api/workspaces 201",
    "INFO GET unmatched 404",
    "INFO OPTIONS /api/auth/me 204"
  ])
  const [signedUp, , , asked] = requestsOf(server).map(({ annotations }) => annotations)
  expect(signedUp).toMatchObject({ client: "127.0.0.1", status: 201 })
  expect(asked).toEqual({
    requestId: me.headers.get("x-request-id"),
    method: "GET",
    route: "/api/auth/me",
    status: 200,
    durationMs: expect.any(Number),
    databaseMs: expect.any(Number),
    statements: 2,
    bytes: Number(me.headers.get("content-length")),
    userId: me.body.id
  })
  for (const secret of [token, person.email, person.password, "some-id", "in-the"]) {
    expect(server.stderr()).not.toContain(secret)
  }
})

it("says which clients were gone before they were answered", async () => {
  const server = await servers.start("gone", { ...UNLIMITED, BCRYPT_WORKERS: "1", ...SLOW_PASSWORDS })
  const body = JSON.stringify({ email: "nobody@example.com", password: "a wrong one" })
  const headers = { "content-type": "application/json", "content-length": body.length }
  const leaving = request(`${server.url}/api/auth/signin`, { method: "POST", headers })
  leaving.on("error", () => undefined)
  await new Promise((resolve) => leaving.end(body, () => resolve(undefined)))
  // Behind it in the queue of the one thread that hashes: the first has arrived and is not done yet.
  const behind = post(server, "/api/auth/signin", { email: "nobody@example.com", password: "another" })
  leaving.destroy()
  expect((await behind).status).toBe(401)
  const gone = await server.logged(/"route":"\/api\/auth\/signin".*"clientGone":true/)
  expect(gone[0]).toContain('"bytes":0')
  await server.stop()
})

it("a request that takes longer than SLOW_REQUEST is a warning, but not a stream", async () => {
  const server = await servers.start("slow", { ...UNLIMITED, SLOW_REQUEST: "20ms", ...SLOW_PASSWORDS })
  const person = await newPerson(server, "ada")
  // A password takes longer than that to check.
  const token = await signIn(server, person)
  const stream = await fetch(`${server.url}/api/changes/stream`, { headers: { authorization: `Bearer ${token}` } })
  const reader = stream.body?.getReader()
  await reader?.read()
  await signIn(server, person)
  await reader?.cancel()
  expect(await server.stop()).toBe(0)
  const requests = requestsOf(server).filter(({ message }) => /signin|stream/.test(message))
  expect(requests.map(({ logLevel, message }) => `${logLevel} ${message}`)).toEqual([
    "WARN POST /api/auth/signin 200",
    "WARN POST /api/auth/signin 200",
    "INFO GET /api/changes/stream 200"
  ])
  const slow = requests.slice(0, 2)
  for (const { annotations } of slow) {
    expect(annotations).toMatchObject({ slow: true, statements: expect.any(Number) })
    expect(Number(annotations["databaseMs"])).toBeLessThan(Number(annotations["durationMs"]))
    expect(Number(annotations["statements"])).toBeGreaterThan(1)
  }
})

it("a level of warning lets none of those through", async () => {
  const server = await servers.start("warning", { ...UNLIMITED, LOG_LEVEL: "info" })
  await get(server, "/api/health")
  await server.stop()
  expect(requestsOf(server)).toEqual([])
})

it("probes are logged at level debug, on a terminal in words", async () => {
  const server = await servers.start("debug", { LOG_LEVEL: "debug", LOG_FORMAT: "pretty" })
  await get(server, "/api/health")
  const line = await server.logged(/\] DEBUG GET \/api\/health 200 [\d.]+ ms 15 B 127\.0\.0\.1 [0-9a-f-]{36}\n/)
  await server.stop()
  expect(line).toHaveLength(1)
})

it("every line of JSON has a text as its message: at start, for requests, failing mail and failing storage, at the end", async () => {
  const mailless = `smtp://127.0.0.1:${await freePort()}`
  const server = await servers.start("messages", { ...UNLIMITED, SMTP_URL: mailless })
  const body = { name: "Ada", email: "ada@example.com", password: "password of ada" }
  expect(await post(server, "/api/auth/signup", body)).toMatchObject({ status: 201 })
  await server.logged(/mail not sent, will be tried again/)
  rmSync(join(server.dataDir, "boardwright.db"))
  expect(await post(server, "/api/auth/signup", { ...body, email: "eve@example.com" })).toMatchObject({ status: 503 })
  await server.logged(/storage is unavailable/)
  expect(await server.stop("SIGHUP")).toBe(0)
  const messages = linesOf(server.stderr()).map(({ message }) => message)
  expect(messages.filter((message) => typeof message !== "string")).toEqual([])
  expect(messages).toContain("POST /api/auth/signup 503")
  expect(messages.filter((message) => message.startsWith("storage is"))).toEqual([
    expect.stringMatching(/^storage is unavailable \(.*boardwright\.db.*\)$/)
  ])
})

/** A port that nobody listens on. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = addressOf(server)
  server.close()
  return port
}

/** A server whose log goes elsewhere than to a reader. */
const serveInto = async (name: string, stderr: number | "pipe") => {
  const port = await freePort()
  const child = spawn(process.execPath, [LAUNCHER, "serve"], {
    env: { PATH: process.env["PATH"], DATA_DIR: join(servers.directory, name), PORT: String(port), ...UNLIMITED },
    stdio: ["ignore", "ignore", stderr]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const server = { url: `http://127.0.0.1:${port}` }
  const ended = once(child, "close")
  await vi.waitFor(() => get(server, "/api/health"), { timeout: 20_000, interval: 50 })
  return { child, server, ended }
}

const MANY = 2_000

const askMany = async (server: { readonly url: string }): Promise<void> => {
  const connection = new RawConnection(server.url)
  await connection.write(requestText("GET /nowhere").repeat(MANY))
  for (let each = 0; each < MANY; each += 1) expect((await connection.response()).status).toBe(404)
  connection.cut()
}

it("waits for nobody who does not read the log, and has all of it for them once they do", async () => {
  const { child, ended, server } = await serveInto("unread", "pipe")
  await askMany(server)
  let log = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text))
  child.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
  expect(linesOf(log).filter(({ message }) => message === "GET unmatched 404")).toHaveLength(MANY)
})

it("serves on when whoever read the log is gone", async () => {
  const { child, ended, server } = await serveInto("gone reader", "pipe")
  child.stderr?.destroy()
  await askMany(server)
  child.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
})

it("serves on when the log cannot be written", async () => {
  const full = openSync("/dev/full", "w")
  const { child, ended, server } = await serveInto("full", full)
  closeSync(full)
  await askMany(server)
  child.kill("SIGTERM")
  expect(await ended).toEqual([0, null])
})
