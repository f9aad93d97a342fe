import { readFileSync } from "node:fs"
import { expect, vi } from "vitest"
import type { Standalone } from "../support/standalone.js"

/** The environment of a server whose memory `heldBy` reads. */
export const MEMORY_PROBE = { NODE_OPTIONS: `--import ${new URL("heapProbe.mjs", import.meta.url).href}` }

export const megabytes = (bytes: number): number => bytes / 1024 ** 2

/** The resident memory of a server, in megabytes. */
export const residentOf = ({ process }: Standalone): number => {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1]
  return megabytes(Number(kilobytes) * 1024)
}

const COLLECTED = /collected: (\d+) bytes of heap, (\d+) beside it/g

/** The heap and external memory of a server after a garbage collection, in megabytes. */
export const heldBy = async (server: Standalone): Promise<number> => {
  const all = () => [...server.stderr().matchAll(COLLECTED)]
  const before = all().length
  server.process.kill("SIGUSR2")
  await vi.waitFor(() => expect(all().length).toBeGreaterThan(before), { timeout: 10_000, interval: 20 })
  const [, heap, beside] = all().at(-1) ?? []
  return megabytes(Number(heap) + Number(beside))
}
