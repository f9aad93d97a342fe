import { Account, Ports } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { asOperator, deliveredToken, refused, story } from "../support.js"

const EMAIL = "ada@example.com"
const ADA = { name: "Ada", email: EMAIL }
const COMMON = "Football1"
const denying = Effect.provideService(Account.PasswordDenylist, new Set([COMMON.toLowerCase()]))

describe("the password denylist", () => {
  story("refuses a password in any case wherever one is chosen, and uses no token up", function* () {
    const passwordHash = yield* (yield* Ports.PasswordHasher).hash(Redacted.make("correct horse"))
    const { id } = yield* givenAccount({ email: EMAIL, passwordHash })
    const token = yield* Effect.zipRight(Account.requestPasswordReset({ email: EMAIL }), deliveredToken(EMAIL))
    for (const password of [COMMON, COMMON.toUpperCase()]) {
      const failures = [
        yield* denying(refused(Account.signUp({ ...ADA, email: "eve@example.com", password }))),
        yield* denying(refused(Account.resetPassword({ token, password }))),
        yield* denying(refused(asOperator(Account.setPassword(id, { password })))),
        yield* denying(refused(asOperator(Account.createAccount({ ...ADA, email: "eve@example.com", password }))))
      ]
      for (const failure of failures) assert.strictEqual(failure, "InvalidInput password")
    }
    yield* denying(Account.resetPassword({ token, password: `${COMMON} on the lawn` }))
  })

  story("lets people sign in with the password that they have", function* () {
    const passwordHash = yield* (yield* Ports.PasswordHasher).hash(Redacted.make(COMMON))
    yield* givenAccount({ email: EMAIL, passwordHash })
    assert.strictEqual((yield* denying(Account.signIn({ email: EMAIL, password: COMMON }))).user.email, EMAIL)
  })

  story("is empty by default", function* () {
    assert.deepStrictEqual(yield* Account.signUp({ ...ADA, password: COMMON }), { invitation: null })
  })
})
