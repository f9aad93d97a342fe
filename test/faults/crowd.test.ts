import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"
import { expect, it, vi } from "vitest"
import { RawConnection, requestText } from "../support/rawConnection.js"
import { SLOW_PASSWORDS } from "../support/childServer.js"
import { get, post, type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { type DatabaseName, DATABASES, environmentOn, quantile, type SignedIn, somebody } from "./given.js"
import { print } from "./Load.js"
import { program } from "./tools.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 120_000 })

const CROWD = 1_000
/** The least number of connections that must be open at once. */
const THERE = 0.95 * CROWD
const SERVED_WITHIN_MILLIS = 1_000

/** The response times of sequential requests on other connections while something is running. */
const othersDuring = async (
  server: Standalone,
  { token }: SignedIn,
  going: Promise<unknown>
): Promise<ReadonlyArray<number>> => {
  const goes = new AbortController()
  const ended = going.finally(() => goes.abort())
  const millis: Array<number> = []
  while (!goes.signal.aborted) {
    const from = performance.now()
    const connection = new RawConnection(server.url)
    const request = requestText("GET /api/auth/me", { Authorization: `Bearer ${token}`, Connection: "close" })
    expect(await connection.request(request)).toMatchObject({ status: 200 })
    millis.push(performance.now() - from)
    await delay(20)
  }
  await ended
  return millis
}

const figures = (millis: ReadonlyArray<number>): string =>
  `${millis.length} others: median ${quantile(millis).toFixed(0)} ms, p99 ${quantile(millis, 0.99).toFixed(0)} ms`

// They mostly wait.
it.concurrent.each([
  ["headers", ["-H"]],
  ["bodies", ["-B", "-s", "8192", "-f", "application/json"]]
])(`${CROWD} connections that send their %s slowly keep nobody else waiting`, async (what, mode) => {
  const server = await servers.start(`slow-${what}`, UNLIMITED)
  const who = await somebody(server, "sol")
  const url = `${server.url}/api/auth/signin`
  const pace = ["-c", String(CROWD), "-r", "500", "-i", "5", "-x", "24", "-l", "12", "-p", "3"]
  const attack = spawn(program("slowhttptest"), [...mode, ...pace, "-u", url], { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  attack.stdout.setEncoding("utf8").on("data", (text: string) => (said += text))
  attack.stderr.setEncoding("utf8").on("data", (text: string) => (said += text))
  const millis = await othersDuring(server, who, once(attack, "exit"))
  const connected = Math.max(
    ...[...stripVTControlCharacters(said).matchAll(/connected: *(\d+)/g)].map(([, count]) => Number(count))
  )
  print(`${connected} connections with slow ${what}; ${figures(millis)}`)
  expect(connected).toBeGreaterThanOrEqual(THERE)
  expect(quantile(millis, 0.99)).toBeLessThan(SERVED_WITHIN_MILLIS)
  expect(await server.stop()).toBe(0)
})

/** A server with one hashing thread, and a function that signs in. */
const signingIn = async (database: DatabaseName, count: string) => {
  const environment = { ...(await environmentOn(database)), BCRYPT_WORKERS: "1", ...SLOW_PASSWORDS }
  const server = await servers.start(`${count}-sign-ins-${database}`, environment)
  const who = await somebody(server, "sam")
  const signIn = async () => {
    const from = performance.now()
    const { headers, status } = await post(server, "/api/auth/signin", who.person)
    return { status, retryAfter: headers.get("retry-after"), millis: performance.now() - from }
  }
  return { server, who, together: (count: number) => Array.from({ length: count }, signIn) }
}

it.concurrent.each(DATABASES)(`${CROWD} silent connections delay no other request, on %s`, async (database) => {
  const server = await servers.start(`idle-${database}`, await environmentOn(database))
  const who = await somebody(server, "ida")
  const idle = Array.from({ length: CROWD }, () => new RawConnection(server.url))
  await Promise.all(idle.map((connection) => connection.write("")))
  const millis = await othersDuring(server, who, delay(3_000))
  const open = idle.filter(({ isClosed }) => !isClosed).length
  print(`${database}: ${open} idle connections; ${figures(millis)}`)
  expect(open).toBeGreaterThanOrEqual(THERE)
  expect(quantile(millis, 0.99)).toBeLessThan(SERVED_WITHIN_MILLIS)
  expect(await server.stop()).toBe(0)
  await Promise.all(idle.map(({ closed }) => closed))
})

it.each(DATABASES)("24 concurrent sign-ins delay no other request, on %s", async (database) => {
  const { server, together, who } = await signingIn(database, "few")
  const few = Promise.all(together(24))
  const beside = await othersDuring(server, who, few)
  expect((await few).map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200))
  print(`${database}: 24 sign-ins at once, one hashing thread; ${figures(beside)}`)
  expect(quantile(beside, 0.99)).toBeLessThan(SERVED_WITHIN_MILLIS)
  expect(await server.stop()).toBe(0)
})

it("too many concurrent sign-ins are refused at once and delay no other request", async () => {
  const { server, together, who } = await signingIn("SQLite", "many")
  const answered: Array<Awaited<ReturnType<typeof together>[number]>> = []
  void Promise.allSettled(together(120).map(async (signIn) => answered.push(await signIn)))
  const most = vi.waitUntil(() => answered.length >= 75, { timeout: 60_000 })
  const besideMany = await othersDuring(server, who, most)
  const refused = answered.filter(({ status }) => status !== 200)
  const slowest = Math.max(...refused.map(({ millis }) => millis))
  print(`120 at once: ${refused.length} refused within ${Math.round(slowest)} ms; ${figures(besideMany)}`)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ retryAfter, status }) => status !== 503 || retryAfter === null)).toEqual([])
  expect(slowest).toBeLessThan(2_000)
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  // The rest would be hashed one after another.
  expect(await server.stop("SIGKILL")).toBe("SIGKILL")
})
