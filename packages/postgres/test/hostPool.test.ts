import { Ports, Rate, Task } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { aComment, aTask, givenBoard } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import { ask, runSql } from "./storage.js"
import { openHostPool } from "../../../test/support/postgres/openHostPool.js"

/** A database with unusual settings. */
const odd = Effect.fnUntraced(function* () {
  const database = yield* scopedDatabase
  const name = new URL(database.url).pathname.slice(1)
  for (const setting of [
    "datestyle = 'German'",
    "timezone = 'Asia/Kolkata'",
    "intervalstyle = 'iso_8601'",
    "default_transaction_isolation = 'serializable'"
  ]) {
    // Directly: a pooler would go on using the connection, whose session lacks the setting.
    yield* ask(inject("postgres").url, `alter database ${name} set ${setting}`)
  }
  return database
})

const usual = Effect.gen(function* () {
  const tasks = yield* Task.TaskRepository
  const on = yield* givenBoard()
  const task = aTask({
    boardId: on.board.id,
    groupId: on.groups[0].id,
    dueDate: "2026-12-03T23:59:59.001Z" as Task.Task["createdAt"],
    columnValues: { note: { nested: [1, 0.1, true, null, "text"] } }
  })
  const comment = aComment({ taskId: task.id, userId: on.workspace.ownerId })
  yield* tasks.insert([task])
  yield* tasks.insertComment(comment)
  assert.deepStrictEqual(Option.getOrNull(yield* tasks.lock(task.id, null))?.task, task)
  const { task: found } = Option.getOrThrow(yield* tasks.find(task.id, null))
  assert.deepStrictEqual(found.comments, [comment])
  assert.strictEqual(found.dueDate, task.dueDate)
})

const poolOf = (url: string, max = 3) =>
  Effect.acquireRelease(
    Effect.sync(() => openHostPool({ connectionString: url, max })),
    (pool) => Effect.promise(() => pool.end())
  )

/** The driver reads types otherwise, for everyone in this process. */
const changedParsers = Effect.acquireRelease(
  Effect.sync(() => {
    const { builtins } = pg.types
    const changed = [builtins.TIMESTAMPTZ, builtins.JSON, builtins.JSONB, builtins.INT8, builtins.BOOL, builtins.FLOAT8]
    const before = changed.map((oid) => [oid, pg.types.getTypeParser(oid)] as const)
    for (const oid of changed) pg.types.setTypeParser(oid, (text) => ({ theHosts: text }))
    return before
  }),
  (before) => Effect.sync(() => before.forEach(([oid, parser]) => pg.types.setTypeParser(oid, parser)))
)

describe("a database with unusual settings", () => {
  it.scopedLive("works alike", () =>
    Effect.gen(function* () {
      const { url } = yield* odd()
      yield* Effect.provide(usual, Postgres.layer({ url }))
    })
  )
})

describe("a host's own pool", () => {
  it.scopedLive("stays open, and its sessions keep the host's settings", () =>
    Effect.gen(function* () {
      const { url } = yield* odd()
      const pool = yield* poolOf(url)
      yield* Effect.provide(usual, Postgres.layer({ pool }))
      yield* Effect.provide(usual, Postgres.layer({ pool }))
      assert.isFalse(pool.ending)
      assert.strictEqual(pool.totalCount, pool.idleCount)
      const answers = yield* Effect.promise(() => pool.query("show timezone"))
      assert.deepStrictEqual(answers.rows, [{ TimeZone: "Asia/Kolkata" }])
    })
  )

  it.scopedLive("may have type parsers of its own", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const pool = yield* poolOf(url)
      yield* changedParsers
      yield* Effect.provide(usual, Postgres.layer({ pool }))
      const { rows } = yield* Effect.promise(() => pool.query("select true as yes"))
      assert.deepStrictEqual(rows, [{ yes: { theHosts: "t" } }])
    })
  )
})

const CONNECTIONS = 20

/** The listeners on a pool and its connections, by event, and the number of this process's timers. */
const attached = (pool: pg.Pool, clients: ReadonlyArray<pg.PoolClient>) => {
  const emitters = [pool, ...clients.flatMap((client) => [client, client.connection, client.connection.stream])]
  return {
    listeners: emitters.map((emitter) => emitter.eventNames().map((name) => [name, emitter.listenerCount(name)])),
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
  }
}

describe("a host's own pool after 1,000 calls of each kind", () => {
  it.scopedLive("has no listener and no timer left over", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const pool = yield* poolOf(url, CONNECTIONS)
      const clients: Array<pg.PoolClient> = []
      pool.on("connect", (client) => clients.push(client))
      const all = Array.from({ length: CONNECTIONS }, () => pool.query("select pg_sleep(0.5)"))
      yield* Effect.promise(() => Promise.all(all))
      const read = runSql("select 1 as one")
      const work: ReadonlyArray<Effect.Effect<unknown, unknown, Postgres.Postgres>> = [
        read,
        Effect.flatMap(Task.TaskRepository, (tasks) => tasks.find(Task.TaskId.make("nowhere"), null)),
        Effect.flatMap(Rate.RateCounts, (counts) => counts.hit("key", 60_000)),
        Ports.transactional(Effect.zipRight(read, Effect.all([read, read, read], { concurrency: "unbounded" }))),
        Ports.transactional(Effect.zipRight(read, Effect.fail("no"))),
        Ports.transactional(runSql("select no_such_column")),
        Effect.timeout(Ports.transactional(runSql("select pg_sleep(0.01)::text")), "1 millis")
      ]
      const before = attached(pool, clients)
      yield* Effect.gen(function* () {
        for (const each of work) {
          yield* Effect.all(
            Array.from({ length: 1_000 }, () => Effect.exit(each)),
            { concurrency: 2 * CONNECTIONS }
          )
        }
        assert.strictEqual(clients.length, CONNECTIONS)
      }).pipe(Effect.provide(Postgres.layer({ pool })))
      const after = attached(pool, clients)
      assert.deepStrictEqual(after.listeners, before.listeners)
      // The test runner has timers of its own.
      assert.isBelow(after.timers, before.timers + CONNECTIONS / 2)
    })
  )
})

describe("a query for a text that PostgreSQL cannot store", () => {
  it.scopedLive("finds nothing", () =>
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      yield* Effect.gen(function* () {
        const tasks = yield* Task.TaskRepository
        for (const id of ["\0", "a\0b", "\ud800"].map((text) => Task.TaskId.make(text))) {
          assert.isTrue(Option.isNone(yield* tasks.find(id, null)))
          assert.isTrue(Option.isNone(yield* tasks.lock(id, null)))
        }
        assert.deepStrictEqual(yield* runSql("select $1::text as it", "a\0b"), [{ it: "a\ufffdb" }])
      }).pipe(Effect.provide(Postgres.layer({ url })))
    })
  )
})
