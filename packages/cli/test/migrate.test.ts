import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Database, steps } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, vi } from "vitest"
import { runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { newEmptyDatabase } from "../../../test/support/postgres/databases.js"

// Several commands are started in each test, on a machine that has more to do.
vi.setConfig({ testTimeout: 60_000 })

const directory = temporaryDirectory()
const undo: Array<() => unknown> = [() => rmSync(directory, { recursive: true })]
afterAll(async () => {
  for (const each of undo) await each()
})

const STEPS = Object.keys(steps)
const lines = (word: string) => STEPS.map((step) => `${word}\t${step}\n`).join("")

/** A new database, and the variables that name it. */
interface Fresh {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly write: (sql: string) => Promise<void>
  /** What is in it: tables, and files where it has some. */
  readonly contents: () => Promise<ReadonlyArray<string>>
}

const sqlite = (name: string): Promise<Fresh> => {
  const folder = join(directory, name)
  const file = join(folder, "boardwright.db")
  return Promise.resolve({
    name: file,
    environment: { DATA_DIR: folder },
    write: (text) =>
      Effect.flatMap(Database, ({ prepare }) => prepare({ operation: "test", text, writes: true })([])).pipe(
        Effect.provide(Sqlite.layer({ filename: file })),
        Effect.asVoid,
        Effect.runPromise
      ),
    contents: async () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
  })
}

const postgres = async (name: string): Promise<Fresh> => {
  const { drop, url } = await newEmptyDatabase()
  undo.push(drop)
  const { host, pathname } = new URL(url)
  const query = async (sql: string) => {
    const client = new pg.Client(url)
    await client.connect()
    return client.query<{ readonly name: string }>(sql).finally(() => client.end())
  }
  const folder = join(directory, name)
  return {
    name: `postgres://${host}${pathname}`,
    environment: { DATA_DIR: folder, DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" },
    write: async (sql) => void (await query(sql)),
    contents: async () => {
      const { rows } = await query("select tablename as name from pg_tables where schemaname = 'public' order by 1")
      return [...(existsSync(folder) ? [folder] : []), ...rows.map((row) => row.name)]
    }
  }
}

const run = async ({ environment }: Fresh, ...words: ReadonlyArray<string>) => {
  const child = runCommand(words, { LOG_FORMAT: "json", ...environment }, directory)
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
}

const NEWER = "insert into boardwright_migrations (migration_id, name) values (9999, 'tomorrow')"

describe.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres]
])("boardwright migrate on %s", (kind, fresh) => {
  it("status lists pending migrations, says how to apply them, and creates nothing", async () => {
    const database = await fresh(`${kind} status`)
    expect(await run(database, "migrate", "status")).toEqual({
      code: 0,
      stdout: lines("pending"),
      stderr: `${database.name} is out of date; \`boardwright migrate up\` updates it, and so does starting a server\n`
    })
    expect(await database.contents()).toEqual([])
  })

  it("up applies pending migrations; a second run does and prints nothing", async () => {
    const database = await fresh(`${kind} up`)
    const stderr = `${database.name} is up to date\n`
    expect(await run(database, "migrate", "up")).toEqual({ code: 0, stdout: lines("applied"), stderr })
    const made = await database.contents()
    expect(made).not.toEqual([])
    expect(await run(database, "migrate", "up")).toEqual({ code: 0, stdout: "", stderr })
    expect(await run(database, "migrate", "status")).toEqual({ code: 0, stdout: lines("applied"), stderr })
    expect(await database.contents()).toEqual(made)
  })

  it("two concurrent runs on an empty database both succeed", async () => {
    const database = await fresh(`${kind} together`)
    const ends = await Promise.all([1, 2].map(() => run(database, "migrate", "up")))
    const stderr = `${database.name} is up to date\n`
    expect(ends.map((end) => [end.code, end.stderr])).toEqual([1, 2].map(() => [0, stderr]))
    expect((await run(database, "migrate", "status")).stdout).toBe(lines("applied"))
  })

  it("status shows a newer schema; up and a server refuse it with one line", async () => {
    const database = await fresh(`${kind} newer`)
    await run(database, "migrate", "up")
    await database.write(NEWER)
    const made = await database.contents()
    expect(await run(database, "migrate", "status")).toEqual({
      code: 0,
      stdout: `${lines("applied")}newer\t9999_tomorrow\n`,
      stderr: `${database.name} was written by a newer version of Boardwright, and this version does not change it\n`
    })
    const refusal = `boardwright: ${database.name} was written by a newer version of Boardwright (its schema is 9999, this version knows ${STEPS.length})\n`
    expect(await run(database, "migrate", "up")).toEqual({ code: 69, stdout: "", stderr: refusal })
    expect(await database.contents()).toEqual(made)
    const { code, stderr, stdout } = await run(database, "serve")
    expect([code, stdout]).toEqual([69, ""])
    expect(`boardwright: ${JSON.parse(stderr).message}\n`).toBe(refusal)
  })
})

it("a missing database is reported with one line and exit code 69", async () => {
  const database = await postgres("gone")
  await undo.pop()?.()
  const refusal = {
    code: 69,
    stdout: "",
    stderr: `boardwright: ${database.name} is not there; make it with \`createdb\`\n`
  }
  expect(await run(database, "migrate", "status")).toEqual(refusal)
  expect(await run(database, "migrate", "up")).toEqual(refusal)
})

it("an unknown command exits with 2, and creates nothing", async () => {
  const database = await sqlite("usage")
  expect((await run(database, "migrate", "down")).code).toBe(2)
  expect(await database.contents()).toEqual([])
})
