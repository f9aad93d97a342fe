import { Rate } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { fresh } from "../fixtures.js"
import { type CounterTime, effectTime } from "./rateCounts.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

const throttle = Effect.serviceFunctions(Rate.Throttle)

const MINUTE = 60_000
const WINDOW = 15 * MINUTE

const GROWING: Rate.ThrottleRule = {
  limit: 3,
  windowMillis: WINDOW,
  wait: { firstMillis: MINUTE, longestMillis: 5 * MINUTE }
}
const FIXED: Rate.ThrottleRule = { limit: 3, windowMillis: WINDOW, wait: null }

/** The contract of `Throttle`. */
const throttleSuite = <R>(time: CounterTime<R>): Suite<Rate.Throttle | R> => {
  /** Uses the key. Returns "allowed", or the whole seconds that it is still blocked; time may pass meanwhile. */
  const use = Effect.fnUntraced(function* (key: string, rule = GROWING) {
    const blockedUntil = yield* time.during(throttle.consume(key, rule))
    return blockedUntil === null ? "allowed" : Math.round((blockedUntil - (yield* time.now)) / 1000)
  })
  const blockedFor = Effect.fnUntraced(function* (key: string, minutes: number, rule = GROWING) {
    const left = yield* use(key, rule)
    assert.isNumber(left)
    assert.isTrue(Math.abs(Number(left) - minutes * 60) <= 5, `blocked for ${left} s, not for ${minutes} min`)
  })
  const allowed = Effect.fnUntraced(function* (key: string, times: number, rule = GROWING) {
    for (let at = 0; at < times; at++) assert.strictEqual(yield* use(key, rule), "allowed", `use ${at + 1}`)
  })

  return (it) => {
    it("allows as many uses as the limit, for each key", function* () {
      const [key, other] = [fresh("key"), fresh("key")]
      yield* allowed(key, 3)
      yield* blockedFor(key, 1)
      yield* allowed(other, 3)
      yield* blockedFor(other, 1)
    })

    it("allows one use after each wait, which doubles up to the longest", function* () {
      const key = fresh("key")
      yield* allowed(key, 3)
      for (const minutes of [1, 2, 4, 5, 5]) {
        yield* blockedFor(key, minutes)
        yield* time.elapse(minutes * MINUTE)
        yield* allowed(key, 1)
      }
      yield* blockedFor(key, 5)
    })

    it("does not prolong a wait by blocked uses", function* () {
      const key = fresh("key")
      yield* allowed(key, 3)
      for (let at = 0; at < 10; at++) yield* blockedFor(key, 1)
      yield* time.elapse(MINUTE)
      yield* allowed(key, 1)
      yield* blockedFor(key, 2)
    })

    it("restarts the count after a window without a blocked use, or after a wait", function* () {
      const key = fresh("key")
      for (const _ of [1, 2]) {
        yield* allowed(key, 2)
        yield* time.elapse(WINDOW)
      }
      yield* allowed(key, 3)
      yield* time.elapse(MINUTE + WINDOW)
      yield* allowed(key, 3)
      yield* blockedFor(key, 1)
    })

    it("blocks for the rest of the window without a wait", function* () {
      const key = fresh("key")
      yield* allowed(key, 1, FIXED)
      yield* time.elapse(5 * MINUTE)
      yield* allowed(key, 2, FIXED)
      yield* blockedFor(key, 10, FIXED)
      yield* time.elapse(10 * MINUTE)
      yield* allowed(key, 3, FIXED)
      yield* blockedFor(key, 15, FIXED)
    })

    it("a limit of one blocks after the first use", function* () {
      const [growing, fixed] = [fresh("key"), fresh("key")]
      yield* allowed(growing, 1, { ...GROWING, limit: 1 })
      yield* blockedFor(growing, 1, { ...GROWING, limit: 1 })
      yield* allowed(fixed, 1, { ...FIXED, limit: 1 })
      yield* blockedFor(fixed, 15, { ...FIXED, limit: 1 })
    })

    it("a refund uncounts one use and ends the wait", function* () {
      const [key, other] = [fresh("key"), fresh("key")]
      yield* allowed(key, 3)
      yield* allowed(other, 3)
      yield* throttle.refund(key)
      yield* allowed(key, 1)
      yield* blockedFor(key, 1)
      yield* blockedFor(other, 1)
      yield* throttle.refund(fresh("unknown"))
    })

    it("a reset removes the count and the wait", function* () {
      const key = fresh("key")
      yield* allowed(key, 3)
      yield* throttle.reset(key)
      yield* allowed(key, 3)
      yield* blockedFor(key, 1)
      yield* throttle.reset(fresh("unknown"))
    })

    it("allows exactly the limit of 50 concurrent uses", function* () {
      for (const rule of [GROWING, FIXED]) {
        const key = fresh("key")
        const uses = yield* atOnce(50, () => use(key, rule))
        assert.strictEqual(uses.filter((each) => each === "allowed").length, 3)
      }
    })

    it("ends a block in time after the clock was set back", function* () {
      const key = fresh("key")
      yield* allowed(key, 3)
      yield* time.elapse(-24 * 60 * MINUTE)
      yield* allowed(key, 1)
    })
  }
}

/** Runs the suite on an adapter. An adapter with another clock than Effect's provides its own control of time. */
export const throttleContract = <E, R = never>(
  name: string,
  adapter: Layer.Layer<Rate.Throttle | R, E>,
  time: CounterTime<R> = effectTime()
): void => contract("Throttle", throttleSuite(time))(name, adapter)
