import { readFileSync } from "node:fs"
import { expect, vi } from "vitest"
import type { Standalone } from "../support/standalone.js"

/** What a server is started with for `heldBy`. */
export const MEMORY_PROBE = { NODE_OPTIONS: `--import ${new URL("heapProbe.mjs", import.meta.url).href}` }

export const megabytes = (bytes: number): number => bytes / 1024 ** 2

/** What a server's process holds in memory, in megabytes. */
export const residentOf = ({ process }: Standalone): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1]
  return megabytes(Number(kilobytes) * 1024)
}

const COLLECTED = /collected: (\d+) bytes of heap, (\d+) beside it/g

/** What a server holds once it has collected its garbage, in megabytes: objects, and what belongs to them outside. */
export const heldBy = async (server: Standalone): Promise<number> => {
  const all = () => [...server.stderr().matchAll(COLLECTED)]
  const before = all().length
  server.process.kill("SIGUSR2")
  await vi.waitFor(() => expect(all().length).toBeGreaterThan(before), { timeout: 10_000, interval: 20 })
  const [, heap, beside] = all().at(-1) ?? []
  return megabytes(Number(heap) + Number(beside))
}
