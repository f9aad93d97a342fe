import { Account } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { asOperator, deliveredToken, refused, story, givenUserWith } from "../support.js"

const EMAIL = "ada@example.com"
const ADA = { name: "Ada", email: EMAIL }
const COMMON = "Football1"
const denying = Effect.provideService(Account.PasswordDenylist, new Set([COMMON.toLowerCase()]))

describe("the password denylist", () => {
  story("refuses a password in any case wherever one is chosen, and uses no token up", function* () {
    const { id } = yield* givenUserWith("correct horse", { email: EMAIL })
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
    yield* givenUserWith(COMMON, { email: EMAIL })
    assert.strictEqual((yield* denying(Account.signIn({ email: EMAIL, password: COMMON }))).user.email, EMAIL)
  })

  story("is empty by default", function* () {
    assert.deepStrictEqual(yield* Account.signUp({ ...ADA, password: COMMON }), { invitation: null })
  })
})
