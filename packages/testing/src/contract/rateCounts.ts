import { Rate } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { fresh } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { at, atOnce } from "./support.js"

const MINUTE = 60_000
const START = Date.UTC(2031, 0, 1)

/** What every counter of requests promises. */
const rateCountsSuite: Suite<Rate.RateCounts> = (it) => {
  it.effect("counts from one, in a window that starts with the first request", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      const key = fresh("key")
      const resetsAt = START + MINUTE
      for (const [index, after] of [0, 1, 59_999].entries()) {
        const counted = yield* counts.hit(key, MINUTE).pipe(at(START + after))
        assert.deepStrictEqual(counted, { count: index + 1, resetsAt })
      }
    })
  )

  it.effect("the request after the window's end starts the next one", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      const key = fresh("key")
      yield* counts.hit(key, MINUTE).pipe(at(START))
      yield* counts.hit(key, MINUTE).pipe(at(START + 1))
      for (const later of [START + MINUTE, START + 5 * MINUTE + 7]) {
        const counted = yield* counts.hit(key, MINUTE).pipe(at(later))
        assert.deepStrictEqual(counted, { count: 1, resetsAt: later + MINUTE })
      }
    })
  )

  it.effect("counts keys apart", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      const base = fresh("key")
      const keys = [base, `${base} `, `${base}:x`, base.toUpperCase(), `${base}'"🔑`, `${base}${"x".repeat(200)}`]
      for (const round of [1, 2, 3]) {
        for (const [index, key] of keys.entries()) {
          const now = START + index * 10
          const counted = yield* counts.hit(key, MINUTE).pipe(at(now + round))
          assert.deepStrictEqual(counted, { count: round, resetsAt: now + 1 + MINUTE })
        }
      }
    })
  )

  it.effect("windows have the length that is asked for", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      for (const length of [1, 1000, 3_600_000]) {
        const counted = yield* counts.hit(fresh("key"), length).pipe(at(START))
        assert.deepStrictEqual(counted, { count: 1, resetsAt: START + length })
      }
    })
  )

  it.effect("counts each of 200 concurrent requests exactly once", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      const keys = [fresh("key"), fresh("key")]
      const counted = yield* atOnce(400, (index) => counts.hit(keys[index % 2] ?? "", MINUTE)).pipe(at(START))
      for (const parity of [0, 1]) {
        const mine = counted.filter((_, index) => index % 2 === parity)
        const sorted = mine.map(({ count }) => count).toSorted((a, b) => a - b)
        assert.deepStrictEqual(
          sorted,
          Array.from({ length: 200 }, (_, index) => index + 1)
        )
        assert.deepStrictEqual(new Set(mine.map(({ resetsAt }) => resetsAt)), new Set([START + MINUTE]))
      }
    })
  )

  it.effect("exactly one of many concurrent requests after a window's end is the first", () =>
    Effect.gen(function* () {
      const counts = yield* Rate.RateCounts
      const key = fresh("key")
      yield* counts.hit(key, MINUTE).pipe(at(START))
      const counted = yield* atOnce(50, () => counts.hit(key, MINUTE)).pipe(at(START + 2 * MINUTE))
      assert.strictEqual(counted.filter(({ count }) => count === 1).length, 1)
      assert.strictEqual(Math.max(...counted.map(({ count }) => count)), 50)
    })
  )
}

/** Runs that suite on an adapter. */
export const rateCountsContract = contract("RateCounts", rateCountsSuite)
