import { existsSync } from "node:fs"
import { migrationStatus } from "@boardwright/postgres"
import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { newDatabase, newEmptyDatabase, scopedDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { type PostgresServer, startPostgres } from "../support/postgres/startPostgres.js"

const query = async (url: string, text: string, connectionTimeoutMillis = 10_000): Promise<ReadonlyArray<unknown>> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const names = async () => {
  const rows = await query(inject("postgres").url, "select datname from pg_database")
  return rows.map((row) => (row as { readonly datname: string }).datname)
}

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)

describe("databases of one server", () => {
  it("are each their own", async () => {
    const [left, right] = await Promise.all([newDatabase(), newDatabase()])
    await query(left.url, "create table note (text text)")
    await expect(query(right.url, "select * from note")).rejects.toThrow('relation "note" does not exist')
    await Promise.all([left.drop(), right.drop()])
  })

  it("have the tables of this version, or none", async () => {
    const [made, empty] = await Promise.all([newDatabase(), newEmptyDatabase()])
    const tables = "select count(*)::int as tables from information_schema.tables where table_schema = 'public'"
    expect(await query(made.url, tables)).not.toEqual([{ tables: 0 }])
    expect(await query(empty.url, tables)).toEqual([{ tables: 0 }])
    expect(await Effect.runPromise(migrationStatus({ url: made.url }))).toMatchObject({ pending: [] })
    await Promise.all([made.drop(), empty.drop()])
  })

  it("are made many at once from one template", async () => {
    const databases = await Promise.all(Array.from({ length: 12 }, () => newDatabase()))
    const answers = await Promise.all(databases.map(({ url }) => query(url, "select 1 as one")))
    expect(answers).toEqual(databases.map(() => [{ one: 1 }]))
    await Promise.all(databases.map(({ drop }) => drop()))
    expect(await names()).not.toEqual(expect.arrayContaining(databases.map(nameOf)))
  })

  it("go while someone is connected", async () => {
    const database = await newEmptyDatabase()
    const client = new Client({ connectionString: database.url })
    const lost = new Promise((resolve) => client.on("error", resolve))
    await client.connect()
    await database.drop()
    expect(await lost).toBeInstanceOf(Error)
    expect(await names()).not.toContain(nameOf(database))
  })

  it("last as long as a scope", async () => {
    const database = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const made = yield* scopedDatabase
          expect(yield* Effect.promise(names)).toContain(nameOf(made))
          return made
        })
      )
    )
    expect(await names()).not.toContain(nameOf(database))
  })
})

describe("a server of one's own", () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: "on", deadlock_timeout: "100ms" } })
    await query(server.url, "create table note (text text)")
  })
  afterAll(() => server.remove())

  it("has the settings it was given", async () => {
    expect(await query(server.url, "show fsync")).toEqual([{ fsync: "on" }])
    expect(await query(server.url, "show deadlock_timeout")).toEqual([{ deadlock_timeout: "100ms" }])
  })

  it("sorts by language where it is not told to sort by bytes", async () => {
    const sorted = (collate: string) =>
      query(server.url, `select string_agg(x, '' order by x ${collate}) as x from unnest(array['a','B']) x`)
    expect(await sorted("")).toEqual([{ x: "aB" }])
    expect(await sorted('collate "C"')).toEqual([{ x: "Ba" }])
  })

  it.each(["fast", "immediate"] as const)("keeps its port and what was committed over a %s restart", async (mode) => {
    const { pid, port, url } = server
    const before = pid()
    await query(url, `insert into note values ('${mode}')`)
    await server.restart(mode)
    expect(server.port).toBe(port)
    expect(pid()).not.toBe(before)
    expect(await query(url, `select text from note where text = '${mode}'`)).toEqual([{ text: mode }])
  })

  it("is not there between a stop and a start", async () => {
    await server.stop("immediate")
    expect(server.pid()).toBeNull()
    await expect(query(server.url, "select 1")).rejects.toThrow("ECONNREFUSED")
    await server.start()
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }])
  })

  it("hangs whole while it is halted, and goes on where it was", async () => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await server.kill("SIGSTOP")
    let answered = false
    const answer = client.query("select 1 as one").then(({ rows }) => {
      answered = true
      return rows
    })
    await expect(query(server.url, "select 1", 300)).rejects.toThrow("timeout")
    expect(answered).toBe(false)
    await server.kill("SIGCONT")
    expect(await answer).toEqual([{ one: 1 }])
    await client.end()
  })

  it("comes back after a crash of all of its processes", async () => {
    await query(server.url, "insert into note values ('crash')")
    await server.kill("SIGKILL")
    await server.start()
    expect(await query(server.url, "select text from note where text = 'crash'")).toEqual([{ text: "crash" }])
  })

  it("is gone with its data when it is removed, halted or not", async () => {
    const other = await startPostgres()
    const [{ data_directory: data }] = (await query(other.url, "show data_directory")) as [{ data_directory: string }]
    expect(existsSync(data)).toBe(true)
    await other.kill("SIGSTOP")
    await other.remove()
    expect(other.pid()).toBeNull()
    expect(existsSync(data)).toBe(false)
    await expect(query(other.url, "select 1")).rejects.toThrow("ECONNREFUSED")
  })
})
