import { Account, Mail, Ports } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Fiber, TestClock } from "effect"
import { story, stored } from "../support.js"

const EMAIL = "ada@example.com"
const givenJob = Effect.gen(function* () {
  yield* givenAccount({ email: EMAIL, verifiedAt: null })
  yield* Account.resendVerification({ email: EMAIL })
})
const ask = Account.resendVerification({ email: EMAIL })
const sentCount = Effect.flatMap(RecordingMailer, ({ sent }) => Effect.map(sent, ({ length }) => length))

describe("startMailDelivery", () => {
  story("checks for mail at every interval until its scope ends", function* () {
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Mail.startMailDelivery("250 millis")
        yield* TestClock.adjust("1 seconds")
        yield* givenJob
        yield* TestClock.adjust("250 millis")
        assert.strictEqual(yield* sentCount, 1)
        yield* ask
        yield* TestClock.adjust("250 millis")
        assert.strictEqual(yield* sentCount, 2)
      })
    )
    yield* ask
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* sentCount, 2)
  })

  story("sends all due mail at once", function* () {
    for (let at = 0; at < 35; at++) {
      const { email } = yield* givenAccount({ verifiedAt: null })
      yield* Account.resendVerification({ email })
    }
    yield* Mail.startMailDelivery("1 hours")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* sentCount, 35)
  })

  story("continues after a storage outage", function* () {
    const queue = yield* Mail.MailQueue
    let looks = 0
    const flaky = {
      ...queue,
      claim: (...request: Parameters<typeof queue.claim>) =>
        ++looks <= 3
          ? new Ports.StorageUnavailable({ operation: "claim", cause: new Error("told to fail") })
          : queue.claim(...request)
    }
    yield* givenJob
    yield* Effect.provideService(Mail.startMailDelivery("1 seconds"), Mail.MailQueue, flaky)
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* sentCount, 0)
    yield* TestClock.adjust("1 seconds")
    assert.strictEqual(yield* sentCount, 1)
  })

  story("finishes and marks the mails that are being sent before it ends", function* () {
    const mailer = yield* Ports.Mailer
    const gate = yield* Deferred.make<void>()
    const slow = { send: (mail: Ports.Mail) => Effect.zipRight(Deferred.await(gate), mailer.send(mail)) }
    const began = yield* Deferred.make<void>()
    yield* givenJob
    const running = yield* Effect.fork(
      Effect.scoped(
        Effect.zipRight(
          Effect.provideService(Mail.startMailDelivery("1 seconds"), Ports.Mailer, slow),
          Deferred.await(began)
        )
      )
    )
    yield* TestClock.adjust("1 seconds")
    yield* Deferred.succeed(began, undefined)
    yield* TestClock.adjust("5 seconds")
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(running)
    assert.strictEqual(yield* sentCount, 1)
    assert.strictEqual((yield* stored).mailJobs.size, 0)
  })

  story("ends after 10 s, whatever the mail server does", function* () {
    yield* givenJob
    const hanging = { send: () => Effect.never }
    const running = yield* Effect.fork(
      Effect.scoped(
        Effect.zipRight(
          Effect.provideService(Mail.startMailDelivery("1 seconds"), Ports.Mailer, hanging),
          Effect.sleep("1 seconds")
        )
      )
    )
    yield* TestClock.adjust("1 seconds")
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(running)
    assert.strictEqual((yield* stored).mailJobs.size, 1)
  })
})
