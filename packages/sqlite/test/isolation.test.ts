import { Board, Mail, Ports, Task } from "@boardwright/core"
import * as Sqlite from "@boardwright/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { aJob, aTask, committed, givenBoards, onFile, runSql } from "./storage.js"

const jobs = runSql("select id from boardwright_mail_job")

describe("a transaction", () => {
  it.effect("is invisible to others until it commits, and blocks no read", () =>
    onFile(function* () {
      const queue = yield* Mail.MailQueue
      const wrote = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const long = yield* Effect.fork(
        Ports.transactional(
          Effect.gen(function* () {
            yield* queue.enqueue(aJob("mine"))
            assert.deepStrictEqual(yield* jobs, [{ id: "mine" }])
            yield* Deferred.succeed(wrote, undefined)
            yield* Deferred.await(mayEnd)
          })
        )
      )
      yield* Deferred.await(wrote)
      assert.deepStrictEqual(yield* jobs, [])
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(long)
      assert.deepStrictEqual(yield* jobs, [{ id: "mine" }])
    })
  )

  it.effect("is invisible to others in memory too, where a read waits for its end", () =>
    Effect.gen(function* () {
      const queue = yield* Mail.MailQueue
      const wrote = yield* Deferred.make<void>()
      const long = yield* Effect.fork(
        Ports.transactional(
          Effect.gen(function* () {
            yield* queue.enqueue(aJob("undone"))
            yield* Deferred.succeed(wrote, undefined)
            yield* Effect.yieldNow()
            return yield* Effect.fail("no")
          })
        )
      )
      yield* Deferred.await(wrote)
      assert.deepStrictEqual(yield* jobs, [])
      assert.isTrue(Exit.isFailure(yield* Fiber.await(long)))
    }).pipe(Effect.provide(Sqlite.layer({ filename: ":memory:" })))
  )

  it.effect("lets the next one proceed when it is interrupted in the queue", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      const mayEnd = yield* Deferred.make<void>()
      const first = yield* Effect.fork(
        Ports.transactional(Effect.zipRight(queue.enqueue(aJob("first")), Deferred.await(mayEnd)))
      )
      yield* Effect.yieldNow()
      const waiting = yield* Effect.forEach(["a", "b", "c"], (id) => Effect.fork(queue.enqueue(aJob(id))))
      yield* Effect.yieldNow()
      // The first in the queue gets the lock in the step in which it is interrupted.
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Effect.forkDaemon(Fiber.interrupt(waiting[0]!))
      yield* Fiber.join(first)
      yield* Fiber.await(waiting[0]!)
      yield* Fiber.joinAll(waiting.slice(1))
      assert.includeMembers([...committed(filename, "select id from boardwright_mail_job")], ["b", "c", "first"])
    })
  )

  it.effect("stores all tasks or none, and none in a group of another board", () =>
    onFile(function* (filename) {
      yield* givenBoards("one", "two")
      const tasks = yield* Task.TaskRepository
      const many = Array.from({ length: 120 }, (_, index) => aTask(`task-${index}`, "one", "one-group"))
      const exit = yield* Effect.exit(tasks.insert([...many, aTask("stray", "one", "two-group")]))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.deepStrictEqual(committed(filename, "select id from boardwright_task"), [])
      yield* tasks.insert(many)
      assert.strictEqual(committed(filename, "select id from boardwright_task").length, 120)
    })
  )

  it.effect("has defects that contain no SQL and no values", () =>
    onFile(function* () {
      yield* givenBoards("one")
      const boards = yield* Board.BoardRepository
      const [twice] = yield* runSql("select id from boardwright_group")
      const exit = yield* Effect.exit(
        boards.insertGroup(Board.BoardId.make("one"), {
          id: Board.GroupId.make((twice as { id: string }).id),
          name: "secret name",
          color: "#579BFC",
          rank: aTask("x", "one", "g").rank
        })
      )
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
      assert.strictEqual(
        defect instanceof Error ? defect.message : "",
        "BoardRepository.insertGroup failed: SQLITE_CONSTRAINT_UNIQUE"
      )
    })
  )
})
