import { setTimeout as delay } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Rate } from "@boardwright/core"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { get, post, standaloneServers } from "../support/standalone.js"
import { type DatabaseName, environmentOn, newBoard, quantile, somebody } from "./given.js"
import { print } from "./Load.js"
import { heldBy, megabytes, MEMORY_PROBE, residentOf } from "./memory.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 180_000 })

const SOAK_MILLIS = 40_000
const SAMPLE_MILLIS = 1_500
const CLIENTS = 12
/** How much more memory may be in use in the last quarter than in the second, after a garbage collection. */
const BOUND_MB = 10
/** Client addresses and invalid tokens: few enough that all are counted by the second quarter. */
const STRANGERS = 500
const expectBoundedMemoryOn = async (database: DatabaseName): Promise<void> => {
  // Each stranger has its own address, whose requests are counted.
  const server = await servers.start(`soak-${database}`, {
    ...{ ...(await environmentOn(database)), TRUST_PROXY: "1", ...MEMORY_PROBE }
  })
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
    (count) => get(server, "/api/auth/me", `${who.token}${count % STRANGERS}`),
    (count) => {
      const stranger = count % STRANGERS
      const from = { "x-forwarded-for": `10.0.${stranger >> 8}.${stranger & 255}` }
      return post(server, "/api/auth/forgot-password", { email: `nobody-${stranger}@example.com` }, from)
    }
  ]
  const client = async () => {
    while (performance.now() < until) {
      requests += 1
      const { status } = (await kinds[requests % kinds.length]?.(requests)) ?? { status: 0 }
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const samples: Array<{ readonly held: number; readonly resident: number }> = []
  const sample = async () => {
    while (performance.now() < until) {
      samples.push({ resident: residentOf(server), held: await heldBy(server) })
      await delay(SAMPLE_MILLIS)
    }
  }
  await Promise.all([sample(), ...Array.from({ length: CLIENTS }, client)])
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([])

  const quarter = Math.floor(samples.length / 4)
  expect(quarter).toBeGreaterThan(3)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const [early, late] = [quantile(second.map(({ held }) => held)), quantile(last.map(({ held }) => held))]
  const residents = [second, last, samples].map((some) => Math.max(...some.map(({ resident }) => resident)).toFixed(0))
  print(
    `${database}: ${requests} requests: ${early.toFixed(1)} MB held in the second quarter, ${late.toFixed(1)} MB in the last; ` +
      `resident at most ${residents.join(", ")} MB (second, last, all)`
  )
  expect(late - early).toBeLessThan(BOUND_MB)
  expect(await server.stop()).toBe(0)
}

describe.concurrent(`under ${SOAK_MILLIS / 1000} s of mixed load a server's memory does not grow`, () => {
  it("on SQLite", () => expectBoundedMemoryOn("SQLite"))
  it("on PostgreSQL", () => expectBoundedMemoryOn("PostgreSQL"))
})

it("rate counts of ever more addresses use a bounded amount of memory", () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  const collected = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const addresses = 3 * Rate.MAX_KEYS
  const program = Effect.gen(function* () {
    const counts = yield* Rate.RateCounts
    const fill = (from: number, to: number) =>
      Effect.gen(function* () {
        for (let at = from; at < to; at += 1) yield* counts.hit(`general:address:${at}`, 60_000)
      })
    yield* fill(0, Rate.MAX_KEYS)
    const full = collected()
    yield* fill(Rate.MAX_KEYS, addresses)
    const overfull = collected()
    const [first, last] = [
      yield* counts.hit("general:address:0", 60_000),
      yield* counts.hit(`general:address:${addresses - 1}`, 60_000)
    ]
    return { grown: megabytes(overfull - full), first: first.count, last: last.count }
  })
  const { first, grown, last } = Effect.runSync(Effect.provide(program, Rate.memoryRateCounts()))
  // The oldest count was dropped; the newest is still there.
  expect([first, last]).toEqual([1, 2])
  print(`${addresses} addresses counted: ${grown.toFixed(1)} MB more than at ${Rate.MAX_KEYS}`)
  expect(grown).toBeLessThan(BOUND_MB)
})
