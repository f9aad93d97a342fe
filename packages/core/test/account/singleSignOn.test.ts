import { Account, Board, Ports } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Option, TestClock } from "effect"
import { as, givenTeam, refused, stored, story, givenUserWith } from "../support.js"

const EMAIL = "ada@example.com"
const ISSUER = "https://id.example.com"
const PENDING = "what the browser keeps"

const ADA: Ports.ProvidedIdentity = { issuer: ISSUER, subject: "ada-7", verifiedEmail: EMAIL, name: "Ada Lovelace" }

/** With a provider that signs this person in. */
const at = (identity: Partial<Ports.ProvidedIdentity>) =>
  Effect.provideService(Ports.IdentityProvider, {
    begin: Effect.succeed({ location: `${ISSUER}/auth`, pending: PENDING }),
    finish: () => Effect.succeed({ ...ADA, ...identity })
  })

const finish = (identity: Partial<Ports.ProvidedIdentity> = {}) =>
  at(identity)(Account.finishSingleSignOn(PENDING, "code=x"))
const exchange = (code: string, pending = PENDING) => Account.exchangeSignInCode(pending, { code })
const signIn = (identity: Partial<Ports.ProvidedIdentity> = {}) =>
  Effect.flatMap(finish(identity), ({ code }) => exchange(code))
const accountOf = (id: string) =>
  Effect.map(stored, ({ accounts }) => accounts.get(id) ?? assert.fail("there is no account"))

describe("single sign-on", () => {
  story("creates a verified account without a password, and signs in to it from then on", function* () {
    const { token, user } = yield* signIn()
    assert.deepInclude(user, { name: "Ada Lovelace", email: EMAIL })
    assert.isNotNull((yield* accountOf(user.id)).verifiedAt)
    assert.deepInclude(yield* Account.authenticate(token), { userId: user.id })
    assert.strictEqual(yield* refused(Account.signIn({ email: EMAIL, password: "" })), "InvalidCredentials")
    const again = yield* signIn({ verifiedEmail: "new@example.com", name: "New name" })
    assert.deepStrictEqual(again.user, user)
    assert.strictEqual((yield* signIn({ verifiedEmail: null })).user.id, user.id)
    assert.strictEqual((yield* stored).accounts.size, 1)
  })

  story("names an account by its address where the provider gives no name", function* () {
    assert.strictEqual((yield* signIn({ name: null })).user.name, "ada")
  })

  story("links a verified account, whose password and sessions stay", function* () {
    const { id } = yield* givenUserWith("correct horse", { email: "Ada@Example.com" })
    const { token } = yield* Account.signIn({ email: EMAIL, password: "correct horse" })
    assert.strictEqual((yield* signIn()).user.id, id)
    assert.deepInclude(yield* Account.authenticate(token), { userId: id })
    assert.strictEqual((yield* Account.signIn({ email: EMAIL, password: "correct horse" })).user.id, id)
  })

  story("gives an account that was never verified to the owner of its address", function* () {
    yield* Account.signUp({ name: "Mallory", email: EMAIL, password: "correct horse", language: "de" })
    const found = Option.getOrThrow(yield* (yield* Account.AccountRepository).findByEmail(EMAIL))
    const { user } = yield* signIn()
    assert.deepInclude(user, { id: found.id, name: "Ada Lovelace" })
    const claimed = { tokenVersion: found.tokenVersion + 1, passwordHash: "", language: null }
    assert.deepInclude(yield* accountOf(found.id), claimed)
    const attempt = Account.signIn({ email: EMAIL, password: "correct horse" })
    assert.strictEqual(yield* refused(attempt), "InvalidCredentials")
  })

  story("gives the account the invitations of its address", function* () {
    const { admin, boardId } = yield* givenTeam
    yield* as(admin)(Board.inviteMember(boardId, { email: EMAIL, role: "viewer" }))
    const { user } = yield* signIn()
    assert.deepStrictEqual(
      [...(yield* stored).invitations.values()].map(({ userId }) => userId),
      [user.id]
    )
  })

  story("needs a verified address at the first sign-in", function* () {
    for (const verifiedEmail of [null, "ada", "ädä@example.com"]) {
      assert.strictEqual(yield* refused(finish({ verifiedEmail })), "EmailNotVerified")
    }
  })

  story("gives an account to no other person of the issuer, though they have its address now", function* () {
    const { user } = yield* signIn()
    assert.strictEqual(yield* refused(finish({ subject: "eve-8" })), "IdentityConflict")
    const elsewhere = yield* signIn({ issuer: "https://id.example.org", subject: "eve-8" })
    assert.strictEqual(elsewhere.user.id, user.id)
  })

  story("refuses a disabled account, linked or not", function* () {
    const { id } = yield* givenAccount({ email: EMAIL })
    const accounts = yield* Account.AccountRepository
    const { code } = yield* finish()
    yield* accounts.disable(id, (yield* accountOf(id)).createdAt)
    assert.strictEqual(yield* refused(finish()), "InvalidCredentials")
    assert.strictEqual(yield* Effect.map(Effect.flip(exchange(code)), ({ _tag }) => _tag), "InvalidCredentials")
    const { id: other } = yield* givenAccount({ email: "bob@example.com", verifiedAt: null })
    yield* accounts.disable(other, (yield* accountOf(other)).createdAt)
    const attempt = finish({ subject: "bob-9", verifiedEmail: "bob@example.com" })
    assert.strictEqual(yield* refused(attempt), "InvalidCredentials")
  })

  story("is not found where no provider is configured", function* () {
    assert.strictEqual(yield* refused(Account.startSingleSignOn()), "NotFound Identity provider")
    assert.strictEqual(yield* refused(Account.finishSingleSignOn("", "")), "NotFound Identity provider")
  })
})

describe("the code of a single sign-on", () => {
  story("works once, for a minute, in the browser that began", function* () {
    const { code } = yield* finish()
    assert.strictEqual(yield* refused(exchange(code, "another browser")), "InvalidEmailToken")
    assert.strictEqual(yield* refused(exchange("x")), "InvalidEmailToken")
    yield* exchange(code)
    assert.strictEqual(yield* refused(exchange(code)), "InvalidEmailToken")
    const late = yield* finish()
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Effect.map(Effect.flip(exchange(late.code)), ({ _tag }) => _tag), "InvalidEmailToken")
  })

  story("of concurrent uses lets one through", function* () {
    const { code } = yield* finish()
    const all = yield* Effect.all(
      Array.from({ length: 10 }, () => Effect.option(exchange(code))),
      {
        concurrency: "unbounded"
      }
    )
    assert.strictEqual(all.filter(Option.isSome).length, 1)
  })
})

describe("without passwords", () => {
  story("nobody signs up, signs in or sets a password", function* () {
    const { id } = yield* givenAccount({ email: EMAIL })
    const password = "correct horse"
    const off = Effect.provideService(Account.PasswordSignIn, false)
    const refusals = [
      yield* refused(off(Account.signUp({ name: "Ada", email: "new@example.com", password }))),
      yield* refused(off(Account.signIn({ email: EMAIL, password }))),
      yield* refused(off(Account.requestPasswordReset({ email: EMAIL }))),
      yield* refused(off(Account.resetPassword({ token: "x", password }))),
      yield* refused(off(as(id)(Account.changePassword({ currentPassword: password, newPassword: password }))))
    ]
    assert.deepStrictEqual(refusals, Array(5).fill("PasswordSignInOff"))
    assert.strictEqual((yield* off(signIn())).user.id, id)
  })
})
