import assert from "node:assert/strict"
import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { runCommand } from "../support/childServer.js"
import { newDatabase } from "../support/postgres/databases.js"
import { RawConnection, requestText } from "../support/rawConnection.js"
import { get, type Standalone, standaloneServers } from "../support/standalone.js"
import { environmentOn, newBoard, type SignedIn, somebody } from "./given.js"
import { print } from "./Load.js"

const servers = standaloneServers()
const COUNT = 2
const CONNECTIONS = 16

const newEnvironment = async () => ({ ...(await environmentOn("PostgreSQL")), WORKERS: String(COUNT) })

const numbers = (text: string): ReadonlyArray<number> => text.split(", ").map(Number)

const start = async (name: string, more: Readonly<Record<string, string>> = {}) => {
  const server = await servers.start(name, { ...(await newEnvironment()), ...more })
  const [, pids = ""] = await server.logged(/"2 workers listen: ([\d, ]+)"/)
  return { server, pids: numbers(pids) }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const allEnd = (pids: ReadonlyArray<number>) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 30_000 })

/** The processes that have logged requests. */
const loggedBy = (lines: string): ReadonlySet<number> =>
  new Set(Array.from(lines.matchAll(/"message":"(?:GET|POST) .*"pid":(\d+)}$/gm), ([, pid]) => Number(pid)))

/** The workers after so many restarts. */
const restarted = (server: Standalone, restarts: number) =>
  vi.waitFor(
    () => {
      const found = [...server.stderr().matchAll(/"all workers are restarted: ([\d, ]+)"/g)]
      expect(found).toHaveLength(restarts)
      return numbers(found.at(-1)?.[1] ?? "")
    },
    { timeout: 60_000, interval: 200 }
  )

/** How many requests a client sends on a connection before it opens another. */
const REQUESTS_EACH = 50

/** The pause of three of four clients between requests. If none paused, two processors would have little time to start a worker. */
const PAUSE_MILLIS = 15
/** How many restarts by SIGHUP. */
const RESTARTS = 3

/** Connections that create and read tasks until they are stopped. */
class Traffic {
  readonly statuses: Array<number> = []
  /** Requests that got no response. */
  readonly lost: Array<unknown> = []
  #isStopped = false
  readonly #clients: ReadonlyArray<Promise<void>>

  constructor(
    private readonly server: Standalone,
    { headers }: SignedIn,
    boardId: string
  ) {
    const authorization = { Authorization: headers.authorization }
    const body = JSON.stringify({ boardId, name: "under load" })
    const requests = [
      requestText("POST /api/tasks", { ...authorization, "Content-Type": "application/json" }, body),
      requestText(`GET /api/tasks?boardId=${boardId}&limit=5`, authorization),
      requestText("GET /api/health/ready")
    ]
    this.#clients = Array.from({ length: CONNECTIONS }, (_, index) =>
      this.#run(requests[index % 3] ?? "", index % 4 === 0 ? 0 : PAUSE_MILLIS)
    )
  }

  /** Waits for this many more responses. */
  async more(count: number): Promise<void> {
    const before = this.statuses.length
    await vi.waitFor(() => assert(this.statuses.length > before + count), { timeout: 30_000 })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }

  async #run(request: string, pauseMillis: number): Promise<void> {
    while (!this.#isStopped) {
      const connection = new RawConnection(this.server.url)
      try {
        for (let left = REQUESTS_EACH; left > 0 && !this.#isStopped; left -= 1) {
          const { headers, status } = await connection.request(request)
          this.statuses.push(status)
          if (headers.get("connection") === "close") break
          if (pauseMillis > 0) await delay(pauseMillis)
        }
      } catch (error) {
        this.lost.push(error)
      }
      connection.cut()
    }
  }
}

const startTraffic = async (server: Standalone) => {
  const who = await somebody(server, "kit")
  const { boardId } = await newBoard(server, who, "B")
  return new Traffic(server, who, boardId)
}

const isServed = (status: number): boolean => status === 200 || status === 201

describe("a server with workers", () => {
  it("answers on one port from all of them, writes one log, and stops them all", async () => {
    const { pids, server } = await start("together")
    const traffic = await startTraffic(server)
    await vi.waitFor(() => expect(loggedBy(server.stderr())).toEqual(new Set(pids)), { timeout: 30_000 })
    await traffic.stop()
    expect(traffic.statuses.filter((status) => !isServed(status))).toEqual([])
    expect(new Set(pids)).not.toContain(server.process.pid)

    server.process.kill("SIGTERM")
    // Like a terminal, which sends a signal to all processes of its group.
    for (const pid of pids) process.kill(pid, "SIGTERM")
    expect(await server.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    const lines = server.stderr().trimEnd().split("\n")
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    expect(lines.filter((line) => line.includes(" listens on "))).toHaveLength(1)
    expect(server.stderr()).not.toMatch(/"logLevel":"(ERROR|FATAL)"/)
  })

  it("replaces one that is killed; only requests on its connections fail", async () => {
    const { pids, server } = await start("killed")
    const traffic = await startTraffic(server)
    await traffic.more(200)
    process.kill(pids[0] ?? 0, "SIGKILL")
    await server.logged(new RegExp(`worker ${pids[0]} ended with SIGKILL`))
    const [, other = ""] = await server.logged(new RegExp(`worker (\\d+) has taken the place of ${pids[0]}`))
    await vi.waitFor(() => expect(loggedBy(server.stderr())).toContain(Number(other)), { timeout: 30_000 })
    await traffic.more(200)
    await traffic.stop()
    expect(traffic.statuses.filter((status) => !isServed(status))).toEqual([])
    expect(traffic.lost.length).toBeLessThanOrEqual(CONNECTIONS)
    print(`kill -9 of one of two workers: ${traffic.lost.length} of ${traffic.statuses.length} requests lost`)
    expect(await server.stop()).toBe(0)
    await allEnd([...pids, Number(other)])
  })

  it("restarts them one after another at SIGHUP, and fails no request", { timeout: 240_000 }, async () => {
    const { pids, server } = await start("restarted", { SHUTDOWN_DELAY: "3s" })
    const traffic = await startTraffic(server)
    await traffic.more(200)
    let old = pids
    for (let round = 1; round <= RESTARTS; round += 1) {
      server.process.kill("SIGHUP")
      const pidsNow = await restarted(server, round)
      await allEnd(old)
      expect(pidsNow.filter((pid) => old.includes(pid))).toEqual([])
      await traffic.more(200)
      old = pidsNow
    }
    await traffic.stop()
    expect(traffic.lost).toEqual([])
    expect(traffic.statuses.filter((status) => !isServed(status))).toEqual([])
    print(`${RESTARTS} restarts of two workers: 0 of ${traffic.statuses.length} requests failed`)

    server.process.kill("SIGTERM")
    const isReady = async () => (await get(server, "/api/health/ready")).status
    await vi.waitFor(async () => expect(await isReady()).toBe(503), { timeout: 10_000, interval: 20 })
    expect((await get(server, "/api/health")).status).toBe(200)
    expect(await server.ended).toBe(0)
    expect(server.stderr()).not.toMatch(/"logLevel":"(ERROR|FATAL)"/)
  })

  it("keeps the old ones when a new one cannot start", async () => {
    const database = await newDatabase()
    const { pids, server } = await start("kept", { DATABASE_URL: database.url })
    await database.drop()
    server.process.kill("SIGHUP")
    await server.logged(/the restart is given up: a new worker ended with 69; the others continue/)
    expect((await get(server, "/api/health")).status).toBe(503)
    expect(pids.filter(isAlive)).toEqual(pids)
    expect(await server.stop()).toBe(0)
  })

  it("ends when none is left and none can start", async () => {
    const database = await newDatabase()
    const { pids, server } = await start("lost", { DATABASE_URL: database.url })
    await database.drop()
    for (const pid of pids) process.kill(pid, "SIGKILL")
    expect(await server.ended).toBe(69)
  })

  it("ends with its workers when it is killed itself", async () => {
    const { pids, server } = await start("orphans")
    server.process.kill("SIGKILL")
    expect(await server.ended).toBe("SIGKILL")
    await allEnd(pids)
  })
})

describe("the metrics of a server with workers", () => {
  const SERIES = 'boardwright_http_request_duration_seconds_count{route="/api/auth/me",method="GET",status="200"}'
  const valueOf = (text: string, series: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1)
    )

  it("are their sums, which do not fall when one ends, and count what they share once", async () => {
    const { pids, server } = await start("measured", { METRICS_PORT: "0", DATABASE_POOL_SIZE: "7" })
    const [, address = ""] = await server.logged(/metrics are at (http:\/\/[^"]+)"/)
    const read = async () => (await fetch(address)).text()
    const who = await somebody(server, "kit")
    const request = requestText("GET /api/auth/me", { Authorization: who.headers.authorization })
    const requests = async (count: number) => {
      const connections = Array.from({ length: 10 }, () => new RawConnection(server.url))
      for (let at = 0; at < count; at += 1) await connections[at % 10]?.request(request)
      for (const connection of connections) connection.cut()
    }
    await requests(100)
    const text = await read()
    expect(valueOf(text, SERIES)).toBe(100)
    expect(valueOf(text, "boardwright_database_pool_max_connections")).toBe(7)
    expect(valueOf(text, "boardwright_database_up")).toBe(1)
    expect(text).toMatch(/^boardwright_build_info\{.*\} 1$/m)
    const [started, changes] = ["process_start_time_seconds", "boardwright_changes_placed_total"]
    expect(Math.abs(valueOf(text, started) - Date.now() / 1000)).toBeLessThan(600)
    expect(text.match(/^# HELP (\S+)/gm)?.length).toBe(new Set(text.match(/^# HELP (\S+)/gm)).size)

    server.process.kill("SIGHUP")
    await server.logged(/all workers are restarted/)
    await requests(50)
    const after = await read()
    expect(valueOf(after, SERIES)).toBe(150)
    expect(valueOf(after, changes)).toBe(valueOf(text, changes))
    expect(valueOf(after, "boardwright_database_pool_max_connections")).toBe(7)
    expect(valueOf(after, started)).toBe(valueOf(text, started))
    await allEnd(pids)
    expect(await server.stop()).toBe(0)
  })
})

describe("the start of a server with workers", () => {
  const run = async (environment: Readonly<Record<string, string>>, ...options: ReadonlyArray<string>) => {
    const child = runCommand(["serve", ...options], { DATA_DIR: servers.directory, PORT: "0", ...environment })
    onTestFinished(() => void child.process.kill("SIGKILL"))
    return { code: await child.ended, lines: child.stderr().trimEnd().split("\n") }
  }

  it("is refused on SQLite", async () => {
    for (const workers of ["2", "auto"])
      expect(await run({}, "--workers", workers)).toEqual({
        code: 78,
        lines: [expect.stringContaining("WORKERS: a SQLite file is served by one process; several need PostgreSQL")]
      })
  })

  it("fails once with the code and the line of the first worker", async () => {
    const url = { DATABASE_URL: (await newDatabase()).url }
    expect(await run(url, "--workers", "2")).toEqual({
      code: 78,
      lines: [expect.stringContaining("JWT_SECRET: is required with PostgreSQL")]
    })
    const away = { ...(await newEnvironment()), DATABASE_URL: "postgres://kit:secret@127.0.0.1:1/none" }
    expect(await run(away)).toEqual({ code: 69, lines: [expect.stringContaining("cannot be reached")] })
  })

  it("needs a connection for each", async () => {
    expect(await run({ ...(await newEnvironment()), DATABASE_POOL_SIZE: "2" }, "--workers=3")).toEqual({
      code: 78,
      lines: [expect.stringContaining("WORKERS: 3 need at least as many connections, and DATABASE_POOL_SIZE is 2")]
    })
  })
})
