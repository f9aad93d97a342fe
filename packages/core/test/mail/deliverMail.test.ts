import { Account, Mail, Ports, Rate, Values } from "@boardwright/core"
import { givenAccount, RecordingMailer, sha256 } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Struct, TestClock } from "effect"
import { afterNoon, HOUR, mailedToken, MINUTE, NOON, story, stored } from "../support.js"

const EMAIL = "ada@example.com"
const SECOND = 1000

const jobs = Effect.map(stored, ({ mailJobs }) => [...mailJobs.values()].map(({ job }) => job))
const sentMails = Effect.flatMap(RecordingMailer, ({ sent }) => sent)
const failNext = (count: number) => Effect.flatMap(RecordingMailer, (mailer) => mailer.failNext(count))
const givenJob = Effect.fnUntraced(function* (purpose: Mail.MailPurpose = "verification") {
  const account = yield* givenAccount({ email: EMAIL, verifiedAt: null })
  if (purpose === "reset") yield* Account.requestPasswordReset({ email: EMAIL })
  else yield* Account.resendVerification({ email: EMAIL })
  return account
})
const nextDue = Effect.map(jobs, ([job]) => (job === undefined ? null : Values.Timestamp.toMillis(job.dueAt)))
const everything = Effect.map(stored, (state) =>
  JSON.stringify(Object.values(state).map((kept) => (kept instanceof Map ? [...kept.entries()] : kept)))
)

describe("deliverMail", () => {
  story("sends due mail to the address as its owner wrote it, and removes the job", function* () {
    yield* givenAccount({ email: "Ada@Example.com", name: "Ada", verifiedAt: null })
    yield* Account.resendVerification({ email: "ADA@example.com" })
    assert.strictEqual(yield* Mail.deliverMail(), 1)
    assert.strictEqual(yield* Mail.deliverMail(), 0)
    const [mail, ...others] = yield* sentMails
    assert.isEmpty(others)
    assert.strictEqual(mail?.to, "Ada@Example.com")
    const link = `https://api.example.test/api/auth/verify-email?token=${yield* mailedToken("Ada@Example.com")}`
    assert.include(mail?.text, link)
    assert.include(mail?.html, link)
    assert.isEmpty(yield* jobs)
  })

  story("links a reset to the front end", function* () {
    yield* givenJob("reset")
    yield* Mail.deliverMail()
    const token = yield* mailedToken(EMAIL)
    const [mail] = yield* sentMails
    assert.include(mail?.text, `https://app.example.test/reset-password?token=${token}`)
  })

  story("stores the hash of a token, its purpose and its expiry, and never the token", function* () {
    const lifetimes = { verification: 24 * HOUR, reset: HOUR } as const
    const account = yield* givenJob()
    yield* Account.requestPasswordReset({ email: EMAIL })
    assert.strictEqual(yield* Mail.deliverMail(), 2)
    const tokens = (yield* sentMails).map(({ text }) => /token=(\w+)/.exec(text)?.[1] ?? "")
    const everythingStored = yield* everything
    for (const token of tokens) {
      assert.match(token, /^[0-9a-f]{64}$/)
      assert.notInclude(everythingStored, token)
      const kept = (yield* stored).emailTokens.get(sha256(token)) ?? assert.fail("the hash is not stored")
      assert.deepInclude(kept, { userId: account.id, usedAt: null })
      assert.strictEqual(kept.expiresAt, afterNoon(kept.purpose === "reset" ? lifetimes.reset : lifetimes.verification))
    }
  })

  story("drops a job for an unknown address, and one for an address verified since", function* () {
    yield* Account.resendVerification({ email: "nobody@example.com" })
    yield* Account.requestPasswordReset({ email: "nobody@example.com" })
    const { id } = yield* givenJob()
    yield* (yield* Account.AccountRepository).markVerified(id, afterNoon(0))
    assert.strictEqual(yield* Mail.deliverMail(), 3)
    assert.isEmpty(yield* sentMails)
    assert.isEmpty(yield* jobs)
    assert.strictEqual((yield* stored).emailTokens.size, 0)
  })

  story("sends in batches until all are sent, each once", function* () {
    const addresses = Array.from({ length: 25 }, (_, at) => `user${at}@example.com`)
    for (const email of addresses) {
      yield* givenAccount({ email, verifiedAt: null })
      yield* Account.resendVerification({ email })
    }
    const taken = yield* Effect.all([1, 2, 3, 4].map(() => Mail.deliverMail()))
    assert.deepStrictEqual(taken, [10, 10, 5, 0])
    assert.sameMembers((yield* sentMails).map(Struct.get("to")), addresses)
  })

  story("sends each mail once with concurrent deliverers", function* () {
    yield* givenJob()
    const deliverers = Array.from({ length: 5 }, () => Mail.deliverMail())
    yield* Effect.all(deliverers, { concurrency: "unbounded" })
    assert.strictEqual((yield* sentMails).length, 1)
  })
})

describe("a mail that cannot be sent", () => {
  story("is retried after delays that double from 1 s to 60 s, each time with a new token", function* () {
    yield* givenJob()
    yield* failNext(8)
    for (let attempt = 0; attempt < 8; attempt++) {
      const before = (yield* nextDue) ?? assert.fail("no job")
      yield* TestClock.setTime(before)
      assert.strictEqual(yield* Mail.deliverMail(), 1)
      const delay = ((yield* nextDue) ?? 0) - before
      const whole = Math.min(2 ** attempt, 60) * SECOND
      assert.isTrue(delay >= Math.floor(whole / 2) && delay <= whole, `${delay} ms after failure ${attempt}`)
      assert.strictEqual((yield* jobs)[0]?.attempts, attempt + 1)
      assert.strictEqual(yield* Mail.deliverMail(), 0, "not before it is due")
    }
    yield* TestClock.adjust(MINUTE)
    yield* Mail.deliverMail()
    assert.strictEqual((yield* sentMails).length, 1)
    assert.strictEqual((yield* stored).emailTokens.size, 9)
    yield* Account.verifyEmail(yield* mailedToken(EMAIL))
  })

  story("does not keep others from being sent", function* () {
    yield* givenJob()
    yield* Mail.deliverMail()
    yield* givenAccount({ email: "eve@example.com", verifiedAt: null })
    yield* failNext(1)
    yield* Account.resendVerification({ email: EMAIL })
    yield* TestClock.adjust(1)
    yield* Account.resendVerification({ email: "eve@example.com" })
    assert.strictEqual(yield* Mail.deliverMail(), 2)
    assert.deepStrictEqual((yield* sentMails).map(Struct.get("to")), [EMAIL, "eve@example.com"])
  })

  story("is given up an hour after a reset was requested, and retried until then", function* () {
    yield* givenJob("reset")
    yield* failNext(10_000)
    let last = 0
    for (let due = yield* nextDue; due !== null; due = yield* nextDue) {
      yield* TestClock.setTime(due)
      yield* Mail.deliverMail()
      last = due - NOON
    }
    assert.isAtMost(last, HOUR)
    assert.isAtLeast(last, HOUR - MINUTE)
    assert.isEmpty(yield* sentMails)
  })

  story("is given up 48 hours after a verification was requested", function* () {
    yield* givenJob()
    yield* failNext(10_000)
    yield* TestClock.adjust(48 * HOUR - MINUTE)
    yield* Mail.deliverMail()
    assert.strictEqual((yield* jobs).length, 1)
    yield* TestClock.adjust(MINUTE)
    yield* Mail.deliverMail()
    assert.isEmpty(yield* jobs)
  })

  story("may be sent in the last hour, with a link valid for 24 hours from then", function* () {
    yield* givenJob()
    yield* TestClock.adjust(47 * HOUR)
    yield* Mail.deliverMail()
    const [token] = [...(yield* stored).emailTokens.values()]
    assert.strictEqual(token?.expiresAt, afterNoon(71 * HOUR))
  })
})

describe("a deliverer", () => {
  const hanging = { send: () => Effect.never }

  story("that is killed while it sends leaves the mail to the next after 45 s", function* () {
    yield* givenJob()
    const killed = yield* Effect.fork(Effect.provideService(Mail.deliverMail(), Ports.Mailer, hanging))
    yield* TestClock.adjust(SECOND)
    yield* Fiber.interrupt(killed)
    yield* TestClock.adjust(44 * SECOND - 1)
    assert.strictEqual(yield* Mail.deliverMail(), 0)
    assert.strictEqual((yield* jobs)[0]?.attempts, 0)
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* Mail.deliverMail(), 1)
    assert.strictEqual((yield* sentMails).length, 1)
  })

  story("counts a failure after 30 s without a response", function* () {
    yield* givenJob()
    const waiting = yield* Effect.fork(Effect.provideService(Mail.deliverMail(), Ports.Mailer, hanging))
    yield* TestClock.adjust(30 * SECOND - 1)
    assert.strictEqual((yield* jobs)[0]?.attempts, 0)
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* Fiber.join(waiting), 1)
    assert.strictEqual((yield* jobs)[0]?.attempts, 1)
    yield* TestClock.adjust(SECOND)
    yield* Mail.deliverMail()
    assert.strictEqual((yield* sentMails).length, 1)
  })
})

describe("mails of a kind to one address", () => {
  const ask = (
    times: number,
    request: ReturnType<typeof Account.requestPasswordReset> = Account.resendVerification({ email: EMAIL })
  ) => Effect.zipRight(Effect.replicateEffect(request, times), Mail.deliverMail())
  const sentTo = (email: string) => Effect.flatMap(RecordingMailer, (mailer) => mailer.sentTo(email))
  const sentCount = Effect.map(sentMails, ({ length }) => length)

  story("are limited to 5 in an hour; the rest is dropped", function* () {
    yield* givenAccount({ email: EMAIL, verifiedAt: null })
    yield* ask(8)
    assert.strictEqual(yield* sentCount, 5)
    assert.isEmpty(yield* jobs)
    yield* TestClock.adjust(HOUR - 1)
    yield* ask(1)
    assert.strictEqual(yield* sentCount, 5)
    yield* TestClock.adjust(1)
    yield* ask(7)
    assert.strictEqual(yield* sentCount, 10)
  })

  story("are counted by kind and by address in any case, whatever requested them", function* () {
    yield* Account.signUp({ name: "Ada", email: "Ada@Example.com", password: "correct horse" })
    yield* ask(7)
    assert.strictEqual((yield* sentTo("Ada@Example.com")).length, 5)
    yield* ask(7, Account.requestPasswordReset({ email: EMAIL }))
    assert.strictEqual((yield* sentTo("Ada@Example.com")).length, 10)
    yield* givenAccount({ email: "eve@example.com", verifiedAt: null })
    yield* ask(1, Account.resendVerification({ email: "eve@example.com" }))
    assert.strictEqual((yield* sentTo("eve@example.com")).length, 1)
  })

  story("are not counted for an unknown address, nor when sending failed", function* () {
    yield* ask(8)
    yield* givenAccount({ email: EMAIL, verifiedAt: null })
    yield* failNext(4)
    yield* ask(4)
    assert.strictEqual(yield* sentCount, 0)
    yield* TestClock.adjust(1000)
    yield* ask(2)
    assert.strictEqual(yield* sentCount, 5)
  })

  story("follow another limit, and are unlimited with Infinity", function* () {
    yield* givenAccount({ email: EMAIL, verifiedAt: null })
    const within = (mail: number) => Effect.provideService(Rate.CurrentAccountLimits, { account: 10, mail })
    yield* within(2)(ask(4))
    assert.strictEqual(yield* sentCount, 2)
    yield* within(Infinity)(ask(7))
    assert.strictEqual(yield* sentCount, 9)
  })
})
