import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { serve } from "./support/childServer.js"
import { get, newPerson, post, signIn, type Standalone, standaloneServers } from "./support/standalone.js"
import { newDatabase } from "./support/postgres/databases.js"
import { valueOf } from "./support/metrics.js"

const servers = standaloneServers()

const startMeasured = async (name: string, environment: Readonly<Record<string, string>> = {}) => {
  const server = await servers.start(name, { METRICS_PORT: "0", ...environment })
  const [, address = ""] = await server.logged(/metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)"/)
  return { server, address }
}

const read = async (address: string): Promise<string> => (await fetch(address)).text()

const COUNT = "boardwright_http_request_duration_seconds_count"

const useServer = async (server: Standalone): Promise<void> => {
  const token = await signIn(server, await newPerson(server, "ada"))
  const { body } = await post(
    server,
    "/api/workspaces",
    { name: "Secret workspace" },
    { authorization: `Bearer ${token}` }
  )
  await get(server, `/api/workspaces/${body.workspace.id}?secret=hunter2`, token)
  for (const path of ["/api/nothing", "/api/nothing-else"]) await get(server, path, token)
}

describe("METRICS_PORT", () => {
  it("serves what the server did, by route templates, and nothing of its users", async () => {
    const { address, server } = await startMeasured("measured")
    await useServer(server)
    const response = await fetch(address)
    const text = await response.text()
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8"
    ])
    expect(valueOf(text, `${COUNT}{route="/api/workspaces/:id",method="GET",status="200"}`)).toBe(1)
    expect(valueOf(text, `${COUNT}{route="unmatched",method="GET",status="404"}`)).toBe(2)
    const statements = "boardwright_database_statement_duration_seconds_count"
    for (const operation of ["WorkspaceRepository.insert", "Transactor.commit", "AccountRepository.findByEmail"])
      expect(valueOf(text, `${statements}{operation="${operation}"}`)).toBeGreaterThan(0)
    for (const series of ["boardwright_database_up", "boardwright_changes_placed_total"])
      expect(valueOf(text, series)).toBe(1)
    for (const series of ["boardwright_database_wal_bytes", "process_cpu_seconds_total", "process_open_fds"])
      expect(valueOf(text, series)).toBeGreaterThan(0)
    expect(valueOf(text, "boardwright_database_long_reads_waiting")).toBe(0)
    expect(text).not.toMatch(/boardwright_database_pool|hunter2|ada|Secret|NaN|undefined/)
    expect(await server.stop()).toBe(0)
  })

  it("serves nothing else there, and no metrics with the API", async () => {
    const { address, server } = await startMeasured("other")
    const statuses = await Promise.all(
      [
        [address, "HEAD"],
        [`${address}?name=x`, "GET"],
        [address, "POST"],
        [address.replace("/metrics", "/"), "GET"],
        [address.replace("/metrics", "/api/health"), "GET"],
        [`${server.url}/metrics`, "GET"]
      ].map(async ([url = "", method = ""]) => (await fetch(url, { method })).status)
    )
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404])
  })

  it("ends the start if the port is taken, before the API is served", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void taken.close())
    await once(taken, "listening")
    const port = String((taken.address() as AddressInfo).port)
    await expect(serve(`${servers.directory}/taken`, { METRICS_PORT: port })).rejects.toThrow(
      new RegExp(`127\\.0\\.0\\.1:${port}`)
    )
  })

  it("has the pool of PostgreSQL, and only what needs no database while that is away", async () => {
    const database = await newDatabase()
    const { address, server } = await startMeasured("postgres", {
      DATABASE_URL: database.url,
      JWT_SECRET: "0123456789abcdef0123456789abcdef",
      DATABASE_POOL_SIZE: "7"
    })
    await useServer(server)
    const text = await read(address)
    expect(valueOf(text, "boardwright_database_up")).toBe(1)
    expect(valueOf(text, "boardwright_database_pool_max_connections")).toBe(7)
    expect(valueOf(text, 'boardwright_database_pool_connections{state="idle"}')).toBeGreaterThan(0)
    expect(valueOf(text, "boardwright_database_pool_waiting_requests")).toBe(0)
    for (const operation of ["RateCounts.hit", "Transactor.commit", "ChangeRepository.append"])
      expect(valueOf(text, `boardwright_database_statement_duration_seconds_count{operation="${operation}"}`)).not.toBe(
        null
      )
    expect(text).not.toMatch(/boardwright_database_(wal_bytes|long_reads)/)
    await database.drop()
    const without = await vi.waitFor(
      async () => {
        const found = await read(address)
        expect(valueOf(found, "boardwright_database_up")).toBe(0)
        return found
      },
      { timeout: 30_000 }
    )
    expect(valueOf(without, "boardwright_mail_queue_length")).toBe(null)
    expect(valueOf(without, "boardwright_http_rate_limited_requests_total")).toBe(0)
    expect(await server.stop()).toBe(0)
  })
})
