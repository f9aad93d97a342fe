import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { inspect } from "node:util"
import * as Postgres from "@boardwright/postgres"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Client } from "pg"
import { emptyDatabase, scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, endOf, until } from "./storage.js"

const changed = (address: string, change: (url: URL) => void): string => {
  const url = new URL(address)
  change(url)
  return url.href
}

const start = (url: string) => Effect.scoped(Effect.asVoid(Layer.build(Postgres.layer({ url: Redacted.make(url) }))))

/** Why the storage does not start: one line; neither it nor the error contains a password. */
const refusal = Effect.fnUntraced(function* (url: string) {
  const end = yield* endOf(start(url))
  assert.instanceOf(end, Postgres.StorageNotUsable)
  const { password, username } = new URL(url)
  assert.notInclude(end.message, "\n")
  assert.notInclude(inspect(end, { depth: 20, showHidden: true }), password)
  assert.notInclude(JSON.stringify(end), password)
  if (username !== "postgres") assert.notInclude(end.message, username)
  return end.message
})

describe("a database that cannot be used", () => {
  it.scopedLive("is reported in one line without credentials", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      const { host, pathname } = new URL(url)
      const address = `postgres://${host}${pathname}`
      assert.strictEqual(
        yield* refusal(changed(url, (to) => (to.password = "wrong-secret"))),
        `${address} refuses the user or the password`
      )
      assert.strictEqual(
        yield* refusal(changed(url, (to) => (to.pathname = "/boardwright_missing"))),
        `postgres://${host}/boardwright_missing is not there; make it with \`createdb\``
      )
      assert.match(
        yield* refusal(changed(url, (to) => (to.port = "1"))),
        /^postgres:\/\/[^ ]+:1\/[^ ]+ cannot be reached \(connect ECONNREFUSED [^ ]+:1\)$/
      )
      assert.match(
        yield* refusal(changed(url, (to) => (to.search = "?sslmode=verify-full"))),
        /^postgres:\/\/[^ ]+ cannot be reached \(The server does not support SSL connections\)$/
      )
    })
  )

  it.scopedLive(
    "without the right to create tables is reported, and a user who may only read and write suffices afterwards",
    () =>
      Effect.gen(function* () {
        const { url } = yield* emptyDatabase
        const role = `boardwright_${new URL(url).pathname.slice(-12)}`
        const asRole = changed(url, (to) => {
          to.username = role
          to.password = "role-secret"
        })
        yield* Effect.acquireRelease(ask(url, `create role ${role} login password 'role-secret'`), () =>
          Effect.zipRight(ask(url, `drop owned by ${role}`), ask(url, `drop role ${role}`))
        )
        assert.match(yield* refusal(asRole), / does not let this user make tables$/)
        yield* start(url)
        assert.match(yield* refusal(asRole), / does not let this user make tables$/)
        yield* ask(url, `grant select, insert, update, delete on all tables in schema public to ${role}`)
        yield* start(asRole)
      })
  )

  it.scopedLive("because a newer version wrote it is refused and not changed", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const { applied } = yield* Postgres.migrationStatus({ url })
      const newer = `insert into boardwright_migrations (migration_id, name) values (9000, 'of_the_future')`
      yield* ask(url, newer)
      assert.match(yield* refusal(url), /was written by a newer version of Boardwright \(its schema is 9000/)
      assert.deepStrictEqual(yield* Postgres.migrationStatus({ url }), {
        applied,
        pending: [],
        unknown: ["9000_of_the_future"]
      })
    })
  )
})

/** Another process that starts the storage twice; killed with the scope. */
const otherProcess = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [new URL("migrator.mjs", import.meta.url).pathname], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: ["pipe", "pipe", "inherit"]
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const ready = (child: ChildProcess) => Effect.promise(() => once(child.stdout!, "data"))
const ended = (child: ChildProcess) => Effect.promise<Array<unknown>>(() => once(child, "exit"))

const namesOf = (url: string) =>
  ask(url, "select table_name from information_schema.tables where table_schema = 'public'")

describe("the tables of an empty database", () => {
  it.scopedLive("are created by any number of processes at once", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      const before = yield* Postgres.migrationStatus({ url })
      assert.deepStrictEqual([before.applied, before.unknown], [[], []])
      assert.deepStrictEqual(yield* namesOf(url), [])
      // At this level, a process that waits for the lock would see the tables as of before the wait.
      yield* ask(
        url,
        `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'serializable'`
      )
      const children = yield* Effect.all([1, 2, 3, 4].map(() => otherProcess(url)))
      yield* Effect.all(children.map(ready), { concurrency: "unbounded" })
      const ends = yield* Effect.all(
        children.map((child) =>
          Effect.zipRight(
            Effect.sync(() => child.stdin!.end()),
            ended(child)
          )
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        ends.map(([code]) => code),
        [0, 0, 0, 0]
      )
      const after = yield* Postgres.migrationStatus({ url })
      assert.deepStrictEqual([after.applied, after.pending, after.unknown], [before.pending, [], []])
    })
  )

  it.scopedLive("are all missing after a process was killed while creating them, and the next one creates them", () =>
    Effect.gen(function* () {
      const { url } = yield* emptyDatabase
      // The migrations wait for a table that another transaction is creating.
      const holder = new Client({ connectionString: url })
      yield* Effect.acquireRelease(
        Effect.promise(() => holder.connect()),
        () => Effect.promise(() => holder.end())
      )
      yield* Effect.promise(() => holder.query("begin; create table boardwright_task (halt text)"))
      const child = yield* otherProcess(url)
      const waiting = ask(
        url,
        `select from pg_stat_activity where datname = current_database() and application_name = 'boardwright'
          and wait_event_type = 'Lock' and query like 'create table boardwright_task %'`
      )
      yield* until(waiting, (rows) => rows.length > 0)
      const end = ended(child)
      child.kill("SIGKILL")
      assert.deepStrictEqual(yield* end, [null, "SIGKILL"])
      yield* Effect.promise(() => holder.query("rollback"))
      yield* until(
        ask(
          url,
          "select from pg_stat_activity where datname = current_database() and application_name = 'boardwright'"
        ),
        (rows) => rows.length === 0
      )
      assert.deepStrictEqual(yield* namesOf(url), [])
      yield* start(url)
      assert.deepStrictEqual((yield* Postgres.migrationStatus({ url })).pending, [])
    })
  )
})
