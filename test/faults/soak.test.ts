import { readFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { Rate } from "@boardwright/core"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { get, post, standaloneServers } from "../support/standalone.js"
import { type DatabaseName, environmentOn, newBoard, quantile, somebody } from "./given.js"
import { tell } from "./Load.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 180_000 })

const SOAK_MILLIS = 60_000
const SAMPLE_MILLIS = 250
const CLIENTS = 12
/** How much more memory the last quarter of a soak may take than the second: what a garbage collector has not got to. */
const BOUND_MB = 48

const megabytes = (bytes: number): number => bytes / 1024 ** 2

/** What a process holds in memory, in megabytes. */
const residentOf = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return megabytes(Number(kilobytes) * 1024)
}

const expectBoundedMemoryOn = async (database: DatabaseName): Promise<void> => {
  // Each request of a stranger comes from another address: the counts of requests fill up, too.
  const server = await servers.start(`soak-${database}`, { ...(await environmentOn(database)), TRUST_PROXY: "1" })
  const who = await somebody(server, "sia")
  const { boardId, workspaceId } = await newBoard(server, who, "B")
  const { body: made } = await post(server, "/api/tasks", { boardId, name: "one of many" }, who.headers)
  const taskId: string = made.task.id
  const until = performance.now() + SOAK_MILLIS
  const statuses = new Map<number, number>()
  let requests = 0
  const kinds: ReadonlyArray<(count: number) => Promise<{ readonly status: number }>> = [
    () => get(server, "/api/auth/me", who.token),
    () => get(server, `/api/tasks?boardId=${boardId}&limit=50`, who.token),
    (count) => post(server, "/api/tasks", { boardId, name: `task ${count}` }, who.headers),
    () => post(server, `/api/tasks/${taskId}/comments`, { text: 7 }, who.headers),
    () => get(server, `/api/boards?workspaceId=${workspaceId}`, who.token),
    (count) => get(server, "/api/auth/me", `${who.token}${count}`),
    (count) =>
      post(
        server,
        "/api/auth/forgot-password",
        { email: `nobody-${count}@example.com` },
        {
          "x-forwarded-for": `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
        }
      )
  ]
  const client = async () => {
    while (performance.now() < until) {
      requests += 1
      const { status } = (await kinds[requests % kinds.length]?.(requests)) ?? { status: 0 }
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const resident: Array<number> = []
  const sample = async () => {
    while (performance.now() < until) {
      resident.push(residentOf(server.process.pid ?? 0))
      await delay(SAMPLE_MILLIS)
    }
  }
  await Promise.all([sample(), ...Array.from({ length: CLIENTS }, client)])
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])

  const quarter = Math.floor(resident.length / 4)
  const early = quantile(resident.slice(quarter, 2 * quarter))
  const late = quantile(resident.slice(-quarter))
  const most = Math.max(...resident)
  tell(
    `${database}: ${requests} requests: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last, ${most.toFixed(0)} MB at most`
  )
  expect(late - early).toBeLessThan(BOUND_MB)
  expect(await server.stop()).toBe(0)
}

describe.concurrent(`under ${SOAK_MILLIS / 1000} s of mixed load a server's memory does not grow`, () => {
  it("on SQLite", () => expectBoundedMemoryOn("SQLite"))
  it("on PostgreSQL", () => expectBoundedMemoryOn("PostgreSQL"))
})

it("counts of requests from ever more addresses take a bounded amount of memory", () => {
  const addresses = 3 * Rate.MAX_KEYS
  const program = Effect.gen(function* () {
    const counts = yield* Rate.RateCounts
    const fill = (from: number, to: number) =>
      Effect.gen(function* () {
        for (let at = from; at < to; at += 1) yield* counts.hit(`general:address:${at}`, 60_000)
      })
    yield* fill(0, Rate.MAX_KEYS)
    const full = process.memoryUsage().heapUsed
    yield* fill(Rate.MAX_KEYS, addresses)
    const overfull = process.memoryUsage().heapUsed
    const [first, last] = [
      yield* counts.hit("general:address:0", 60_000),
      yield* counts.hit(`general:address:${addresses - 1}`, 60_000)
    ]
    return { grown: megabytes(overfull - full), first: first.count, last: last.count }
  })
  const { first, grown, last } = Effect.runSync(Effect.provide(program, Rate.memoryRateCounts()))
  // The oldest was forgotten, and the newest is still counted.
  expect([first, last]).toEqual([1, 2])
  tell(`${addresses} addresses counted: ${grown.toFixed(0)} MB more than at ${Rate.MAX_KEYS}`)
  expect(grown).toBeLessThan(BOUND_MB)
})
