import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { runCommand } from "./support/childServer.js"
import { newEmptyDatabase } from "./support/postgres/databases.js"
import { get, newPerson, post, signIn, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()

/** What a version to come may have done: another column, another table, and the note of it. */
const NEWER = [
  "alter table boardwright_task add column season text not null default 'spring'",
  "alter table boardwright_workspace add column season text",
  "create table boardwright_season (name text primary key)",
  "insert into boardwright_migrations (migration_id, name) values (9999, 'seasons')"
]

interface Place {
  readonly environment: Readonly<Record<string, string>>
  readonly upgrade: () => Promise<void>
}

const onSqlite = (name: string): Promise<Place> => {
  const file = join(servers.directory, name, "boardwright.db")
  const upgrade = async () => {
    const database = openSqlite(file, { timeout: 5_000 })
    database.exec(`begin;${NEWER.join(";")};commit`)
    database.close()
  }
  return Promise.resolve({ environment: {}, upgrade })
}

const onPostgres = async (): Promise<Place> => {
  const { drop, url } = await newEmptyDatabase()
  onTestFinished(drop)
  const upgrade = async () => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`begin;${NEWER.join(";")};commit`)
    await client.end()
  }
  return { environment: { DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" }, upgrade }
}

describe.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres]
])("a schema that is newer than the server, on %s", (kind, placeOf) => {
  it("disturbs none that runs, and lets none start", async () => {
    const { environment, upgrade } = await placeOf(kind)
    const server = await servers.start(kind, environment)
    const token = await signIn(server, await newPerson(server, "ada"))
    const as = { authorization: `Bearer ${token}` }
    const write = async () => {
      const workspace = await post(server, "/api/workspaces", { name: "Garden" }, as)
      const board = await post(server, "/api/boards", { name: "Spring", workspaceId: workspace.body.workspace.id }, as)
      const task = await post(server, "/api/tasks", { name: "Sow peas", boardId: board.body.board.id }, as)
      expect([workspace.status, board.status, task.status]).toEqual([201, 201, 201])
      return get(server, `/api/tasks?boardId=${board.body.board.id}`, token)
    }
    expect((await write()).body.tasks).toHaveLength(1)

    await upgrade()
    expect((await write()).body.tasks).toMatchObject([{ name: "Sow peas" }])
    expect((await get(server, "/api/workspaces", token)).body.workspaces).toHaveLength(2)
    expect(await get(server, "/api/health/ready")).toMatchObject({
      status: 200,
      body: { checks: { migrations: "newer" } }
    })
    expect(await server.stop()).toBe(0)

    const again = runCommand(["serve"], { DATA_DIR: server.dataDir, PORT: "0", ...environment })
    expect([await again.ended, again.stdout()]).toEqual([69, ""])
    expect(again.stderr()).toMatch(/^\{"message":"[^"\n]+ was written by a newer version of Boardwright [^\n]+\n$/)
  })
})
