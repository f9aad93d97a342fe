import { setTimeout as delay } from "node:timers/promises"
import { expect, it, vi } from "vitest"
import { print } from "../../faults/Load.js"
import { heldBy, MEMORY_PROBE, residentOf } from "../../faults/memory.js"
import { RawConnection, requestText } from "../../support/rawConnection.js"
import { get, standaloneServers, UNLIMITED } from "../../support/standalone.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 180_000 })

const CROWD = 10_000
const AT_ONCE = 250
/** How much more the server may hold once the crowd has gone and the garbage is collected. */
const BOUND_MB = 20
/** How many times the memory from before the process may have taken for the crowd. */
const MOST_RESIDENT = 5

const JSON_TYPE = { "Content-Type": "application/json" }
const inChunks = (line: string) => requestText(line, { ...JSON_TYPE, "Transfer-Encoding": "chunked" })
const ofLength9 = (line: string) => requestText(line, { ...JSON_TYPE, "Content-Length": 9 })

/** What each connection of the crowd sends, in turns; then it waits. */
const HELD: ReadonlyArray<readonly [text: string, status: number]> = [
  [`${ofLength9("POST /api/auth/signin")}{`, 408],
  [`${inChunks("POST /api/auth/signin")}zz\r\n`, 400],
  [`${inChunks("POST /api/auth/signin")}5\n{}`, 400],
  [`${inChunks("POST /api/auth/signin")}5;${"a".repeat(20_000)}\r\n`, 400],
  [`${ofLength9("POST /api/workspaces")}{`, 401],
  [`${inChunks("POST /api/auth/signin")}5\r\n{`, 408],
  ["GET /api/health HTTP/1.1\r\nHost: x\r\n", 408],
  ["", 408]
]

it(`${CROWD} connections from one address that hold a request open all end, and others are served`, async () => {
  const server = await servers.start("held", { ...UNLIMITED, ...MEMORY_PROBE })
  // As much as a server takes once it has worked.
  for (let count = 0; count < 500; count++) await get(server, "/api/health")
  const before = { held: await heldBy(server), resident: residentOf(server) }
  const statuses = new Map<string, number>()
  const crowd: Array<Promise<void>> = []
  const answered = async (connection: RawConnection, expected: number): Promise<void> => {
    const { status } = await connection.response()
    await connection.closed
    const seen = `${status} for ${expected}`
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1)
  }
  const hold = async (at: number): Promise<void> => {
    const [text, status] = HELD[at % HELD.length] ?? ["", 408]
    const connection = new RawConnection(server.url)
    crowd.push(answered(connection, status))
    await connection.write(text)
  }
  for (let from = 0; from < CROWD; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => hold(from + at)))
  }
  let served = 0
  const over = new AbortController()
  const ended = Promise.all(crowd).finally(() => over.abort())
  while (!over.signal.aborted) {
    expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
    served++
    await delay(50)
  }
  await ended
  const after = { held: await heldBy(server), resident: residentOf(server) }
  const [held, resident] = (["held", "resident"] as const).map((what) =>
    [before, after].map((when) => `${when[what].toFixed(0)} MB`).join(" before, ")
  )
  print(`${CROWD} held connections: ${held} after; resident ${resident} after; ${served} others served meanwhile`)
  const each = CROWD / HELD.length
  expect(Object.fromEntries(statuses)).toEqual({
    "400 for 400": 3 * each,
    "401 for 401": each,
    "408 for 408": 4 * each
  })
  expect(after.held - before.held).toBeLessThan(BOUND_MB)
  expect(after.resident).toBeLessThan(MOST_RESIDENT * before.resident)
  expect(await server.stop()).toBe(0)
})
