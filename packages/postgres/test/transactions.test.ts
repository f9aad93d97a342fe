import { Change, Ports, Task } from "@boardwright/core"
import type { Database } from "@boardwright/sql"
import { aChange, aTask, givenBoard } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { ask, defectOf, endOf, onDatabase, runSql, until, enqueue, jobs } from "./storage.js"

describe("a transaction", () => {
  it.scopedLive("is invisible to others until it commits, and blocks no read", () =>
    onDatabase(() =>
      Effect.gen(function* () {
        const [wrote, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const long = yield* Effect.fork(
          Ports.transactional(
            Effect.gen(function* () {
              yield* enqueue("mine")
              assert.deepStrictEqual(yield* runSql("select id from boardwright_mail_job"), [{ id: "mine" }])
              yield* Deferred.succeed(wrote, undefined)
              yield* Deferred.await(mayEnd)
            })
          )
        )
        yield* Deferred.await(wrote)
        assert.deepStrictEqual(yield* runSql("select id from boardwright_mail_job"), [])
        yield* Deferred.succeed(mayEnd, undefined)
        yield* Fiber.join(long)
        assert.deepStrictEqual(yield* runSql("select id from boardwright_mail_job"), [{ id: "mine" }])
      })
    )
  )

  it.scopedLive("sees what others commit meanwhile, whatever the default isolation level is", () =>
    onDatabase((url) =>
      Ports.transactional(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* runSql("show transaction_isolation"), [
            { transaction_isolation: "read committed" }
          ])
          yield* ask(url, "insert into boardwright_mail_job select 'other', 'reset', 'a@b.c', now(), 0, now(), null")
          assert.deepStrictEqual(yield* runSql("select id from boardwright_mail_job"), [{ id: "other" }])
        })
      )
    )
  )

  it.scopedLive("accepts no statement after its end", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const ended = yield* Deferred.make<void>()
        const straggler = yield* Ports.transactional(
          Effect.forkDaemon(Effect.zipRight(Deferred.await(ended), defectOf(enqueue("late"))))
        )
        yield* Deferred.succeed(ended, undefined)
        assert.match(yield* Fiber.join(straggler), /MailQueue.enqueue was called after its transaction had ended/)
        assert.deepStrictEqual(yield* jobs(url), [])
      })
    )
  )

  it.scopedLive("undoes a savepoint whose statement fails, also one whose failure nobody waits for", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const feed = yield* Change.ChangeRepository
        const broken = aChange({ workspaceId: null as never, boardId: null })
        const work = Effect.gen(function* () {
          yield* enqueue("first")
          const failures: ReadonlyArray<Effect.Effect<unknown, Ports.StorageUnavailable, Database>> = [
            runSql("select no_such_column"),
            feed.append([broken])
          ]
          for (const failing of failures) {
            const savepoint = Ports.transactional(Effect.zipRight(enqueue("lost"), failing))
            assert.match(yield* defectOf(savepoint), /failed: (42703|23502)/)
          }
          yield* enqueue("last")
        })
        yield* Ports.transactional(work)
        assert.deepStrictEqual(yield* jobs(url), [{ id: "first" }, { id: "last" }])
      })
    )
  )

  it.scopedLive("runs concurrent statements one after another", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const many = Array.from({ length: 50 }, (_, index) => `job-${String(index).padStart(2, "0")}`)
        yield* Ports.transactional(Effect.forEach(many, enqueue, { concurrency: "unbounded" }))
        assert.deepStrictEqual(
          (yield* jobs(url)).map(({ id }) => id),
          many
        )
      })
    )
  )

  it.scopedLive("commits nothing after a failed statement, even if the work succeeds", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const work = Effect.gen(function* () {
          yield* enqueue("before")
          assert.match(yield* defectOf(enqueue("before")), /MailQueue.enqueue failed: 23505/)
          // Reports the first failure again, not that the transaction is aborted.
          assert.match(yield* defectOf(enqueue("after")), /MailQueue.enqueue failed: 23505/)
        })
        assert.match(yield* defectOf(Ports.transactional(work)), /MailQueue.enqueue failed: 23505/)
        assert.deepStrictEqual(yield* jobs(url), [])
        yield* Ports.transactional(enqueue("next"))
        assert.deepStrictEqual(yield* jobs(url), [{ id: "next" }])
      })
    )
  )

  it.scopedLive("fails if a statement that nobody awaits fails before its end", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const work = Effect.gen(function* () {
          yield* enqueue("before")
          const slow = runSql("select 1 / (length(pg_sleep(0.2)::text)) as never")
          const fiber = yield* Effect.fork(slow)
          yield* until(
            ask(url, "select from pg_stat_activity where query like '%as never%' and pid <> pg_backend_pid()"),
            (rows) => rows.length === 1
          )
          yield* Fiber.interrupt(fiber)
        })
        assert.match(yield* defectOf(Ports.transactional(work)), /test failed: 22012/)
        assert.deepStrictEqual(yield* jobs(url), [])
      })
    )
  )

  it.scopedLive("is rolled back when its fiber is interrupted, and returns its connection", () =>
    onDatabase(
      (url) =>
        Effect.gen(function* () {
          const wrote = yield* Deferred.make<void>()
          const work = enqueue("gone").pipe(
            Effect.zipRight(Deferred.succeed(wrote, undefined)),
            Effect.zipRight(Effect.never)
          )
          const fiber = yield* Effect.fork(Ports.transactional(work))
          yield* Deferred.await(wrote)
          assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
          yield* Ports.transactional(enqueue("next"))
          assert.deepStrictEqual(yield* jobs(url), [{ id: "next" }])
        }),
      { connections: 1 }
    )
  )

  it.scopedLive("interrupted while it waits for a connection leaks none", () =>
    onDatabase(
      () =>
        Effect.gen(function* () {
          const [holds, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holder = yield* Effect.fork(
            Ports.transactional(
              runSql("select 1 as one").pipe(
                Effect.zipRight(Deferred.succeed(holds, undefined)),
                Effect.zipRight(Deferred.await(mayEnd))
              )
            )
          )
          yield* Deferred.await(holds)
          for (let round = 0; round < 3; round += 1) {
            const waiting = yield* Effect.forEach(["a", "b", "c"], (id) =>
              Effect.fork(round % 2 === 0 ? enqueue(id) : Ports.transactional(enqueue(id)))
            )
            yield* Effect.yieldNow()
            yield* Fiber.interruptAll(waiting)
          }
          // The first in the queue gets the connection in the turn in which it is interrupted.
          const last = yield* Effect.fork(enqueue("last"))
          yield* Effect.yieldNow()
          yield* Deferred.succeed(mayEnd, undefined)
          yield* Fiber.join(holder)
          yield* Fiber.interrupt(last)
          for (let round = 0; round < 5; round += 1) yield* Ports.transactional(runSql("select 1 as one"))
        }),
      { connections: 1 }
    )
  )

  it.scopedLive("fails and stores nothing if no connection becomes free", () =>
    onDatabase(
      (url) =>
        Effect.gen(function* () {
          const holds = yield* Deferred.make<void>()
          const holder = yield* Effect.fork(
            Ports.transactional(
              runSql("select 1 as one").pipe(
                Effect.zipRight(Deferred.succeed(holds, undefined)),
                Effect.zipRight(Effect.never)
              )
            )
          )
          yield* Deferred.await(holds)
          const ends = yield* Effect.all([endOf(enqueue("alone")), endOf(Ports.transactional(enqueue("inside")))], {
            concurrency: "unbounded"
          })
          for (const end of ends) assert.instanceOf(end, Ports.StorageUnavailable)
          yield* Fiber.interrupt(holder)
          assert.deepStrictEqual(yield* jobs(url), [])
          yield* enqueue("next")
        }),
      { connections: 1 }
    )
  )
})

describe("a transaction is run again", () => {
  it.scopedLive("after a deadlock, until it succeeds", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        for (const id of ["left", "right"]) yield* enqueue(id)
        const raise = (id: string) =>
          runSql("update boardwright_mail_job set attempts = attempts + 1 where id = $1", id)
        let [runs, holding] = [0, 0]
        const met = yield* Deferred.make<void>()
        const across = (first: string, second: string) =>
          Ports.transactional(
            Effect.gen(function* () {
              runs += 1
              yield* raise(first)
              holding += 1
              // Both lock their first row before either locks its second.
              if (holding === 2) yield* Deferred.succeed(met, undefined)
              yield* Deferred.await(met)
              // Repeating the savepoint alone would keep the lock on the first row, and so the deadlock.
              yield* Ports.transactional(raise(second))
            })
          )
        yield* Effect.all([across("left", "right"), across("right", "left")], { concurrency: "unbounded" })
        assert.isAtLeast(runs, 3)
        assert.deepStrictEqual(yield* ask(url, "select attempts from boardwright_mail_job"), [
          { attempts: 2 },
          { attempts: 2 }
        ])
      })
    )
  )

  it.scopedLive("after a referenced row was removed meanwhile, and then sees that", () =>
    onDatabase((url) =>
      Effect.gen(function* () {
        const on = yield* givenBoard()
        const tasks = yield* Task.TaskRepository
        const boardExists = Effect.map(
          runSql("select id from boardwright_board where id = $1", on.board.id),
          (rows) => rows.length === 1
        )
        let runs = 0
        const work = Effect.gen(function* () {
          runs += 1
          if (!(yield* boardExists)) return "the board is gone"
          yield* ask(url, `delete from boardwright_board where id = '${on.board.id}'`)
          yield* tasks.insert([aTask({ boardId: on.board.id, groupId: on.groups[0].id })])
          return "the board exists"
        })
        assert.strictEqual(yield* Ports.transactional(work), "the board is gone")
        assert.strictEqual(runs, 2)
      })
    )
  )
})
