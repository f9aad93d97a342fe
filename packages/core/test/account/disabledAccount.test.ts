import { Account, Mail } from "@boardwright/core"
import { RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import {
  afterNoon,
  asOperator,
  deliveredToken,
  MINUTE,
  refused,
  story,
  writingNothing,
  givenUserWith
} from "../support.js"
import { verifications } from "./support.js"

const PASSWORD = "correct horse"
const email = "ada@example.com"

const givenUser = (overrides: Partial<Account.Account> = {}) => givenUserWith(PASSWORD, { email, ...overrides })
const signIn = (password = PASSWORD) => Account.signIn({ email, password })
const disable = asOperator(Account.disableAccount(email))
const enable = asOperator(Account.enableAccount(email))
const mails = Effect.flatMap(RecordingMailer, ({ sentTo }) => sentTo(email))

describe("a disabled account", () => {
  story("fails to sign in as with a wrong password, after comparing the password", function* () {
    yield* givenUser()
    yield* disable
    assert.strictEqual(yield* refused(signIn()), "InvalidCredentials")
    assert.strictEqual(yield* refused(signIn("wrong horse")), "InvalidCredentials")
    assert.strictEqual(yield* verifications, 2)
    yield* enable
    assert.strictEqual((yield* signIn()).user.email, email)
  })

  story("is not reported as unverified", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* disable
    assert.strictEqual(yield* refused(signIn()), "InvalidCredentials")
  })

  story("has no valid token, and enabling it revives none", function* () {
    yield* givenUser()
    const { token } = yield* signIn()
    yield* Account.authenticate(token)
    yield* disable
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    yield* enable
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    yield* Account.authenticate((yield* signIn()).token)
  })

  story("gets no mails, but requests for them are answered as usual", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* Account.resendVerification({ email })
    yield* disable
    yield* Account.requestPasswordReset({ email })
    yield* Account.resendVerification({ email })
    yield* Mail.deliverMail()
    assert.deepStrictEqual(yield* mails, [])
    yield* enable
    yield* Mail.deliverMail()
    assert.deepStrictEqual(yield* mails, [])
  })

  story("has no working reset link, also after it is enabled", function* () {
    yield* givenUser()
    yield* Account.requestPasswordReset({ email })
    const token = yield* deliveredToken(email)
    const reset = Account.resetPassword({ token, password: "another password" })
    yield* disable
    assert.strictEqual(yield* refused(reset), "InvalidEmailToken")
    yield* enable
    assert.strictEqual(yield* refused(reset), "InvalidEmailToken")
    yield* signIn()
  })

  story("cannot be reset by a link mailed while it was being disabled", function* () {
    const { id } = yield* givenUser()
    yield* Account.requestPasswordReset({ email })
    const token = yield* deliveredToken(email)
    yield* (yield* Account.AccountRepository).disable(id, afterNoon(0))
    const reset = Account.resetPassword({ token, password: "another password" })
    assert.strictEqual(yield* refused(reset), "InvalidEmailToken")
  })

  story("can have its address verified, and stays disabled", function* () {
    yield* givenUser({ verifiedAt: null })
    yield* Account.resendVerification({ email })
    const token = yield* deliveredToken(email)
    yield* disable
    yield* Account.verifyEmail(token)
    const { disabledAt, verifiedAt } = yield* asOperator(Account.findAccount(email))
    assert.deepStrictEqual([disabledAt, verifiedAt], [afterNoon(0), afterNoon(0)])
  })

  story("stays in the directory", function* () {
    const { id } = yield* givenUser()
    yield* disable
    const directory = yield* Account.UserDirectory
    assert.deepStrictEqual(yield* directory.existing([id]), [id])
    assert.strictEqual(Option.getOrThrow(yield* directory.findByEmail(email)).id, id)
  })

  story("keeps the time of the first disabling; enabling twice changes nothing", function* () {
    yield* givenUser()
    const first = yield* disable
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* disable, first)
    assert.strictEqual(first.disabledAt, afterNoon(0))
    yield* enable
    const { token } = yield* signIn()
    yield* enable
    yield* Account.authenticate(token)
    assert.strictEqual((yield* disable).disabledAt, afterNoon(MINUTE))
  })

  story("accepts a new password from the operator, and stays disabled", function* () {
    yield* givenUser()
    yield* disable
    const { disabledAt } = yield* asOperator(Account.setPassword(email, { password: "another password" }))
    assert.strictEqual(disabledAt, afterNoon(0))
    assert.strictEqual(yield* refused(signIn("another password")), "InvalidCredentials")
    yield* enable
    yield* signIn("another password")
  })

  story("gets no minted token", function* () {
    yield* givenUser()
    yield* disable
    assert.strictEqual(yield* writingNothing(refused(asOperator(Account.mintToken(email)))), "AccountDisabled")
  })
})
