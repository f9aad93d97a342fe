import { type BoardwrightOptions, postgres, sqlite } from "@boardwright/embed"
import { describe, expect, it, onTestFinished } from "vitest"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { apiRequest, failureOf, givenHub, givenUser } from "./hubs.js"
import { valueOf } from "../../../test/support/metrics.js"

const onSqlite = async () => sqlite(":memory:")

const onPostgres = async () => {
  const { drop, url } = await newDatabase()
  onTestFinished(drop)
  return postgres({ url, connections: 3 })
}

const requests = (route: string, status: number) =>
  `boardwright_http_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`
const statements = (operation: string) =>
  `boardwright_database_statement_duration_seconds_count{operation="${operation}"}`

describe("hub.metrics", () => {
  it.each<[string, () => Promise<BoardwrightOptions["storage"]>, string, string]>([
    ["SQLite", onSqlite, "boardwright_changes_placed_total", "boardwright_database_pool_max_connections"],
    ["PostgreSQL", onPostgres, "boardwright_database_pool_max_connections", "boardwright_database_wal_bytes"]
  ])("has calls and requests of the hub on %s, and nothing of the process", async (_, storage, present, absent) => {
    const seen: Array<number> = []
    const made = await givenHub({
      storage: await storage(),
      metrics: true,
      onResponse: ({ status }) => seen.push(status)
    })
    const { hub } = made
    const { id, token } = await givenUser(made, "ada")
    await hub.as(id).workspaces.create({ name: "Secret garden" })
    await hub.fetch(apiRequest("GET", "/api/workspaces?secret=1", { token }))
    await hub.fetch(apiRequest("GET", "/api/workspaces/secret", { token }))
    expect(seen).toEqual([200, 404])
    const text = await hub.metrics()
    expect(valueOf(text, requests("/api/workspaces", 200))).toBe(1)
    expect(valueOf(text, requests("/api/workspaces/:id", 404))).toBe(1)
    for (const operation of ["WorkspaceRepository.insert", "Transactor.commit", "AccountRepository.findByEmail"])
      expect(valueOf(text, statements(operation))).toBeGreaterThan(0)
    expect(valueOf(text, "boardwright_database_up")).toBe(1)
    expect(valueOf(text, present)).toBeGreaterThan(0)
    expect(valueOf(text, "boardwright_mail_queue_length")).toBe(0)
    expect(text).not.toMatch(new RegExp(`${absent}|process_|nodejs_|event_loop|ada|[Ss]ecret|NaN|undefined`))
  })

  it("counts each hub of a process by itself", async () => {
    const [first, second] = [await givenHub({ metrics: true }), await givenHub({ metrics: true })]
    await first.hub.fetch(apiRequest("GET", "/api/health"))
    expect(valueOf(await first.hub.metrics(), requests("/api/health", 200))).toBe(1)
    expect(valueOf(await second.hub.metrics(), requests("/api/health", 200))).toBe(null)
  })

  it("is refused without the option, and after closing", async () => {
    const { hub } = await givenHub()
    const { hub: closed } = await givenHub({ metrics: true })
    await closed.close()
    expect(await failureOf(hub.metrics())).toMatchObject({
      code: "InvalidInput",
      details: { issues: [{ path: ["metrics"], message: "is off: give createBoardwright metrics: true" }] }
    })
    expect(await failureOf(closed.metrics())).toMatchObject({ code: "Closed" })
  })
})
