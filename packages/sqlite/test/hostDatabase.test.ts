import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Account, Workspace } from "@boardwright/core"
import { layer } from "@boardwright/sqlite"
import { anAccount, aWorkspace } from "@boardwright/testing"
import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import { openSqlite, type SqliteDatabase } from "@boardwright/sqlite/driver"
import { Effect, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientOn, connectionOn } from "../src/migrations.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-host-"))
const filename = join(folder, "host.db")
afterAll(() => rmSync(folder, { recursive: true }))

const hostMigrations = Migrator.make({})({
  loader: Migrator.fromRecord({
    "0001_things": Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table things (id integer primary key)`)
  })
})

/** The start of a host that uses @effect/sql. */
const startHost = Effect.acquireUseRelease(
  Effect.sync(() => openSqlite(filename)),
  (db) => Effect.provideServiceEffect(hostMigrations, SqlClient.SqlClient, clientOn(connectionOn(db))),
  (db) => Effect.sync(() => db.close())
)

const onHostsTables = <A>(look: (db: SqliteDatabase) => A): A => {
  const db = openSqlite(filename)
  try {
    return look(db)
  } finally {
    db.close()
  }
}

const account = anAccount()
const workspace = aWorkspace({ ownerId: account.id })

const store = Effect.gen(function* () {
  yield* (yield* Account.AccountRepository).insert(account)
  yield* (yield* Workspace.WorkspaceRepository).insert(workspace)
})

const find = Effect.flatMap(Workspace.WorkspaceRepository, (workspaces) => workspaces.find(workspace.id))

const run = <A, E>(work: Effect.Effect<A, E, Account.AccountRepository | Workspace.WorkspaceRepository>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, layer({ filename })))

describe("in a host's database", () => {
  beforeAll(async () => {
    await Effect.runPromise(startHost)
    onHostsTables((db) =>
      db.exec(`
        create table migrations (id integer primary key, name text not null);
        insert into migrations values (1, 'first'), (2, 'second');
        create table account (id text primary key, note text);
        insert into account values ('host', 'not ours');
        insert into things values (7);
      `)
    )
    await run(store)
  })

  it("host and library start again and find their own data", async () => {
    expect(await Effect.runPromise(startHost)).toEqual([])
    expect(await run(find)).toEqual(Option.some(workspace))
    expect(onHostsTables((db) => db.prepare("select * from migrations order by id").all())).toEqual([
      { id: 1, name: "first" },
      { id: 2, name: "second" }
    ])
    expect(onHostsTables((db) => db.prepare("select * from account").all())).toEqual([{ id: "host", note: "not ours" }])
    expect(onHostsTables((db) => db.prepare("select migration_id, name from effect_sql_migrations").all())).toEqual([
      { migration_id: 1, name: "things" }
    ])
  })

  it("every table and index of the library begins with boardwright_", () => {
    const names = onHostsTables((db) =>
      db.prepare("select name from sqlite_schema where name not like 'sqlite_%'").pluck().all()
    )
    const host = ["account", "effect_sql_migrations", "migrations", "things"]
    const others = names.filter((name) => !String(name).startsWith("boardwright_"))
    expect(others.toSorted()).toEqual(host)
    expect(names).toContain("boardwright_migrations")
  })
})
