import { Mail, Ports } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Exit, Fiber } from "effect"
import { twoEventLoopTurns } from "../src/Writer.js"
import { aJob, committed, onFile } from "./storage.js"

/** Another connection with an open transaction, until the scope closes. */
const holding = (filename: string, begin = "begin immediate") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const other = openSqlite(filename)
      other.exec(begin)
      return other
    }),
    (other) => Effect.sync(() => other.close())
  )

/** The effect's exit, and the longest time during which the event loop ran no timer. */
const watchingTheLoop = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let last = performance.now()
    let longest = 0
    let ticks = 0
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
      ticks++
    }, 2)
    const exit = yield* Effect.ensuring(
      Effect.exit(effect),
      Effect.sync(() => clearInterval(timer))
    )
    return { exit, ticks, longest }
  })

describe("a file that another process holds", () => {
  it.live("does not block the event loop, and fails with StorageUnavailable after the patience", () =>
    onFile(
      function* (filename) {
        const queue = yield* Mail.MailQueue
        yield* holding(filename)
        const started = performance.now()
        const { exit, longest, ticks } = yield* watchingTheLoop(
          Effect.all(
            ["a", "b", "c", "d"].map((id) => Effect.flip(queue.enqueue(aJob(id)))),
            { concurrency: "unbounded" }
          )
        )
        const took = performance.now() - started
        assert.isTrue(Exit.isSuccess(exit))
        for (const error of Exit.isSuccess(exit) ? exit.value : []) assert.instanceOf(error, Ports.StorageUnavailable)
        assert.isAbove(ticks, 20)
        assert.isBelow(longest, 400)
        // All wait at the same time, not one after another.
        assert.isAtLeast(took, 800)
        assert.isBelow(took, 2400)
      },
      { patience: "800 millis" }
    )
  )

  it.live("is written to as soon as it is released", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      const writing = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* holding(filename)
          const fiber = yield* Effect.fork(queue.enqueue(aJob("patient")))
          yield* twoEventLoopTurns
          assert.deepStrictEqual(committed(filename, "select id from boardwright_mail_job"), [])
          return fiber
        })
      )
      yield* Fiber.join(writing)
      assert.deepStrictEqual(committed(filename, "select id from boardwright_mail_job"), ["patient"])
    })
  )

  it.live("does not keep the writer when a waiting transaction is interrupted", () =>
    onFile(function* (filename) {
      const queue = yield* Mail.MailQueue
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* holding(filename)
          const fiber = yield* Effect.fork(queue.enqueue(aJob("given up")))
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(fiber)
        })
      )
      yield* queue.enqueue(aJob("next"))
      assert.deepStrictEqual(committed(filename, "select id from boardwright_mail_job"), ["next"])
    })
  )

  it.effect("can still be read", () =>
    onFile(function* (filename) {
      yield* holding(filename)
      const health = yield* Ports.StorageHealth
      yield* health.check
    })
  )
})
