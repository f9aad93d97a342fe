import { Mail } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"

describe("the times of a mail", () => {
  it("lease a job for longer than an attempt may take", () => {
    assert.isTrue(Duration.greaterThan(Mail.LEASE, Mail.SEND_TIMEOUT))
  })
})
