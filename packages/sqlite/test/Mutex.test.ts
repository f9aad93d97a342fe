import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, FiberId } from "effect"
import { Mutex } from "../src/Mutex.js"

const acquire = (lock: Mutex) => Effect.uninterruptibleMask((restore) => lock.acquire(restore))

/** Acquires the lock, records its name and releases the lock. */
const visit = (lock: Mutex, name: string, visited: Array<string>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.zipRight(
      lock.acquire(restore),
      Effect.sync(() => {
        visited.push(name)
        lock.release()
      })
    )
  )

describe("Mutex", () => {
  it.effect("is granted in the order of requests", () =>
    Effect.gen(function* () {
      const lock = new Mutex(() => {})
      const visited: Array<string> = []
      yield* acquire(lock)
      const fibers = yield* Effect.forEach(["a", "b", "c"], (name) =>
        Effect.zipLeft(Effect.fork(visit(lock, name, visited)), Effect.yieldNow())
      )
      lock.release()
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(visited, ["a", "b", "c"])
    })
  )

  for (const [when, step] of [
    ["before", (lock: Mutex, interrupt: () => void) => (interrupt(), lock.release())],
    ["in the moment when", (lock: Mutex, interrupt: () => void) => (lock.release(), interrupt())]
  ] as const) {
    it.effect(`is not lost with a fiber that is interrupted ${when} it is granted`, () =>
      Effect.gen(function* () {
        let idle = 0
        const lock = new Mutex(() => void idle++)
        const visited: Array<string> = []
        yield* acquire(lock)
        const first = yield* Effect.fork(visit(lock, "first", visited))
        yield* Effect.yieldNow()
        const second = yield* Effect.fork(visit(lock, "second", visited))
        yield* Effect.yieldNow()
        step(lock, () => first.unsafeInterruptAsFork(FiberId.none))
        assert.isTrue(Exit.isInterrupted(yield* Fiber.await(first)))
        yield* Fiber.join(second)
        assert.include(visited, "second")
        assert.strictEqual(idle, 1)
        yield* acquire(lock)
      })
    )
  }

  it.effect(
    "reports that it is idle even if the last in the queue is interrupted in the moment when it is granted",
    () =>
      Effect.gen(function* () {
        let idle = 0
        const lock = new Mutex(() => void idle++)
        yield* acquire(lock)
        const last = yield* Effect.fork(visit(lock, "last", []))
        yield* Effect.yieldNow()
        lock.release()
        assert.strictEqual(idle, 0)
        last.unsafeInterruptAsFork(FiberId.none)
        yield* Fiber.await(last)
        assert.strictEqual(idle, 1)
      })
  )
})
