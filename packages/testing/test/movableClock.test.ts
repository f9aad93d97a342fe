import { movableClock } from "@boardwright/testing"
import { Clock, Effect, Fiber } from "effect"
import { assert, describe, it } from "vitest"

describe("movableClock", () => {
  it("stands still until it is moved", () => {
    const clock = movableClock("2026-03-01T00:00:00Z")
    assert.strictEqual(clock.now(), Date.UTC(2026, 2, 1))
    clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 })
    assert.strictEqual(new Date(clock.now()).toISOString(), "2026-03-02T02:03:04.005Z")
    clock.set(new Date(Date.UTC(2020, 0, 1)))
    assert.strictEqual(clock.now(), Date.UTC(2020, 0, 1))
  })

  it("rejects invalid dates and negative spans, and does not move", () => {
    const clock = movableClock(1000)
    assert.throws(() => clock.set("tomorrow"), RangeError)
    assert.throws(() => clock.advance({ hours: -1 }), RangeError)
    assert.throws(() => clock.advance({ hours: Number.NaN }), RangeError)
    assert.throws(() => movableClock(new Date("no date")), RangeError)
    assert.strictEqual(clock.now(), 1000)
  })

  it("refuses what is no span, by the name of an unknown field, and does not move", () => {
    const clock = movableClock(1000)
    const unknown = "day is unknown; known: days, hours, minutes, seconds, milliseconds"
    assert.throws(() => clock.advance({ day: 1 } as never), TypeError, unknown)
    for (const none of [undefined, null, 1000, "1 day"]) {
      assert.throws(() => clock.advance(none as never), TypeError, "the clock advances by a span such as { hours: 1 }")
    }
    assert.strictEqual(clock.now(), 1000)
  })

  it("is Effect's clock: sleepers wake in order, and interrupted ones never", async () => {
    const clock = movableClock(0)
    const woken: Array<string> = []
    const sleeper = (name: string, millis: number) =>
      Effect.sleep(millis).pipe(
        Effect.zipRight(Clock.currentTimeMillis),
        Effect.tap((now) => woken.push(`${name} at ${now}`))
      )
    const program = Effect.gen(function* () {
      const fibers = yield* Effect.forEach(
        [sleeper("late", 3000), sleeper("early", 1000), sleeper("interrupted", 2000), sleeper("now", 0)],
        Effect.fork
      )
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(fibers[2]!)
      clock.advance({ milliseconds: 999 })
      yield* Effect.yieldNow()
      assert.deepStrictEqual(woken, ["now at 0"])
      clock.advance({ seconds: 10 })
      yield* Fiber.awaitAll(fibers)
    })
    await Effect.runPromise(Effect.provide(program, clock.layer))
    assert.deepStrictEqual(woken, ["now at 0", "early at 10999", "late at 10999"])
  })
})
