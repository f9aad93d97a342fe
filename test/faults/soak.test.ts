import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it, vi } from "vitest"
import { get, post, standaloneServers } from "../support/standalone.js"
import { type DatabaseName, environmentOn, newBoard, quantile, somebody } from "./given.js"
import { print } from "./Load.js"
import { heldBy, MEMORY_PROBE, residentOf } from "./memory.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 180_000 })

const SOAK_MILLIS = 24_000
const SAMPLE_MILLIS = 1_000
const CLIENTS = 12
/** How much more memory may be in use in the last quarter than in the second, after a garbage collection. */
const BOUND_MB = 6
/** Client addresses and invalid tokens: few enough that all are counted by the second quarter. */
const STRANGERS = 300
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
