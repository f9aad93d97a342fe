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
  it.effect("begins a new window exactly at the end of the last", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      yield* hit("a")
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* countOf("a"), 2)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* hit("a"), { count: 1, resetsAt: START + 2 * MINUTE })
    }).pipe(Effect.provide(Rate.memoryRateCounts()))
  )

  it.effect("evicts the oldest window when it is full", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (const key of ["a", "b", "c"]) {
        yield* hit(key)
        yield* TestClock.adjust("1 seconds")
      }
      yield* hit("a")
      yield* hit("d")
      for (const key of ["b", "c", "d"]) assert.strictEqual(yield* countOf(key), 2, key)
      assert.strictEqual(yield* countOf("a"), 1)
    }).pipe(Effect.provide(Rate.memoryRateCounts(3)))
  )

  it.effect("evicts ended windows before others", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (const key of ["a", "b"]) yield* hit(key)
      yield* TestClock.adjust("30 seconds")
      yield* hit("c")
      yield* TestClock.adjust("30 seconds")
      yield* hit("d")
      yield* hit("e")
      for (const key of ["c", "d", "e"]) assert.strictEqual(yield* countOf(key), 2, key)
    }).pipe(Effect.provide(Rate.memoryRateCounts(3)))
  )

  it.effect("keeps counting when it is full", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(START)
      for (let at = 0; at < 20_000; at++) assert.strictEqual(yield* countOf(`flood ${at}`), 1)
      // Only the latest hundred are stored, so earlier keys count from one.
      for (let at = 19_900; at < 20_000; at++) assert.strictEqual(yield* countOf(`flood ${at}`), 2)
      assert.strictEqual(yield* countOf("flood 19899"), 1)
    }).pipe(Effect.provide(Rate.memoryRateCounts(100)))
  )
})
