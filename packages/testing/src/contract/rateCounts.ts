import { Rate } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { fresh } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { at, atOnce } from "./support.js"

const counts = Effect.serviceFunctions(Rate.RateCounts)

const MINUTE = 60_000
const START = Date.UTC(2031, 0, 1)

/** The clock of a counter, controlled by the tests. */
export interface CounterTime<R = never> {
  /** In milliseconds since 1970. */
  readonly now: Effect.Effect<number, never, R>
  /** Moves the counter's clock forward or back. */
  readonly elapse: (millis: number) => Effect.Effect<void, never, R>
  /** Runs a count by that clock. */
  readonly during: <A, E, R1>(count: Effect.Effect<A, E, R1>) => Effect.Effect<A, E, R1>
}

/** For counters that use Effect's clock, which only `elapse` moves. */
export const effectTime = (): CounterTime => {
  let now = START
  return {
    now: Effect.sync(() => now),
    elapse: (millis) => Effect.sync(() => void (now += millis)),
    during: (count) => Effect.suspend(() => at(now)(count))
  }
}

/** The contract of `RateCounts`. */
const rateCountsSuite = <R>(time: CounterTime<R>): Suite<Rate.RateCounts | R> => {
  /** Counts a request. Returns the count and how long the window lasts. */
  const hit = Effect.fnUntraced(function* (key: string, length = MINUTE) {
    const { count, resetsAt } = yield* time.during(counts.hit(key, length))
    return { count, left: resetsAt - (yield* time.now) }
  })

  /** Checks how long a window lasts; real time may have passed since it began. */
  const watch = () => {
    const began = performance.now()
    return ({ count, left }: { readonly count: number; readonly left: number }, expected: typeof count, of: number) => {
      assert.strictEqual(count, expected)
      assert.isAtMost(left, of + 1)
      assert.isAtLeast(left, of - 1 - (performance.now() - began))
    }
  }

  return (it) => {
    it("counts from one, in a window that starts with the first request", function* () {
      const key = fresh("key")
      const check = watch()
      check(yield* hit(key), 1, MINUTE)
      yield* time.elapse(1)
      check(yield* hit(key), 2, MINUTE - 1)
      yield* time.elapse(29_999)
      check(yield* hit(key), 3, MINUTE / 2)
    })

    it("a request after the end of a window starts the next one", function* () {
      const key = fresh("key")
      yield* hit(key)
      yield* hit(key)
      for (const later of [MINUTE, 5 * MINUTE + 7]) {
        yield* time.elapse(later)
        watch()(yield* hit(key), 1, MINUTE)
      }
    })

    it("counts each key separately", function* () {
      const base = fresh("key")
      const keys = [base, `${base} `, `${base}:x`, base.toUpperCase(), `${base}'"🔑`, `${base}${"x".repeat(200)}`]
      for (const round of [1, 2, 3]) {
        for (const key of keys) assert.strictEqual((yield* hit(key)).count, round)
      }
    })

    it("windows have the given length", function* () {
      for (const length of [1, 1000, 3_600_000]) watch()(yield* hit(fresh("key"), length), 1, length)
    })

    it("ends a window in time after the clock was set back", function* () {
      const key = fresh("key")
      for (const count of [1, 2, 3]) assert.strictEqual((yield* hit(key)).count, count)
      yield* time.elapse(-24 * 60 * MINUTE)
      watch()(yield* hit(key), 1, MINUTE)
    })

    it("counts a request that costs as much as several, and takes back what was counted", function* () {
      const key = fresh("key")
      const costs = [3, 1, 11, -11, 5]
      const ends: Array<number> = []
      for (const cost of costs) ends.push((yield* time.during(counts.hit(key, MINUTE, cost))).count)
      assert.deepStrictEqual(ends, [3, 4, 15, 4, 9])
      const counted = yield* time.during(atOnce(20, (index) => counts.hit(key, MINUTE, 1 + (index % 2))))
      assert.strictEqual(Math.max(...counted.map(({ count }) => count)), 39)
      assert.strictEqual(new Set(counted.map(({ count }) => count)).size, 20)
    })

    it("counts each of 200 concurrent requests exactly once", function* () {
      const keys = [fresh("key"), fresh("key")]
      const counted = yield* time.during(atOnce(400, (index) => counts.hit(keys[index % 2] ?? "", MINUTE)))
      for (const parity of [0, 1]) {
        const mine = counted.filter((_, index) => index % 2 === parity)
        const sorted = mine.map(({ count }) => count).toSorted((a, b) => a - b)
        assert.deepStrictEqual(
          sorted,
          Array.from({ length: 200 }, (_, index) => index + 1)
        )
        assert.strictEqual(new Set(mine.map(({ resetsAt }) => resetsAt)).size, 1)
      }
    })

    it("one of many concurrent requests after the end of a window is the first", function* () {
      const key = fresh("key")
      yield* hit(key)
      yield* time.elapse(2 * MINUTE)
      const counted = yield* atOnce(50, () => hit(key))
      assert.strictEqual(counted.filter(({ count }) => count === 1).length, 1)
      assert.strictEqual(Math.max(...counted.map(({ count }) => count)), 50)
    })
  }
}

/** Runs the suite on an adapter. An adapter with another clock than Effect's provides its own control of time. */
export const rateCountsContract = <E, R = never>(
  name: string,
  adapter: Layer.Layer<Rate.RateCounts | R, E>,
  time: CounterTime<R> = effectTime()
): void => contract("RateCounts", rateCountsSuite(time))(name, adapter)
