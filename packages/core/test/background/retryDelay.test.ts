import { Background } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"

const secondsAfter = (attempts: number, longest?: Duration.Duration): number =>
  Duration.toSeconds(Effect.runSync(Background.retryDelay(attempts, longest)))

describe("retryDelay", () => {
  it("differs between jobs, so that they are not all retried at once", () => {
    const delays = Array.from({ length: 20 }, () => secondsAfter(6))
    assert.isAbove(new Set(delays).size, 1)
  })

  it("is no longer than the longest", () => {
    for (const attempts of [8, 1e9]) {
      assert.isAbove(secondsAfter(attempts), 29)
      assert.isAtMost(secondsAfter(attempts), 60)
      assert.isAtMost(secondsAfter(attempts, Duration.seconds(5)), 5)
    }
  })
})
