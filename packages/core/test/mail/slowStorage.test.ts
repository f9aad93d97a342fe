import { Account, Mail, Ports } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, TestClock } from "effect"
import { afterNoon, story, stored, away } from "../support.js"

const SECOND = 1000

const givenJobs = Effect.fnUntraced(function* (...addresses: ReadonlyArray<string>) {
  for (const email of addresses) {
    yield* givenAccount({ email, verifiedAt: null })
    yield* Account.resendVerification({ email })
  }
})
const recipients = Effect.flatMap(RecordingMailer, ({ sent }) => Effect.map(sent, (mails) => mails.map(({ to }) => to)))
const queued = Effect.map(stored, ({ mailJobs }) => [...mailJobs.values()])

/** Delivers on a queue of which some methods are replaced. */
const deliverOn = (change: (queue: typeof Mail.MailQueue.Service) => Partial<typeof Mail.MailQueue.Service>) =>
  Effect.flatMap(Mail.MailQueue, (queue) =>
    Effect.provideService(Mail.deliverMail(), Mail.MailQueue, { ...queue, ...change(queue) })
  )

describe("delivery while storage fails", () => {
  story("the failure of one mail interrupts no other", function* () {
    yield* givenJobs("ada@example.com", "eve@example.com", "bob@example.com")
    const accounts = yield* Account.AccountRepository
    const failing = {
      ...accounts,
      findByEmail: (email: string) => (email.startsWith("ada") ? away : accounts.findByEmail(email))
    }
    // Takes long enough for the failure to come first.
    const mailer = yield* Ports.Mailer
    const slow = { send: (mail: Ports.Mail) => Effect.delay(mailer.send(mail), SECOND) }
    const delivering = Mail.deliverMail().pipe(
      Effect.provideService(Account.AccountRepository, failing),
      Effect.provideService(Ports.Mailer, slow)
    )
    const fiber = yield* Effect.fork(delivering)
    yield* TestClock.adjust(SECOND)
    assert.strictEqual(yield* Fiber.join(fiber), 3)
    assert.sameMembers([...(yield* recipients)], ["eve@example.com", "bob@example.com"])
    assert.deepStrictEqual(
      (yield* queued).map(({ job }) => job.email),
      ["ada@example.com"]
    )
  })

  story("a sent mail is marked as soon as storage is back, and sent once", function* () {
    yield* givenJobs("ada@example.com")
    let calls = 0
    const fiber = yield* Effect.fork(
      deliverOn(({ remove }) => ({ remove: (id) => Effect.suspend(() => (++calls <= 20 ? away : remove(id))) }))
    )
    yield* TestClock.adjust(20 * SECOND)
    assert.strictEqual(yield* Fiber.join(fiber), 1)
    assert.isEmpty(yield* queued)
    yield* TestClock.adjust(60 * SECOND)
    assert.strictEqual(yield* Mail.deliverMail(), 0)
    assert.deepStrictEqual(yield* recipients, ["ada@example.com"])
  })

  story("marking ends with the lease, after which the mail is sent once more", function* () {
    yield* givenJobs("ada@example.com")
    const fiber = yield* Effect.fork(deliverOn(() => ({ remove: () => away })))
    yield* TestClock.adjust(45 * SECOND)
    yield* Fiber.join(fiber)
    assert.strictEqual(yield* Mail.deliverMail(), 1)
    assert.strictEqual(yield* Mail.deliverMail(), 0)
    assert.deepStrictEqual(yield* recipients, ["ada@example.com", "ada@example.com"])
  })

  story("a job whose lease ended while it was claimed is not sent", function* () {
    yield* givenJobs("ada@example.com")
    const hung = yield* Effect.fork(
      deliverOn(({ claim }) => ({ claim: (...given) => Effect.delay(claim(...given), 46 * SECOND) }))
    )
    yield* TestClock.adjust(46 * SECOND)
    yield* Fiber.join(hung)
    assert.isEmpty(yield* recipients)
    yield* TestClock.adjust(SECOND)
    assert.strictEqual(yield* Mail.deliverMail(), 1)
    assert.deepStrictEqual(yield* recipients, ["ada@example.com"])
  })

  story("sending stops when the lease ends, and does not end the next holder's lease", function* () {
    yield* givenJobs("ada@example.com")
    const queue = yield* Mail.MailQueue
    const hanging = { send: () => Effect.never }
    const slow = {
      ...queue,
      claim: (...given: Parameters<typeof queue.claim>) => Effect.delay(queue.claim(...given), 40 * SECOND),
      postpone: (...given: Parameters<typeof queue.postpone>) => Effect.delay(queue.postpone(...given), SECOND)
    }
    const hung = yield* Mail.deliverMail().pipe(
      Effect.provideService(Mail.MailQueue, slow),
      Effect.provideService(Ports.Mailer, hanging),
      Effect.fork
    )
    yield* TestClock.adjust(45 * SECOND)
    const next = yield* Effect.fork(Effect.provideService(Mail.deliverMail(), Ports.Mailer, hanging))
    yield* TestClock.adjust(SECOND)
    assert.strictEqual(yield* Fiber.join(hung), 1)
    const [left] = yield* queued
    assert.deepInclude(left, { leasedUntil: afterNoon(90 * SECOND) })
    assert.strictEqual(left?.job.attempts, 0)
    yield* Fiber.interrupt(next)
  })
})
