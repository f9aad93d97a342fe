import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, FiberId } from "effect"
import { Turn } from "../src/Turn.js"

const hold = (turn: Turn) => Effect.uninterruptibleMask((restore) => turn.take(restore))

/** Waits for the turn, notes its name and passes the turn on. */
const visit = (turn: Turn, name: string, visited: Array<string>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.zipRight(
      turn.take(restore),
      Effect.sync(() => {
        visited.push(name)
        turn.pass()
      })
    )
  )

describe("Turn", () => {
  it.effect("goes round in the order of asking", () =>
    Effect.gen(function* () {
      const turn = new Turn(() => {})
      const visited: Array<string> = []
      yield* hold(turn)
      const fibers = yield* Effect.forEach(["a", "b", "c"], (name) =>
        Effect.zipLeft(Effect.fork(visit(turn, name, visited)), Effect.yieldNow())
      )
      turn.pass()
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(visited, ["a", "b", "c"])
    })
  )

  for (const [when, step] of [
    ["before", (turn: Turn, interrupt: () => void) => (interrupt(), turn.pass())],
    ["in the moment", (turn: Turn, interrupt: () => void) => (turn.pass(), interrupt())]
  ] as const) {
    it.effect(`is not lost with a fiber that is interrupted ${when} it is granted`, () =>
      Effect.gen(function* () {
        let unwanted = 0
        const turn = new Turn(() => void unwanted++)
        const visited: Array<string> = []
        yield* hold(turn)
        const first = yield* Effect.fork(visit(turn, "first", visited))
        yield* Effect.yieldNow()
        const second = yield* Effect.fork(visit(turn, "second", visited))
        yield* Effect.yieldNow()
        step(turn, () => first.unsafeInterruptAsFork(FiberId.none))
        assert.isTrue(Exit.isInterrupted(yield* Fiber.await(first)))
        yield* Fiber.join(second)
        assert.include(visited, "second")
        assert.strictEqual(unwanted, 1)
        yield* hold(turn)
      })
    )
  }

  it.effect("is known to be unwanted even where the last in line was interrupted in the moment it was granted", () =>
    Effect.gen(function* () {
      let unwanted = 0
      const turn = new Turn(() => void unwanted++)
      yield* hold(turn)
      const last = yield* Effect.fork(visit(turn, "last", []))
      yield* Effect.yieldNow()
      turn.pass()
      assert.strictEqual(unwanted, 0)
      last.unsafeInterruptAsFork(FiberId.none)
      yield* Fiber.await(last)
      assert.strictEqual(unwanted, 1)
    })
  )
})
