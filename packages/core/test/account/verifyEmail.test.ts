import { Account, Mail } from "@boardwright/core"
import { givenAccount, MemoryStore, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Struct, TestClock } from "effect"
import {
  afterNoon,
  deliveredToken,
  HOUR,
  refused,
  refusedForGood,
  sent,
  stored,
  story,
  writingNothing
} from "../support.js"

const EMAIL = "ada@example.com"
const ADA = { name: "Ada", email: EMAIL, password: "correct horse" }
const signIn = Account.signIn({ email: EMAIL, password: ADA.password })

const verifiedAt = Effect.map(stored, ({ accounts }) => [...accounts.values()].map((account) => account.verifiedAt))
const mailsSent = Effect.flatMap(RecordingMailer, ({ sent }) => sent)
const signedUp = Effect.zipRight(Account.signUp(ADA), deliveredToken(EMAIL))
const resent = Effect.zipRight(Account.resendVerification({ email: EMAIL }), deliveredToken(EMAIL))

describe("verifyEmail", () => {
  story("verifies the address the token was mailed to, now, so that the user can sign in", function* () {
    const token = yield* signedUp
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual(yield* refused(signIn), "EmailNotVerified")
    assert.isUndefined(yield* Account.verifyEmail(token))
    assert.deepStrictEqual(yield* verifiedAt, [afterNoon(300_000)])
    assert.strictEqual((yield* signIn).user.email, EMAIL)
  })

  story("rejects a token that is unknown, empty, in capitals or its own hash", function* () {
    yield* signedUp
    const [hash = ""] = (yield* stored).emailTokens.keys()
    for (const token of ["", "0".repeat(64), "A".repeat(64), "x".repeat(100_000), hash, "\u0000"]) {
      assert.strictEqual(yield* refused(Account.verifyEmail(token)), "InvalidEmailToken")
    }
  })

  story("accepts a token for exactly 24 hours from its sending", function* () {
    const early = yield* signedUp
    yield* TestClock.adjust(24 * HOUR)
    assert.strictEqual(yield* refusedForGood(Account.verifyEmail(early)), "InvalidEmailToken")
    const late = yield* resent
    yield* TestClock.adjust(24 * HOUR - 1)
    yield* Account.verifyEmail(late)
    assert.deepStrictEqual(yield* verifiedAt, [afterNoon(48 * HOUR - 1)])
  })

  story("succeeds again with a used token until it expires, and keeps the time of the first use", function* () {
    const token = yield* signedUp
    yield* Account.verifyEmail(token)
    yield* TestClock.adjust(HOUR)
    yield* writingNothing(Account.verifyEmail(token))
    yield* Account.verifyEmail(token)
    assert.deepStrictEqual(yield* verifiedAt, [afterNoon(0)])
    yield* TestClock.adjust(23 * HOUR)
    assert.strictEqual(yield* refusedForGood(Account.verifyEmail(token)), "InvalidEmailToken")
  })

  story("succeeds with every unexpired token of a verified account, without writing", function* () {
    const first = yield* signedUp
    yield* TestClock.adjust(HOUR)
    const [second, third] = [yield* resent, yield* resent]
    assert.strictEqual(new Set([first, second, third]).size, 3)
    yield* Account.verifyEmail(second)
    for (const token of [first, second, third, third]) yield* writingNothing(Account.verifyEmail(token))
    assert.deepStrictEqual(yield* verifiedAt, [afterNoon(HOUR)])
    yield* TestClock.adjust(23 * HOUR)
    assert.strictEqual(yield* refusedForGood(Account.verifyEmail(first)), "InvalidEmailToken")
    yield* TestClock.adjust(HOUR - 1)
    yield* writingNothing(Account.verifyEmail(third))
  })

  story("uses up every token of the account", function* () {
    const [first, second] = [yield* signedUp, yield* resent]
    yield* Account.verifyEmail(first)
    const store = yield* MemoryStore
    const unverified = (account: Account.Account) => ({ ...account, verifiedAt: null })
    yield* MemoryStore.update(store, (state) => ({
      ...state,
      accounts: new Map([...state.accounts].map(([id, account]) => [id, unverified(account)]))
    }))
    for (const token of [first, second]) {
      assert.strictEqual(yield* refused(Account.verifyEmail(token)), "InvalidEmailToken")
    }
  })

  story("rejects a token of one account alike, whether or not another is verified", function* () {
    yield* givenAccount({ email: "verified@example.com" })
    const token = yield* signedUp
    yield* TestClock.adjust(24 * HOUR)
    assert.strictEqual(yield* refusedForGood(Account.verifyEmail(token)), "InvalidEmailToken")
  })

  story("neither accepts nor ends reset tokens", function* () {
    const token = yield* signedUp
    yield* Account.requestPasswordReset({ email: EMAIL })
    const reset = yield* deliveredToken(EMAIL)
    assert.strictEqual(yield* refused(Account.verifyEmail(reset)), "InvalidEmailToken")
    yield* Account.verifyEmail(token)
    yield* Account.resetPassword({ token: reset, password: "another horse" })
  })

  story("verifies no other account", function* () {
    const other = yield* givenAccount({ verifiedAt: null })
    yield* Account.verifyEmail(yield* signedUp)
    assert.isNull((yield* stored).accounts.get(other.id)?.verifiedAt ?? null)
  })

  story("succeeds for all concurrent uses of one link", function* () {
    const token = yield* signedUp
    yield* Effect.all(
      Array.from({ length: 10 }, () => Account.verifyEmail(token)),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(yield* verifiedAt, [afterNoon(0)])
  })
})

describe("resendVerification", () => {
  story("mails another token to an unverified account", function* () {
    yield* signedUp
    assert.isUndefined(yield* Account.resendVerification({ email: " ADA@example.com " }))
    yield* Mail.deliverMail()
    assert.deepStrictEqual((yield* mailsSent).map(Struct.get("to")), [EMAIL, EMAIL])
  })

  story("answers and writes alike for verified and unknown addresses, and mails nothing", function* () {
    yield* givenAccount({ email: "verified@example.com" })
    for (const email of ["verified@example.com", "nobody@example.com"]) {
      assert.isUndefined(yield* Account.resendVerification({ email }))
      assert.strictEqual((yield* stored).mailJobs.size, 1)
      yield* Mail.deliverMail()
      assert.strictEqual((yield* stored).mailJobs.size, 0)
    }
    assert.isEmpty(yield* mailsSent)
  })

  story("requires an address", function* () {
    for (const email of ["", "ada", null, 7]) {
      assert.strictEqual(yield* refused(Account.resendVerification(sent({ email }))), "InvalidInput email")
    }
  })
})
