import { Account, Mail } from "@boardwright/core"
import { givenAccount, PlainPasswordHasher, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { deliveredToken, HOUR, refused, refusedForGood, sent, stored, story, givenUserWith } from "../support.js"

const EMAIL = "ada@example.com"
const OLD = "correct horse"
const NEW = "another horse"
const INVALID = "InvalidEmailToken"

const givenUser = (overrides: Partial<Account.Account> = {}) => givenUserWith(OLD, { email: EMAIL, ...overrides })
const signIn = (password: string) => Account.signIn({ email: EMAIL, password })
const requested = Effect.zipRight(Account.requestPasswordReset({ email: EMAIL }), deliveredToken(EMAIL))
const reset = (token: string, password = NEW) => Account.resetPassword({ token, password })

describe("requestPasswordReset", () => {
  story("answers and writes alike for known and unknown addresses, and mails the account", function* () {
    yield* givenUser()
    for (const email of [" ADA@example.com", "nobody@example.com"]) {
      assert.isUndefined(yield* Account.requestPasswordReset({ email }))
      const [job] = [...(yield* stored).mailJobs.values()]
      assert.deepInclude(job?.job, { purpose: "reset", email: email.trim().toLowerCase(), attempts: 0 })
      yield* Mail.deliverMail()
      assert.strictEqual((yield* stored).mailJobs.size, 0)
    }
    const mails = yield* (yield* RecordingMailer).sent
    assert.deepStrictEqual(
      mails.map(({ subject, to }) => [to, subject]),
      [[EMAIL, "Reset your password"]]
    )
  })

  story("mails an unverified account too", function* () {
    yield* givenUser({ verifiedAt: null })
    assert.match(yield* requested, /^[0-9a-f]{64}$/)
  })

  story("requires an address", function* () {
    for (const email of ["", "ada", null, 7]) {
      assert.strictEqual(yield* refused(Account.requestPasswordReset(sent({ email }))), "InvalidInput email")
    }
  })
})

describe("resetPassword", () => {
  story("sets the new password and ends the old one", function* () {
    yield* givenUser()
    assert.isUndefined(yield* reset(yield* requested))
    assert.strictEqual(yield* refused(signIn(OLD)), "InvalidCredentials")
    assert.strictEqual((yield* signIn(NEW)).user.email, EMAIL)
  })

  story("ends every earlier access token and no later one", function* () {
    yield* givenUser()
    const earlier = [(yield* signIn(OLD)).token, (yield* signIn(OLD)).token]
    const reset1 = yield* requested
    yield* Effect.forEach(earlier, Account.authenticate)
    yield* reset(reset1)
    for (const token of earlier) assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    yield* Account.authenticate((yield* signIn(NEW)).token)
  })

  story("accepts a token once", function* () {
    yield* givenUser()
    const token = yield* requested
    yield* reset(token)
    assert.strictEqual(yield* refused(reset(token, "a third horse")), INVALID)
    yield* signIn(NEW)
  })

  story("lets one of several concurrent calls use a token", function* () {
    yield* givenUser()
    const token = yield* requested
    const passwords = Array.from({ length: 5 }, (_, at) => `horse number ${at}`)
    const results = yield* Effect.forEach(passwords, (password) => Effect.either(reset(token, password)), {
      concurrency: "unbounded"
    })
    assert.strictEqual(results.filter(Either.isRight).length, 1)
    yield* signIn(passwords[results.findIndex(Either.isRight)] ?? "")
  })

  story("accepts a token for exactly one hour from its sending", function* () {
    yield* givenUser()
    const early = yield* requested
    yield* TestClock.adjust(HOUR)
    assert.strictEqual(yield* refusedForGood(reset(early)), INVALID)
    const late = yield* requested
    yield* TestClock.adjust(HOUR - 1)
    yield* reset(late)
  })

  story("ends the other reset tokens of the account, and no others", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* givenAccount({ email: "eve@example.com" })
    yield* Account.requestPasswordReset({ email: "eve@example.com" })
    const eves = yield* deliveredToken("eve@example.com")
    yield* Account.resendVerification({ email: EMAIL })
    const verification = yield* deliveredToken(EMAIL)
    const [first, second, third] = [yield* requested, yield* requested, yield* requested]
    yield* reset(second)
    for (const token of [first, second, third]) assert.strictEqual(yield* refused(reset(token)), INVALID)
    yield* reset(eves)
    yield* Account.verifyEmail(verification)
  })

  story("keeps the token if the password is rejected or the hasher is busy", function* () {
    yield* givenUser()
    const token = yield* requested
    for (const password of ["", "short", "x".repeat(73), "pass\u0000word", 7, null]) {
      assert.strictEqual(yield* refused(reset(token, sent(password))), "InvalidInput password")
    }
    yield* (yield* PlainPasswordHasher).busyNext(1)
    assert.strictEqual(yield* refused(reset(token)), "HashingBusy")
    yield* reset(token)
    yield* signIn(NEW)
  })

  story("does not verify the address", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* reset(yield* requested)
    assert.strictEqual(yield* refused(signIn(NEW)), "EmailNotVerified")
  })

  story("rejects unknown and verification tokens without hashing", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* Account.resendVerification({ email: EMAIL })
    const verification = yield* deliveredToken(EMAIL)
    const before = yield* (yield* PlainPasswordHasher).hashed
    for (const token of ["", "0".repeat(64), "x".repeat(100_000), "\u0000", verification]) {
      assert.strictEqual(yield* refused(reset(token)), INVALID)
    }
    assert.strictEqual(yield* (yield* PlainPasswordHasher).hashed, before)
    yield* Account.verifyEmail(verification)
  })

  story("lists every problem of the input", function* () {
    assert.strictEqual(yield* refused(Account.resetPassword(sent({}))), "InvalidInput token, password")
    assert.strictEqual(
      yield* refused(Account.resetPassword(sent({ token: 7, password: "short" }))),
      "InvalidInput token, password"
    )
  })
})
