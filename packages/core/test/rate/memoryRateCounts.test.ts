import { Rate } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 1)

const hit = Effect.fnUntraced(function* (key: string, windowMillis = MINUTE) {
  return yield* (yield* Rate.RateCounts).hit(key, windowMillis)
})
const countOf = (key: string) => Effect.map(hit(key), ({ count }) => count)

describe("memoryRateCounts", () => {
  it.effect("counts each key in a window of its own that begins with its first request", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      assert.deepStrictEqual(yield* hit("a"), { count: 1, resetsAt: START + MINUTE })
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* hit("a"), { count: 2, resetsAt: START + MINUTE })
      assert.deepStrictEqual(yield* hit("b"), { count: 1, resetsAt: START + MINUTE + 30_000 })
    }).pipe(Effect.provide(Rate.memoryRateCounts()))
  )

  it.effect("begins anew at the very end of the window", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      yield* hit("a")
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* countOf("a"), 2)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* hit("a"), { count: 1, resetsAt: START + 2 * MINUTE })
    }).pipe(Effect.provide(Rate.memoryRateCounts()))
  )

  it.effect("counts each of many requests at once exactly once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      const counts = yield* Effect.all(
        Array.from({ length: 500 }, () => countOf("a")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        counts.toSorted((a, b) => a - b),
        counts.map((_, at) => at + 1)
      )
    }).pipe(Effect.provide(Rate.memoryRateCounts()))
  )

  it.effect("forgets the window that began first once it is full", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (const key of ["a", "b", "c"]) {
        yield* hit(key)
        yield* TestClock.adjust("1 seconds")
      }
      yield* hit("a")
      yield* hit("d")
      assert.strictEqual(yield* countOf("b"), 2)
      assert.strictEqual(yield* countOf("c"), 2)
      assert.strictEqual(yield* countOf("d"), 2)
      assert.strictEqual(yield* countOf("a"), 1)
    }).pipe(Effect.provide(Rate.memoryRateCounts(3)))
  )

  it.effect("drops what has expired before what has not", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (const key of ["a", "b"]) yield* hit(key)
      yield* TestClock.adjust("30 seconds")
      yield* hit("c")
      yield* TestClock.adjust("30 seconds")
      yield* hit("d")
      yield* hit("e")
      assert.strictEqual(yield* countOf("c"), 2)
      assert.strictEqual(yield* countOf("d"), 2)
      assert.strictEqual(yield* countOf("e"), 2)
    }).pipe(Effect.provide(Rate.memoryRateCounts(3)))
  )

  it.effect("a full table keeps counting, however many keys come", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (let at = 0; at < 20_000; at++) assert.strictEqual(yield* countOf(`flood ${at}`), 1)
      // The hundred youngest are all that is remembered, so that what came before them counts from one.
      for (let at = 19_900; at < 20_000; at++) assert.strictEqual(yield* countOf(`flood ${at}`), 2)
      assert.strictEqual(yield* countOf("flood 19899"), 1)
    }).pipe(Effect.provide(Rate.memoryRateCounts(100)))
  )

  it.effect("leaves no window open for longer than a window lasts when the clock is set back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (let at = 0; at < 5; at++) yield* hit("a")
      yield* TestClock.setTime(START - 24 * 60 * MINUTE)
      const after = yield* hit("a")
      assert.deepStrictEqual(after, { count: 1, resetsAt: START - 24 * 60 * MINUTE + MINUTE })
    }).pipe(Effect.provide(Rate.memoryRateCounts()))
  )
})
