import { join } from "node:path"
import * as Postgres from "@boardwright/postgres"
import { Database } from "@boardwright/sql"
import * as Sqlite from "@boardwright/sqlite"
import { Effect, Redacted } from "effect"
import { expect } from "vitest"
import { type Child, runCommand } from "../../../test/support/childServer.js"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { get, type Standalone, standaloneServers, UNLIMITED } from "../../../test/support/standalone.js"

const TABLES = [
  ...["account", "workspace", "board", "group", "column", "member", "invitation", "task", "task_assignee"],
  ...["comment", "subtask", "time_entry"]
]

/** How many rows each of the tables has. */
type Counts = Readonly<Record<string, number>>

export const NOTHING: Counts = Object.fromEntries(TABLES.map((table) => [table, 0]))

/** A database that has tables and nothing in them. */
export interface SeedDatabase {
  /** Its file, or its address. */
  readonly name: string
  /** The variables that lead to it. */
  readonly environment: Readonly<Record<string, string>>
  readonly counts: () => Promise<Counts>
  readonly serve: () => Promise<Standalone>
  /** Runs `boardwright seed`. */
  readonly start: (...words: ReadonlyArray<string>) => Child
  /** Runs it to its end. */
  readonly seed: (
    ...words: ReadonlyArray<string>
  ) => Promise<{ readonly code: number | string; readonly stdout: string; readonly stderr: string }>
}

const countsIn = Effect.flatMap(Database, ({ prepare }) =>
  Effect.forEach(TABLES, (table) => {
    const text = `select count(*) as many from boardwright_${table}`
    return Effect.map(prepare({ operation: "test", text, writes: false })([]), (rows) => {
      const [row] = rows as ReadonlyArray<{ readonly many: unknown }>
      return [table, Number(row?.many)] as const
    })
  })
).pipe(Effect.map((entries): Counts => Object.fromEntries(entries)))

/** The databases of the tests of one file. */
export const seedDatabases = () => {
  const servers = standaloneServers()
  const database = (
    folder: string,
    variables: Readonly<Record<string, string>>,
    rest: Pick<SeedDatabase, "name" | "counts">
  ): SeedDatabase => {
    const environment = { ...variables, DATA_DIR: join(servers.directory, folder) }
    const start = (...words: ReadonlyArray<string>) => runCommand(["seed", ...words], environment, servers.directory)
    return {
      ...rest,
      environment,
      serve: () => servers.start(folder, { ...variables, ...UNLIMITED }),
      start,
      seed: async (...words) => {
        const child = start(...words)
        return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
      }
    }
  }
  const sqlite = (folder: string): Promise<SeedDatabase> => {
    const filename = join(servers.directory, folder, "boardwright.db")
    const counts = () => Effect.runPromise(Effect.provide(countsIn, Sqlite.layer({ filename })))
    return Promise.resolve(database(folder, {}, { name: filename, counts }))
  }
  const postgres = async (folder: string): Promise<SeedDatabase> => {
    const { url } = await newDatabase()
    const variables = { DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" }
    const counts = () => Effect.runPromise(Effect.provide(countsIn, Postgres.layer({ url: Redacted.make(url) })))
    return database(folder, variables, { name: url, counts })
  }
  const both = [
    ["SQLite", sqlite],
    ["PostgreSQL", postgres]
  ] as const
  return { directory: servers.directory, sqlite, postgres, both }
}

/** A list that the API answers. */
// oxlint-disable-next-line typescript/no-explicit-any
export const listed = async (server: Standalone, path: string, name: string, token: string): Promise<Array<any>> => {
  const { body, status } = await get(server, path, token)
  expect(status).toBe(200)
  return body[name]
}

/** The cells of what is printed off a terminal. */
export const cellsOf = (stdout: string): ReadonlyArray<ReadonlyArray<string>> =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
