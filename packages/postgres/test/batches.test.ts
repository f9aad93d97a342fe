import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { inBatches, mapExit } from "../src/batches.js"
import { until } from "./storage.js"

const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** A request for the double of a number, the batches that were sent, and a function that answers one of them. */
const doubling = () => {
  const batches: Array<{ readonly requests: ReadonlyArray<number>; readonly answer: Deferred.Deferred<void, string> }> =
    []
  const double = inBatches(
    (requests: ReadonlyArray<number>, done: (exit: Exit.Exit<ReadonlyArray<number>, string>) => void) => {
      const answer = Effect.runSync(Deferred.make<void, string>())
      batches.push({ requests, answer })
      const doubles = requests.map((each) => each * 2)
      Effect.runCallback(Effect.as(Deferred.await(answer), doubles), { onExit: done })
    }
  )
  const answer = (batch: number) => Deferred.succeed(batches[batch]!.answer, undefined)
  return { answer, batches, double }
}

const from = (start: number, length: number) => Array.from({ length }, (_, at) => start + at)

describe("concurrent requests", () => {
  it.live("of one turn of the event loop are sent in batches of at most 64, and each gets its own answer", () =>
    Effect.gen(function* () {
      const { answer, batches, double } = doubling()
      const fibers = yield* Effect.forEach(from(0, 100), (each) => Effect.fork(double(each)))
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 2
      )
      assert.deepStrictEqual(
        batches.map(({ requests }) => requests),
        [from(0, 64), from(64, 36)]
      )
      yield* answer(1)
      yield* answer(0)
      assert.deepStrictEqual(
        yield* Fiber.join(Fiber.all(fibers)),
        from(0, 100).map((each) => each * 2)
      )
    })
  )

  it.live("are queued while two batches are in flight, but not for long", () =>
    Effect.gen(function* () {
      const { answer, batches, double } = doubling()
      for (const each of [1, 2, 3, 4]) {
        yield* Effect.fork(double(each))
        yield* turn
        yield* turn
      }
      assert.deepStrictEqual(
        batches.map(({ requests }) => requests),
        [[1], [2]]
      )
      const started = performance.now()
      yield* answer(0)
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 3
      )
      assert.isBelow(performance.now() - started, 90)
      assert.deepStrictEqual(batches[2]!.requests, [3, 4])
      // The second batch is never answered.
      yield* Effect.fork(double(5))
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 4
      )
    })
  )

  it.live("fail with their own batch only", () =>
    Effect.gen(function* () {
      const { answer, batches, double } = doubling()
      const first = yield* Effect.forEach([1, 2], (each) => Effect.fork(Effect.exit(double(each))))
      yield* turn
      yield* turn
      const second = yield* Effect.fork(double(3))
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 2
      )
      yield* Deferred.fail(batches[0]!.answer, "no")
      yield* answer(1)
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(first)), [Exit.fail("no"), Exit.fail("no")])
      assert.strictEqual(yield* Fiber.join(second), 6)
    })
  )

  it.live("that are interrupted are not sent and delay no other", () =>
    Effect.gen(function* () {
      const { answer, batches, double } = doubling()
      const [gone, stays] = yield* Effect.forEach([1, 2], (each) => Effect.fork(double(each)))
      yield* Fiber.interrupt(gone!)
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 1
      )
      assert.deepStrictEqual(batches[0]!.requests, [2])
      const late = yield* Effect.fork(double(3))
      yield* until(
        Effect.sync(() => batches.length),
        (length) => length === 2
      )
      yield* Fiber.interrupt(late)
      yield* answer(1)
      yield* answer(0)
      assert.strictEqual(yield* Fiber.join(stays!), 4)
    })
  )

  it.live("whose answer cannot be read die, without throwing at the driver", () =>
    Effect.gen(function* () {
      const defect = new Error("a row is missing")
      const unreadable = (): ReadonlyArray<number> => {
        throw defect
      }
      const double = inBatches((_: ReadonlyArray<number>, done: (exit: Exit.Exit<ReadonlyArray<number>>) => void) =>
        done(mapExit(Exit.succeed([]), unreadable))
      )
      const exits = yield* Effect.forEach([1, 2], (each) => Effect.exit(double(each)), { concurrency: 2 })
      assert.deepStrictEqual(exits, [Exit.die(defect), Exit.die(defect)])
    })
  )
})
