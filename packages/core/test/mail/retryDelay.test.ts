import { Mail } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import fc from "fast-check"

const secondsAfter = (attempts: number): number => Duration.toMillis(Effect.runSync(Mail.retryDelay(attempts))) / 1000

describe("retryDelay", () => {
  it("is 0.5 to 1 times 1 s, doubled with each failure up to 60 s", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(12), fc.nat()), (attempts) => {
        const whole = Math.min(2 ** attempts, 60)
        const seconds = secondsAfter(attempts)
        assert.isAtLeast(seconds, whole / 2)
        assert.isAtMost(seconds, whole)
      })
    )
  })

  it("differs between jobs, so that they are not all retried at once", () => {
    const delays = Array.from({ length: 20 }, () => secondsAfter(6))
    assert.isAbove(new Set(delays).size, 1)
  })
})

describe("the times of a mail", () => {
  it("lease a job for longer than an attempt may take", () => {
    assert.isTrue(Duration.greaterThan(Mail.LEASE, Mail.SEND_TIMEOUT))
  })

  it("give up after 48 hours for a verification and after 1 hour for a reset", () => {
    assert.strictEqual(Duration.toHours(Mail.GIVE_UP_AFTER.verification), 48)
    assert.strictEqual(Duration.toHours(Mail.GIVE_UP_AFTER.reset), 1)
  })
})
