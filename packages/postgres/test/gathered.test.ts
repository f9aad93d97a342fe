import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { gathered, mapped } from "../src/gathered.js"
import { until } from "./storage.js"

const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** What is asked for, in lots, each answered with the double when it is told to. */
const asked = () => {
  const lots: Array<{ readonly questions: ReadonlyArray<number>; readonly answer: Deferred.Deferred<void, string> }> =
    []
  const ask = gathered(
    (questions: ReadonlyArray<number>, answered: (exit: Exit.Exit<ReadonlyArray<number>, string>) => void) => {
      const answer = Effect.runSync(Deferred.make<void, string>())
      lots.push({ questions, answer })
      const doubles = questions.map((each) => each * 2)
      Effect.runCallback(Effect.as(Deferred.await(answer), doubles), { onExit: answered })
    }
  )
  const answer = (lot: number) => Deferred.succeed(lots[lot]!.answer, undefined)
  return { lots, ask, answer }
}

const from = (start: number, length: number) => Array.from({ length }, (_, at) => start + at)

describe("questions", () => {
  it.live("of one turn of the event loop go out together, 64 at most, and each gets its own answer", () =>
    Effect.gen(function* () {
      const { answer, ask, lots } = asked()
      const fibers = yield* Effect.forEach(from(0, 100), (each) => Effect.fork(ask(each)))
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 2
      )
      assert.deepStrictEqual(
        lots.map(({ questions }) => questions),
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

  it.live("wait while two lots are on their way, and not for long", () =>
    Effect.gen(function* () {
      const { answer, ask, lots } = asked()
      for (const each of [1, 2, 3, 4]) {
        yield* Effect.fork(ask(each))
        yield* turn
        yield* turn
      }
      assert.deepStrictEqual(
        lots.map(({ questions }) => questions),
        [[1], [2]]
      )
      const started = performance.now()
      yield* answer(0)
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 3
      )
      assert.isBelow(performance.now() - started, 90)
      assert.deepStrictEqual(lots[2]!.questions, [3, 4])
      // The second is never answered.
      yield* Effect.fork(ask(5))
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 4
      )
    })
  )

  it.live("fail with their lot, and with no other", () =>
    Effect.gen(function* () {
      const { answer, ask, lots } = asked()
      const first = yield* Effect.forEach([1, 2], (each) => Effect.fork(Effect.exit(ask(each))))
      yield* turn
      yield* turn
      const second = yield* Effect.fork(ask(3))
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 2
      )
      yield* Deferred.fail(lots[0]!.answer, "no")
      yield* answer(1)
      assert.deepStrictEqual(yield* Fiber.join(Fiber.all(first)), [Exit.fail("no"), Exit.fail("no")])
      assert.strictEqual(yield* Fiber.join(second), 6)
    })
  )

  it.live("that nobody waits for any more are not asked, and keep nobody from an answer", () =>
    Effect.gen(function* () {
      const { answer, ask, lots } = asked()
      const [gone, stays] = yield* Effect.forEach([1, 2], (each) => Effect.fork(ask(each)))
      yield* Fiber.interrupt(gone!)
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 1
      )
      assert.deepStrictEqual(lots[0]!.questions, [2])
      const late = yield* Effect.fork(ask(3))
      yield* until(
        Effect.sync(() => lots.length),
        (length) => length === 2
      )
      yield* Fiber.interrupt(late)
      yield* answer(1)
      yield* answer(0)
      assert.strictEqual(yield* Fiber.join(stays!), 4)
    })
  )

  it.live("whose answer nothing can be made of are defects of those who asked, and thrown at nobody else", () =>
    Effect.gen(function* () {
      const trouble = new Error("a row too few")
      const unreadable = (): ReadonlyArray<number> => {
        throw trouble
      }
      const ask = gathered((_: ReadonlyArray<number>, answered: (exit: Exit.Exit<ReadonlyArray<number>>) => void) =>
        answered(mapped(Exit.succeed([]), unreadable))
      )
      const exits = yield* Effect.forEach([1, 2], (each) => Effect.exit(ask(each)), { concurrency: 2 })
      assert.deepStrictEqual(exits, [Exit.die(trouble), Exit.die(trouble)])
    })
  )
})
