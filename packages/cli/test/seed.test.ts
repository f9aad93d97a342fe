import { join } from "node:path"
import { Database } from "@boardwright/sql"
import * as Postgres from "@boardwright/postgres"
import * as Sqlite from "@boardwright/sqlite"
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { runCommand } from "../../../test/support/childServer.js"
import { newDatabase } from "../../../test/support/postgres/databases.js"
import { get, signIn, type Standalone, standaloneServers, UNLIMITED } from "../../../test/support/standalone.js"

const { directory, start } = standaloneServers()

const TABLES = [
  ...["account", "workspace", "board", "group", "column", "member", "invitation", "task", "task_assignee"],
  ...["comment", "subtask", "time_entry", "mail_job"]
] as const
type Counts = Record<(typeof TABLES)[number], number>

type Environment = Readonly<Record<string, string>>

/** A database that has the tables and nothing in them. */
interface Fresh {
  readonly environment: Environment
  readonly counts: () => Promise<Counts>
  readonly serve: () => Promise<Standalone>
}

const countsIn = Effect.flatMap(Database, ({ prepare }) =>
  Effect.forEach(TABLES, (table) => {
    const text = `select count(*) as many from boardwright_${table}`
    return Effect.map(prepare({ operation: "test", text, writes: false })([]), (rows) => {
      const [row] = rows as ReadonlyArray<{ readonly many: unknown }>
      return [table, Number(row?.many)] as const
    })
  })
).pipe(Effect.map((entries) => Object.fromEntries(entries) as Counts))

const sqlite = (name: string): Promise<Fresh> => {
  const environment = { DATA_DIR: join(directory, name) }
  const filename = join(environment.DATA_DIR, "boardwright.db")
  return Promise.resolve({
    environment,
    counts: () => Effect.runPromise(Effect.provide(countsIn, Sqlite.layer({ filename }))),
    serve: () => start(name, UNLIMITED)
  })
}

const postgres = async (name: string): Promise<Fresh> => {
  const { url } = await newDatabase()
  const database = { DATABASE_URL: url, JWT_SECRET: "a secret of at least thirty-two bytes" }
  return {
    environment: { ...database, DATA_DIR: join(directory, name) },
    counts: () => Effect.runPromise(Effect.provide(countsIn, Postgres.layer({ url: Redacted.make(url) }))),
    serve: () => start(name, { ...database, ...UNLIMITED })
  }
}

const seed = async ({ environment }: Pick<Fresh, "environment">, ...words: ReadonlyArray<string>) => {
  const child = runCommand(["seed", ...words], environment, directory)
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
}

const DEMO = { account: 5, workspace: 1, board: 3, member: 12, invitation: 1, task: 22, mail_job: 0 }
const ROLES = ["owner", "admin", "editor", "viewer", "invited"]
const PASSWORD = /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/
const THERE_ALREADY =
  "The demo is there already; nothing was changed\n" +
  "`boardwright user set-password EMAIL` gives one of its accounts a new password\n"

const cellsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))

const listed = async (server: Standalone, path: string, name: string, token: string) => {
  const { body, status } = await get(server, path, token)
  expect(status).toBe(200)
  // oxlint-disable-next-line typescript/no-explicit-any
  return body[name] as ReadonlyArray<any>
}

describe.each([
  ["SQLite", sqlite],
  ["PostgreSQL", postgres]
])("boardwright seed --demo on %s", (kind, fresh) => {
  it("makes the demo, prints whoever is in it once, and is there already the next time", async () => {
    const database = await fresh(`${kind} demo`)
    const first = await seed(database, "--demo")
    expect([first.code, first.stderr]).toEqual([
      0,
      "The demo is made. The passwords are shown this once and stored nowhere\n"
    ])
    const people = cellsOf(first.stdout)
    expect(people.map(([, , role]) => role)).toEqual(ROLES)
    for (const [email, password] of people)
      expect([email, password]).toEqual([expect.stringMatching(/@demo\.example$/), expect.stringMatching(PASSWORD)])
    expect(new Set(people.map(([, password]) => password)).size).toBe(ROLES.length)
    const made = await database.counts()
    expect(made).toMatchObject(DEMO)
    for (const table of TABLES) if (table !== "mail_job") expect([table, made[table]]).not.toEqual([table, 0])

    const second = await seed(database, "--demo")
    expect([second.code, second.stderr]).toEqual([0, THERE_ALREADY])
    expect(cellsOf(second.stdout)).toEqual(people.map(([email, , ...rest]) => [email, "", ...rest]))
    expect(await database.counts()).toEqual(made)
  })

  it("made beside a running server, everybody signs in and sees what the role allows", async () => {
    const database = await fresh(`${kind} served`)
    const server = await database.serve()
    const { code, stdout } = await seed(database, "--demo", "--json")
    expect(code).toBe(0)
    const { boards, created, users, workspace } = JSON.parse(stdout)
    expect(created).toBe(true)
    const seen: Array<unknown> = []
    for (const { email, password, role } of users) {
      const token = await signIn(server, { email, password })
      const found = await listed(server, `/api/boards?workspaceId=${workspace.id}`, "boards", token)
      seen.push([role, found.map(({ name }) => name)])
      if (role === "invited") expect(await listed(server, "/api/invitations", "invitations", token)).toHaveLength(1)
    }
    const names = boards.map(({ name }: { readonly name: string }) => name)
    const expected = ROLES.map((role) => [role, role === "invited" ? [names[0]] : expect.arrayContaining(names)])
    expect(seen).toEqual(expected)
  })
})
