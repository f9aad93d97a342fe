import { Mail } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"

const secondsAfter = (attempts: number): number => Duration.toMillis(Effect.runSync(Mail.retryDelay(attempts))) / 1000

describe("retryDelay", () => {
  it("differs between jobs, so that they are not all retried at once", () => {
    const delays = Array.from({ length: 20 }, () => secondsAfter(6))
    assert.isAbove(new Set(delays).size, 1)
  })
})

describe("the times of a mail", () => {
  it("lease a job for longer than an attempt may take", () => {
    assert.isTrue(Duration.greaterThan(Mail.LEASE, Mail.SEND_TIMEOUT))
  })
})
