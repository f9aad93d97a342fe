import { inspect } from "node:util"
import { Ports, Rate } from "@boardwright/core"
import * as Postgres from "@boardwright/postgres"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/scopedDatabases.js"
import type { TcpProxy } from "../../../test/support/postgres/TcpProxy.js"
import { ask, defectOf, endOf, onDatabase, proxyTo, runSql, until, enqueue, jobs } from "./storage.js"

const health = Effect.flatMap(Ports.StorageHealth, ({ check }) => check)
const hit = Effect.flatMap(Rate.RateCounts, (counts) => counts.hit("key", 60_000))

type Work = Effect.Effect<void, Ports.StorageUnavailable, Postgres.Postgres>

/** Runs a test on storage behind a proxy; the test also gets the database's own address. */
const behindProxy = <A, E>(
  test: (proxy: TcpProxy, url: string) => Effect.Effect<A, E, Postgres.Postgres>,
  connections = 4
) =>
  Effect.gen(function* () {
    const { url } = yield* scopedDatabase
    const proxy = yield* proxyTo(url)
    return yield* Effect.provide(test(proxy, url), Postgres.layer({ url: proxy.via(url), connections }))
  })

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const start = performance.now()
    return Effect.map(endOf(effect), (end) => ({ end, millis: performance.now() - start }))
  })

describe.concurrent("a connection that is lost", () => {
  it.scopedLive("before a commit is answered leaves it in doubt, which is a defect and not a retryable error", () =>
    behindProxy((proxy, url) =>
      Effect.gen(function* () {
        proxy.cutAnswerTo("commit\0")
        const lost = yield* defectOf(Ports.transactional(enqueue("done anyway")))
        assert.match(lost, /Transactor.commit: the connection was lost before it was known whether this was done/)
        assert.deepStrictEqual(yield* jobs(url), [{ id: "done anyway" }])
        yield* Ports.transactional(enqueue("next"))
      })
    )
  )

  it.scopedLive("before a write outside a transaction is answered leaves it in doubt too", () =>
    behindProxy((proxy, url) =>
      Effect.gen(function* () {
        proxy.cutAnswerTo("insert into boardwright_mail_job")
        assert.match(yield* defectOf(enqueue("done anyway")), /MailQueue.enqueue: the connection was lost/)
        assert.deepStrictEqual(yield* jobs(url), [{ id: "done anyway" }])
        yield* enqueue("next")
      })
    )
  )

  it.scopedLive.each<readonly [text: string, work: Work, kept: number]>([
    ["as something", Effect.asVoid(runSql("select 1 as something")), 0],
    ["begin", Ports.transactional(enqueue("kept")), 1],
    ["insert into boardwright_mail_job", Ports.transactional(enqueue("kept")), 1]
  ])("before a read or a statement of a transaction is answered is retried once: %s", ([text, work, kept]) =>
    Effect.gen(function* () {
      for (const times of [1, 2]) {
        yield* behindProxy((proxy, url) =>
          Effect.gen(function* () {
            proxy.cutAnswerTo(text, times)
            const end = yield* endOf(work)
            if (times === 1) assert.strictEqual(end, "it succeeded")
            else assert.instanceOf(end, Ports.StorageUnavailable)
            assert.notInclude(inspect(end, { depth: 20, showHidden: true }), new URL(url).password)
            assert.strictEqual(proxy.cuts, times)
            assert.strictEqual((yield* jobs(url)).length, times === 1 ? kept : 0)
            yield* health
          })
        )
      }
    })
  )

  it.scopedLive("before a rollback is answered has no effect", () =>
    behindProxy((proxy, url) =>
      Effect.gen(function* () {
        proxy.cutAnswerTo("rollback")
        const undone = Ports.transactional(Effect.zipRight(enqueue("never"), Effect.fail("no")))
        assert.strictEqual(yield* endOf(undone), "no")
        assert.strictEqual(proxy.cuts, 1)
        assert.deepStrictEqual(yield* jobs(url), [])
        yield* health
      })
    )
  )

  it.scopedLive("during a rate count is retried once: a request may be counted twice", () =>
    Effect.gen(function* () {
      for (const times of [1, 2]) {
        yield* behindProxy((proxy) =>
          Effect.gen(function* () {
            proxy.cutAnswerTo("insert into boardwright_rate_count", times)
            if (times === 1) assert.strictEqual((yield* hit).count, 2)
            else assert.instanceOf(yield* endOf(hit), Ports.StorageUnavailable)
            assert.strictEqual(proxy.cuts, times)
          })
        )
      }
    })
  )

  it.scopedLive("while idle is replaced", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        yield* Effect.all([health, health, health], { concurrency: "unbounded" })
        const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        yield* until(ask<{ state: string }>(url, `select state ${others}`), (rows) =>
          rows.every(({ state }) => state === "idle")
        )
        yield* ask(url, `select pg_terminate_backend(pid) ${others}`)
        yield* until(ask(url, `select ${others}`), (rows) => rows.length === 0)
        yield* until(Effect.exit(health), ({ _tag }) => _tag === "Success")
        yield* Ports.transactional(enqueue("next"))
      })
    )
  )
})

describe.concurrent("a database that does not answer", () => {
  it.scopedLive("ends a statement that takes too long and runs the next one on the same connection", () =>
    onDatabase(
      () =>
        Effect.gen(function* () {
          const [{ pid }] = (yield* runSql("select pg_backend_pid() as pid")) as [{ pid: number }]
          for (const work of [
            runSql("select pg_sleep(20)::text"),
            Ports.transactional(runSql("select pg_sleep(20)::text"))
          ]) {
            const { end, millis } = yield* timed(work)
            assert.instanceOf(end, Ports.StorageUnavailable)
            assert.isBelow(millis, 5_900)
            assert.isAbove(millis, 4_900)
          }
          assert.deepStrictEqual(yield* runSql("select pg_backend_pid() as pid"), [{ pid }])
        }),
      { connections: 1 }
    )
  )

  it.scopedLive("fails all requests within 10 s, queued ones too, and is used again once it answers", () =>
    behindProxy((proxy, url) =>
      Effect.gen(function* () {
        yield* Effect.all([health, health, health, health], { concurrency: "unbounded" })
        proxy.hang()
        const write: Work = Ports.transactional(enqueue("x"))
        const asked = Array.from({ length: 20 }, (_, index) => timed(index % 2 ? write : health))
        for (const { end, millis } of yield* Effect.all(asked, { concurrency: "unbounded" })) {
          assert.instanceOf(end, Ports.StorageUnavailable)
          assert.isBelow(millis, 10_000)
        }
        // Now no connection is left: the previous ones were closed.
        const { end, millis } = yield* timed(health)
        assert.instanceOf(end, Ports.StorageUnavailable)
        assert.isBelow(millis, 10_000)
        proxy.flow()
        assert.strictEqual((yield* timed(health)).end, "it succeeded")
        yield* Effect.all(
          Array.from({ length: 20 }, (_, index) => Ports.transactional(enqueue(`next-${index}`))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual((yield* jobs(url)).length, 20)
        assert.isAtMost(proxy.connections, 4)
      })
    )
  )

  it.scopedLive("fails within 10 s a request that has waited for a connection before", () =>
    behindProxy(
      (proxy) =>
        Effect.gen(function* () {
          yield* health
          const held = Effect.zipRight(
            Ports.transactional(runSql("select pg_sleep(4.8)::text")),
            Effect.sync(() => proxy.hang())
          )
          const [, ...waited] = yield* Effect.all([held, timed(health), timed(Ports.transactional(enqueue("late")))], {
            concurrency: "unbounded"
          })
          for (const { end, millis } of waited) {
            assert.instanceOf(end, Ports.StorageUnavailable)
            assert.isAbove(millis, 4_800)
            assert.isBelow(millis, 10_000)
          }
        }),
      1
    )
  )
})
