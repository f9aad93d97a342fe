import { Change, Ports, Task, Workspace } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { Database } from "@boardwright/sql"
import { aChange, givenAccount, givenBoard, givenTask } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import type { TcpProxy } from "../../../test/support/postgres/TcpProxy.js"
import { ask, defectOf, endOf, onDatabase, proxyTo, runSql, until, enqueue } from "./storage.js"

const read = (value: string) => runSql("select $1::text as value", value)
const atOnce = { concurrency: "unbounded" } as const

/** Runs a test on one open connection behind a proxy. */
const onConnection = <A, E>(
  test: (proxy: TcpProxy, url: string) => Effect.Effect<A, E, Postgres.Postgres>
): Effect.Effect<A, E | Postgres.StorageNotUsable> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { url } = yield* scopedDatabase
      const proxy = yield* proxyTo(url)
      // What the storage does at its start is done after the first read.
      const started = Effect.zipRight(read("first"), read("second"))
      const tested = Effect.zipRight(started, test(proxy, url))
      return yield* Effect.provide(tested, Postgres.layer({ url: proxy.via(url), connections: 1 }))
    })
  ) as Effect.Effect<A, E | Postgres.StorageNotUsable>

/** How many writes to the socket the work takes. */
const writesOf = <A, E, R>(proxy: TcpProxy, work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const before = proxy.messages
    return Effect.map(Effect.exit(work), () => proxy.messages - before)
  })

describe("a transaction sends", () => {
  it.live("its begin with its first read, and its end separately", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* writesOf(proxy, Ports.transactional(read("one"))), 2)
        assert.strictEqual(yield* writesOf(proxy, Ports.transactional(Effect.zipRight(read("one"), read("two")))), 3)
      })
    )
  )

  it.live("concurrent reads in one write, and each gets its own answer", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        const values = ["one", "two", "three", "four"]
        const answers = yield* Deferred.make<ReadonlyArray<unknown>>()
        const work = Effect.flatMap(Effect.forEach(values, read, atOnce), (all) => Deferred.succeed(answers, all))
        assert.strictEqual(yield* writesOf(proxy, Ports.transactional(work)), 2)
        assert.deepStrictEqual(
          yield* Deferred.await(answers),
          values.map((value) => [{ value }])
        )
      })
    )
  )

  it.live("a write after everything before it was answered", () =>
    onConnection((proxy, url) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* writesOf(proxy, Ports.transactional(enqueue("alone"))), 3)
        const both = Effect.all([read("one"), enqueue("beside")], atOnce)
        assert.strictEqual(yield* writesOf(proxy, Ports.transactional(both)), 3)
        assert.strictEqual((yield* ask(url, "select id from boardwright_mail_job")).length, 2)
      })
    )
  )

  it.live("its commit with the change that it records, and is rolled back if that is refused", () =>
    onConnection((proxy, url) =>
      Effect.gen(function* () {
        const changes = yield* Change.ChangeRepository
        const change = aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null })
        const record = (id: string) => Ports.transactional(Effect.zipRight(enqueue(id), changes.append([change])))
        yield* record("prepares")
        assert.strictEqual(yield* writesOf(proxy, record("recorded")), 3)
        yield* ask(url, "alter table boardwright_change add constraint refused check (false) not valid")
        assert.match(yield* defectOf(record("never")), /ChangeRepository.append failed: 23514 refused/)
        yield* ask(url, "alter table boardwright_change drop constraint refused")
        yield* record("next")
        const stored = yield* ask<{ readonly id: string }>(url, "select id from boardwright_mail_job order by id")
        assert.deepStrictEqual(
          stored.map(({ id }) => id),
          ["next", "prepares", "recorded"]
        )
        assert.strictEqual((yield* ask(url, "select from boardwright_change")).length, 3)
      })
    )
  )

  it.live("its commit with the writes whose results nobody needs, and is rolled back if one is refused", () =>
    onConnection((proxy, url) =>
      Effect.gen(function* () {
        const tasks = yield* Task.TaskRepository
        const changes = yield* Change.ChangeRepository
        const change = aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null })
        const task = yield* givenTask(yield* givenBoard())
        const rename = (name: string) =>
          tasks.lock(task.id, null).pipe(
            Effect.map((found) => Option.getOrThrow(found).task),
            Effect.flatMap((before) => tasks.replace({ ...before, name }, before)),
            Effect.zipRight(changes.append([change])),
            Ports.transactional
          )
        const stored = Effect.map(tasks.find(task.id, null), (found) => Option.getOrThrow(found).task.name)
        yield* rename("prepares")
        assert.strictEqual(yield* writesOf(proxy, rename("renamed")), 2)
        yield* ask(url, "alter table boardwright_task add constraint refused check (name <> 'never') not valid")
        assert.match(yield* defectOf(rename("never")), /TaskRepository.replace failed: 23514 refused/)
        assert.strictEqual(yield* stored, "renamed")
        yield* rename("next")
        assert.strictEqual(yield* stored, "next")
        assert.strictEqual(
          (yield* ask(url, "select from boardwright_change where workspace_id = 'workspace'")).length,
          3
        )
      })
    )
  )

  it.live("no write if its begin failed, and leaves a usable connection", () =>
    onConnection((proxy, url) =>
      Effect.gen(function* () {
        yield* runSql("begin")
        assert.match(yield* defectOf(runSql("select 1 / 0 as never")), /22012/)
        // The begin fails in a transaction that was left open.
        const ended = yield* Deferred.make<string>()
        const work = Effect.flatMap(defectOf(Ports.transactional(enqueue("never"))), (said) =>
          Deferred.succeed(ended, said)
        )
        assert.strictEqual(yield* writesOf(proxy, work), 2)
        assert.match(yield* Deferred.await(ended), /Transactor.begin failed: 25P02/)
        yield* Ports.transactional(enqueue("next"))
        assert.deepStrictEqual(yield* ask(url, "select id from boardwright_mail_job"), [{ id: "next" }])
      })
    )
  )

  it.live("several statements of which one fails, and fails with its error", () =>
    onConnection((_, url) =>
      Effect.gen(function* () {
        const broken = runSql("select 1 / 0 as never")
        const work = Effect.zipRight(enqueue("never"), Effect.all([read("one"), broken, read("two")], atOnce))
        assert.match(yield* defectOf(Ports.transactional(work)), /test failed: 22012/)
        yield* Ports.transactional(enqueue("next"))
        assert.deepStrictEqual(yield* ask(url, "select id from boardwright_mail_job"), [{ id: "next" }])
      })
    )
  )

  it.live("several statements to a database that does not answer, and fails in time", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        proxy.hang()
        const from = performance.now()
        const end = yield* endOf(Ports.transactional(Effect.forEach(["one", "two", "three"], read, atOnce)))
        assert.instanceOf(end, Ports.StorageUnavailable)
        assert.isBelow(performance.now() - from, 10_000)
        proxy.flow()
        assert.deepStrictEqual(yield* Ports.transactional(read("again")), [{ value: "again" }])
        assert.isAtMost(proxy.connections, 1)
      })
    )
  )
})

const SETTINGS = `select current_setting('statement_timeout') as timeout, current_setting('plan_cache_mode') as plans`

/** Runs a heavy read outside a transaction. */
const readHeavy = (text: string, generic = false) =>
  Effect.flatMap(Database, (database) =>
    database.prepare({ operation: "heavy", text, writes: false, heavy: true, generic })([])
  )

describe("a heavy read outside a transaction", () => {
  it.live("is sent in one write with the transaction that raises its timeout", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        const sent = yield* writesOf(proxy, readHeavy(SETTINGS))
        assert.strictEqual(sent, 1)
        assert.deepStrictEqual(yield* readHeavy(SETTINGS), [{ timeout: "1min", plans: "auto" }])
        assert.deepStrictEqual(yield* readHeavy(SETTINGS, true), [{ timeout: "1min", plans: "force_generic_plan" }])
        assert.deepStrictEqual(yield* runSql(SETTINGS), [{ timeout: "5s", plans: "auto" }])
      })
    )
  )

  it.live("fails with its own error, and leaves a usable connection", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        assert.match(yield* defectOf(readHeavy("select 1 / 0 as never")), /heavy failed: 22012/)
        assert.deepStrictEqual(yield* read("next"), [{ value: "next" }])
        assert.isAtMost(proxy.connections, 1)
      })
    )
  )

  it.live("is repeated on a new connection if the answer is lost", () =>
    onConnection((proxy) =>
      Effect.gen(function* () {
        proxy.cutAnswerTo("as lost")
        assert.deepStrictEqual(yield* readHeavy("select 1 as lost"), [{ lost: 1 }])
      })
    )
  )
})

it.scopedLive("a transaction that waited for a task lock reads the task and its assignees as of after the wait", () =>
  onDatabase((url) =>
    Effect.gen(function* () {
      const tasks = yield* Task.TaskRepository
      const [first, second] = [(yield* givenAccount()).id, (yield* givenAccount()).id]
      const task = yield* givenTask(yield* givenBoard(), { assignees: [first] })
      const [holds, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const lock = Effect.map(tasks.lock(task.id, null), (found) => Option.getOrThrow(found).task)
      const changed = { ...task, assignees: [second, first] }
      const holder = yield* Effect.fork(
        Ports.transactional(
          lock.pipe(
            Effect.flatMap((before) => tasks.replace(changed, before)),
            Effect.zipRight(Deferred.succeed(holds, undefined)),
            Effect.zipRight(Deferred.await(mayEnd))
          )
        )
      )
      yield* Deferred.await(holds)
      const waiter = yield* Effect.fork(Ports.transactional(lock))
      yield* until(
        ask(url, "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
        (rows) => rows.length === 1
      )
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(holder)
      assert.deepStrictEqual(yield* Fiber.join(waiter), changed)
    })
  )
)
