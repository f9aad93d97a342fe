import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { join } from "node:path"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { REAL_PASSWORDS, runCommand } from "./support/childServer.js"
import { RawConnection, requestText } from "./support/rawConnection.js"
import { openStream } from "./support/eventStream.js"
import { get, newPerson, post, signIn, standaloneServers, UNLIMITED } from "./support/standalone.js"

const servers = standaloneServers()
const JSON_TYPE = { "Content-Type": "application/json" }

const isRefused = async (url: string): Promise<boolean> => {
  const connection = new RawConnection(url)
  await connection.closed
  return connection.received === ""
}

/** How a server ends that a body keeps waiting, and in how many seconds; it goes on beside the other tests. */
const endOfStuck = async (): Promise<readonly [code: number | string, seconds: number]> => {
  const server = await servers.start("stuck")
  const stuck = new RawConnection(server.url)
  await stuck.write(requestText("POST /api/auth/signin", { ...JSON_TYPE, "Content-Length": 100 }) + "{")
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  const started = performance.now()
  const code = await server.stop()
  await stuck.closed
  return [code, (performance.now() - started) / 1000]
}

let stuckEnd: ReturnType<typeof endOfStuck>
beforeAll(() => {
  stuckEnd = endOfStuck()
})

describe("a server that is stopped by a signal", () => {
  it.each([
    ["SIGTERM", 8],
    ["SIGINT", 4],
    ["SIGHUP", 2]
  ] as const)(
    "by %s answers the %i sign-ins and whatever else it has accepted, and ends with 0",
    async (signal, count) => {
      const server = await servers.start(signal, { ...UNLIMITED, BCRYPT_WORKERS: "2", ...REAL_PASSWORDS })
      const person = await newPerson(server, "sig")
      const signIn = requestText("POST /api/auth/signin", JSON_TYPE, JSON.stringify(person))
      const half = signIn.length - 20

      const idle = Array.from({ length: 5 }, () => new RawConnection(server.url))
      for (const connection of idle) {
        expect(await connection.request(requestText("GET /api/health"))).toMatchObject({ status: 200 })
      }
      // As browsers open them ahead.
      const silent = new RawConnection(server.url)
      const slow = new RawConnection(server.url)
      await slow.write(signIn.slice(0, half))
      const hashing = Array.from({ length: count }, () => new RawConnection(server.url))
      await Promise.all(hashing.map((connection) => connection.write(signIn)))
      const answers = hashing.map((connection) => connection.response())
      // Once one is hashed, all have been read.
      await Promise.race(answers)

      const started = performance.now()
      server.process.kill(signal)
      // What is sent on open connections while the signal is on its way is no one's fault.
      const late = idle.slice(0, 3).map((connection) => connection.request(requestText("GET /api/health")))
      await vi.waitFor(async () => expect(await isRefused(server.url)).toBe(true), { timeout: 5000, interval: 20 })
      // Asking again, by either signal, changes nothing.
      server.process.kill("SIGTERM")
      server.process.kill("SIGINT")
      const slowAnswer = slow.request(signIn.slice(half))

      for (const answer of await Promise.all([...answers, slowAnswer])) {
        expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"success":true,"token":".*\}$/) })
      }
      for (const answer of await Promise.all(late))
        expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
      expect((await slowAnswer).headers.get("connection")).toBe("close")
      expect(await server.ended).toBe(0)
      expect(server.stderr().match(/Boardwright stops/g)).toHaveLength(1)
      expect(performance.now() - started).toBeLessThan(10_000)
      await Promise.all([...idle, ...hashing, slow, silent].map(({ closed }) => closed))
      expect(server.stderr()).not.toMatch(/ERROR|unexpected/)
    }
  )

  it("ends with 0 before it has started to listen, too", async () => {
    const child = runCommand(["serve"], { DATA_DIR: join(servers.directory, "early"), PORT: "0", LOG_LEVEL: "debug" })
    await child.logged(/Running migration/)
    child.process.kill("SIGTERM")
    expect(await child.ended).toBe(0)
  })
})

it("SIGUSR1 opens no inspector, and the server goes on", async () => {
  const server = await servers.start("inspected")
  for (let time = 0; time < 3; time += 1) {
    server.process.kill("SIGUSR1")
    expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  }
  expect(server.stderr()).not.toMatch(/debugger|inspector/i)
  expect(await isRefused("http://127.0.0.1:9229")).toBe(true)
  expect(await server.stop()).toBe(0)
})

describe("npm start", () => {
  const start = async (name: string) => {
    const root = fileURLToPath(new URL("..", import.meta.url))
    const npm = spawn("npm", ["start"], {
      cwd: root,
      detached: true,
      env: { PATH: process.env["PATH"], HOME: servers.directory, DATA_DIR: join(servers.directory, name), PORT: "0" },
      stdio: ["ignore", "ignore", "pipe"]
    })
    const group = npm.pid ?? 0
    const ended = once(npm, "exit")
    let output = ""
    npm.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
    const url = await vi.waitFor(
      () => {
        const found = /listens on (http:\/\/[^"\s]+)/.exec(output)?.[1]
        if (found === undefined) throw new Error(output)
        return found
      },
      { timeout: 15_000 }
    )
    return { group, url, ended }
  }

  const isAlive = (group: number): boolean => {
    try {
      return process.kill(-group, 0)
    } catch {
      return false
    }
  }

  it.each([
    ["its whole group, as a terminal does", -1],
    ["npm alone, as a process manager does", 1]
  ])("leaves no process behind when the signal goes to %s", async (_, sign) => {
    const { ended, group, url } = await start(`npm${sign}`)
    try {
      expect(await get({ url }, "/api/health")).toMatchObject({ status: 200 })
      process.kill(sign * group, "SIGTERM")
      await ended
      await vi.waitFor(() => expect(isAlive(group)).toBe(false), { timeout: 10_000 })
      expect(await isRefused(url)).toBe(true)
    } finally {
      if (isAlive(group)) process.kill(-group, "SIGKILL")
    }
  })
})

it("streams end first, with a time to connect again, and hold nothing up", async () => {
  const server = await servers.start("streams", UNLIMITED)
  const token = await signIn(server, await newPerson(server, "ada"))
  const streams = await Promise.all([1, 2, 3].map(() => openStream({ url: server.url, token })))
  await post(server, "/api/workspaces", { name: "Garden" }, { authorization: `Bearer ${token}` })
  for (const { next } of streams) expect((await next()).change).toMatchObject({ type: "workspace.created" })
  const started = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(5000)
  for (const { ended, retries } of streams) expect([await ended(), retries.length]).toEqual([[], 2])
})

it("a body that never comes is waited for, for 10 seconds and no longer", async () => {
  const [code, seconds] = await stuckEnd
  expect(code).toBe(0)
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(11)
})

describe("with SHUTDOWN_DELAY", () => {
  const DELAY_MILLIS = 10_000
  const ready = (server: { readonly url: string }) => get(server, "/api/health/ready")

  it("is not ready and serves everything, then stops; more signals change nothing", async () => {
    const server = await servers.start("delayed", { ...UNLIMITED, SHUTDOWN_DELAY: `${DELAY_MILLIS}ms` })
    const token = await signIn(server, await newPerson(server, "ada"))
    const stream = await openStream({ url: server.url, token })
    const open = new RawConnection(server.url)
    expect((await open.request(requestText("GET /api/health"))).headers.get("connection")).not.toBe("close")

    const started = performance.now()
    server.process.kill("SIGTERM")
    await vi.waitFor(async () => expect((await ready(server)).status).toBe(503), { timeout: 5000, interval: 20 })
    server.process.kill("SIGTERM")
    server.process.kill("SIGINT")
    const { body, headers, status } = await ready(server)
    expect([status, body.checks, headers.get("connection")]).toEqual([
      503,
      expect.objectContaining({ server: "stopping", storage: "ok" }),
      "close"
    ])
    expect((await open.request(requestText("GET /api/health"))).headers.get("connection")).toBe("close")
    await open.closed
    expect(await get(server, "/api/health")).toMatchObject({ status: 200, body: { status: "ok" } })
    // Mail and streams go on: signing up takes a mail.
    await newPerson(server, "bob")
    await post(server, "/api/workspaces", { name: "Garden" }, { authorization: `Bearer ${token}` })
    expect((await stream.next()).change).toMatchObject({ type: "workspace.created" })

    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    expect(performance.now() - started).toBeGreaterThanOrEqual(DELAY_MILLIS)
    expect(await isRefused(server.url)).toBe(true)
    expect([await stream.ended(), stream.retries.length]).toEqual([[], 2])
    expect(server.stderr()).not.toMatch(/ERROR|unexpected/)
  })
})
