import { Access, Account } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, asOperator, deliveredToken, refused, story, givenUserWith } from "../support.js"

const EMAIL = "ada@example.com"
const OLD = "correct horse"
const NEW = "battery staple"

const givenUser = givenUserWith(OLD, { email: EMAIL })
const change = (currentPassword: string, newPassword = NEW) => Account.changePassword({ currentPassword, newPassword })
const signIn = (password: string) => Account.signIn({ email: EMAIL, password })

describe("changePassword", () => {
  story("ends every other token, and returns one that is valid", function* () {
    const { id } = yield* givenUser
    const { token: before } = yield* signIn(OLD)
    const reset = yield* Effect.zipRight(Account.requestPasswordReset({ email: EMAIL }), deliveredToken(EMAIL))
    const { token } = yield* as(id)(change(OLD))
    assert.containsSubset(yield* Account.authenticate(token), Access.Actor.User({ userId: id }))
    assert.strictEqual(yield* refused(Account.authenticate(before)), "Unauthenticated")
    assert.strictEqual(yield* refused(Account.resetPassword({ token: reset, password: OLD })), "InvalidEmailToken")
    assert.strictEqual(yield* refused(signIn(OLD)), "InvalidCredentials")
    assert.strictEqual((yield* signIn(NEW)).user.id, id)
  })

  story("needs the current password, and takes the rules of a new one", function* () {
    const { id } = yield* givenUser
    assert.strictEqual(yield* refused(as(id)(change("wrong"))), "InvalidInput currentPassword")
    assert.strictEqual(yield* refused(as(id)(change(OLD, "short"))), "InvalidInput newPassword")
    const denying = Effect.provideService(Account.PasswordDenylist, new Set([NEW]))
    assert.strictEqual(yield* denying(refused(as(id)(change(OLD)))), "InvalidInput newPassword")
  })

  story("by a token that was checked just before another change, says that the session has ended", function* () {
    const { id } = yield* givenUser
    const actor = yield* Account.authenticate((yield* signIn(OLD)).token)
    yield* as(id)(change(OLD))
    const late = Effect.provideService(change(OLD, "staple battery"), Access.CurrentActor, actor)
    assert.strictEqual(yield* refused(late), "Unauthenticated")
    assert.strictEqual((yield* signIn(NEW)).user.id, id)
  })

  story("is for people with an account", function* () {
    assert.strictEqual(yield* refused(as(Account.UserId.make("a host's user"))(change(OLD))), "Unauthenticated")
    assert.strictEqual(yield* refused(asOperator(change(OLD))), "Forbidden")
  })
})
