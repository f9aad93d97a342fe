import { asUser, createBoardwright, postgres, type PostgresOptions, sqlite } from "@boardwright/embed"
import type pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { newEmptyDatabase } from "../../../test/support/postgres/databases.js"
import { withAdmin } from "../../../test/support/postgres/TestPostgres.js"
import { givenHub, givenUser } from "./hubs.js"
import { openHostPool } from "../../../test/support/postgres/openHostPool.js"

const ada = asUser("ada")

const givenDatabase = async (): Promise<string> => {
  const { drop, url } = await newEmptyDatabase()
  onTestFinished(drop)
  return url
}

const givenPool = (connectionString: string): pg.Pool => {
  const pool = openHostPool({ connectionString, max: 3, options: "-c search_path=host" })
  onTestFinished(() => pool.end())
  return pool
}

const refusalOf = (options: unknown): unknown => {
  try {
    return postgres(options as PostgresOptions)
  } catch (error) {
    return error
  }
}

describe("postgres", () => {
  it("is opened by its URL and stores accounts, mails, rate limits and boards", async () => {
    const url = await givenDatabase()
    const made = await givenHub({ storage: postgres({ url, connections: 2 }) })
    const { id, token } = await givenUser(made, "ada")
    const garden = await made.hub.workspaces.create(await made.hub.accounts.authenticate(token), { name: "Garden" })
    expect(garden).toMatchObject({ name: "Garden", ownerId: id })
    await made.hub.close()
    const { hub } = await givenHub({ storage: postgres({ url }) })
    expect((await hub.workspaces.list(asUser(id))).items).toEqual([garden])
  })

  it("leaves an app's pool open, and its sessions unchanged", async () => {
    const pool = givenPool(await givenDatabase())
    const { hub } = await givenHub({ storage: postgres({ pool, schema: "work" }) })
    const { hub: other } = await givenHub({ storage: postgres({ pool, schema: "play" }) })
    await hub.workspaces.create(ada, { name: "Garden" })
    expect([(await hub.workspaces.list(ada)).total, (await other.workspaces.list(ada)).total]).toEqual([1, 0])
    await Promise.all([hub.close(), other.close()])
    expect([pool.ending, pool.idleCount]).toEqual([false, pool.totalCount])
    expect((await pool.query("show search_path")).rows).toEqual([{ search_path: "host" }])
    expect((await pool.query("select name from work.boardwright_workspace")).rows).toEqual([{ name: "Garden" }])
  })

  it("creates its tables in a named schema", async () => {
    const url = await givenDatabase()
    const { hub } = await givenHub({ storage: postgres({ url, schema: "Work-1" }) })
    await hub.workspaces.create(ada, { name: "Garden" })
    const text = "select distinct schemaname from pg_tables where tablename like 'boardwright%'"
    expect((await withAdmin(url, (admin) => admin.query(text))).rows).toEqual([{ schemaname: "Work-1" }])
  })

  it("reports that it cannot be reached, without the password", async () => {
    const opened = createBoardwright({
      storage: postgres({ url: "postgres://someone:secret@127.0.0.1:1/tasks" }),
      authenticate: () => null
    })
    const error: unknown = await opened.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: "BoardwrightError", code: "StorageNotUsable" })
    expect(String(error)).toContain("postgres://127.0.0.1:1/tasks cannot be reached")
    expect(String(error)).not.toContain("secret")
  })
})

describe("a wrong storage option is named with its rule", () => {
  const url = "postgres://someone:secret@localhost/tasks"
  const pool = { connect: () => undefined, query: () => undefined, totalCount: 0 }

  it.each<[unknown, ...ReadonlyArray<string>]>([
    [undefined, "url is required, unless pool is given"],
    [{}, "url is required, unless pool is given"],
    [{ url: undefined }, "url is required, unless pool is given"],
    [{ url: "mysql://someone:secret@localhost" }, "url must be postgres://USER:PASSWORD@HOST:PORT/DATABASE"],
    [{ url, pool }, "pool must not be given with url"],
    [{ pool: { connect: () => undefined, query: () => undefined } }, "pool must be a Pool of the package pg"],
    [{ pool, connections: 5 }, "connections must not be given with pool"],
    [{ url, connections: 0 }, "connections must be a whole number from 1"],
    [{ url, schema: 'a"b' }, "schema must have 1 to 63 letters"],
    [{ url, schema: "x".repeat(64) }, "schema must have 1 to 63 letters"],
    [{ url, database: "tasks" }, "database is not an option; known are url, pool, connections, schema"],
    [{ url: "tasks", schema: "" }, "url must be postgres://", "schema must have 1 to 63 letters"],
    ["postgres://127.0.0.1/tasks", "url is required, unless pool is given"]
  ])("postgres(%j)", (options, ...rules) => {
    const error = refusalOf(options)
    expect(error).toMatchObject({
      name: "BoardwrightError",
      code: "InvalidInput",
      details: { issues: rules.map((rule) => ({ path: [rule.split(" ", 1)[0]] })) }
    })
    for (const rule of rules) expect(String(error)).toContain(rule)
    expect(String(error)).not.toContain("secret")
  })

  it("sqlite without a file", () => {
    expect(() => sqlite("")).toThrow("filename must be the path of a file, or :memory:")
  })
})
