import { type Access, Account, Ports } from "@boardwright/core"
import { anAccount, givenAccount, PlainPasswordHasher } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted, TestClock } from "effect"
import { refused, sent, stored, story } from "../support.js"
import { verifications } from "./support.js"

const PASSWORD = "correct horse"

const givenUser = Effect.fnUntraced(function* (overrides: Partial<Account.Account> = {}) {
  const hasher = yield* Ports.PasswordHasher
  const passwordHash = yield* hasher.hash(Redacted.make(PASSWORD))
  return yield* givenAccount({ email: "Ada@example.com", passwordHash, ...overrides })
})

describe("signIn", () => {
  story("returns a token of the user and the profile", function* () {
    const account = yield* givenUser({ onboardingData: { role: "Analyst" } })
    const { token, user } = yield* Account.signIn({ email: "ada@example.com", password: PASSWORD })
    assert.deepStrictEqual(user, {
      id: account.id,
      name: account.name,
      email: "Ada@example.com",
      avatar: account.avatar,
      hasCompletedOnboarding: false,
      onboardingData: { role: "Analyst" },
      timezone: "UTC",
      language: null,
      notifications: {}
    })
    const { sessionId, ...actor } = (yield* Account.authenticate(token)) as Extract<Access.Actor, { _tag: "User" }>
    assert.deepStrictEqual(actor, { _tag: "User", userId: account.id, tokenVersion: 0 })
    assert.isTrue((yield* stored).sessions.has(sessionId ?? ""))
  })

  story("puts the user's id, address, token version and session into the token", function* () {
    const account = yield* givenUser({ tokenVersion: 3 })
    const { token } = yield* Account.signIn({ email: "ada@example.com", password: PASSWORD })
    const claims = yield* (yield* Ports.AccessTokens).verify(token)
    const [sid] = (yield* stored).sessions.keys()
    assert.deepInclude(claims, { value: { userId: account.id, email: "Ada@example.com", ver: 3, sid: sid ?? "" } })
  })

  story("fails as with a wrong password if the account is deleted while the password is checked", function* () {
    const { email, id } = yield* givenUser()
    const hasher = yield* Ports.PasswordHasher
    const accounts = yield* Account.AccountRepository
    const signIn = Account.signIn({ email, password: PASSWORD }).pipe(
      Effect.provideService(Account.CurrentClient, "203.0.113.1"),
      Effect.provideService(Ports.PasswordHasher, {
        ...hasher,
        verify: (password, hash) => Effect.zipLeft(hasher.verify(password, hash), Effect.orDie(accounts.remove(id)))
      })
    )
    assert.strictEqual((yield* Effect.flip(signIn))._tag, "InvalidCredentials")
    const { knownClients, securityEvents, sessions } = yield* stored
    assert.deepStrictEqual([knownClients.size, securityEvents.size, sessions.size], [0, 0, 0])
  })

  story("accepts the address in any case, with blanks around it", function* () {
    const { id } = yield* givenUser()
    for (const email of ["ADA@EXAMPLE.COM", " ada@example.com\n"]) {
      assert.strictEqual((yield* Account.signIn({ email, password: PASSWORD })).user.id, id)
    }
  })

  story("fails alike for unknown, malformed and wrong credentials, with one password comparison each", function* () {
    yield* givenUser()
    const attempts = [
      { email: "ada@example.com", password: "wrong horse" },
      { email: "ada@example.com", password: "" },
      { email: "ada@example.com", password: "x".repeat(1000) },
      { email: "eve@example.com", password: PASSWORD },
      { email: "no address", password: PASSWORD },
      { email: "", password: PASSWORD },
      { email: "ada@example.com\u0000", password: PASSWORD },
      { email: "\uD83D@example.com", password: PASSWORD }
    ]
    for (const [at, attempt] of attempts.entries()) {
      assert.strictEqual(yield* refused(Account.signIn(attempt)), "InvalidCredentials")
      assert.strictEqual(yield* verifications, at + 1, `password compared for ${JSON.stringify(attempt)}`)
    }
  })

  story("fails with EmailNotVerified only for the right password", function* () {
    yield* givenUser({ verifiedAt: null })
    const email = "ada@example.com"
    assert.strictEqual(yield* refused(Account.signIn({ email, password: PASSWORD })), "EmailNotVerified")
    assert.strictEqual(yield* refused(Account.signIn({ email, password: "wrong horse" })), "InvalidCredentials")
  })

  story("requires two texts", function* () {
    assert.strictEqual(yield* refused(Account.signIn(sent({}))), "InvalidInput email, password")
    assert.strictEqual(
      yield* refused(Account.signIn(sent({ email: 7, password: null }))),
      "InvalidInput email, password"
    )
    assert.strictEqual(yield* verifications, 0)
  })

  story("fails with HashingBusy while the hasher is busy", function* () {
    yield* givenUser()
    yield* (yield* PlainPasswordHasher).busyNext(2)
    for (const email of ["ada@example.com", "eve@example.com"]) {
      assert.strictEqual(yield* refused(Account.signIn({ email, password: PASSWORD })), "HashingBusy")
    }
  })
})

describe("authenticate", () => {
  const tokenFor = Effect.fnUntraced(function* (account: Account.Account, ver = account.tokenVersion) {
    return yield* (yield* Ports.AccessTokens).sign({ userId: account.id, email: account.email, ver })
  })

  story("rejects tokens that are not ours", function* () {
    for (const token of ["", "no token", "a.b.c", `${yield* tokenFor(yield* givenAccount())}x`]) {
      assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    }
  })

  story("rejects a token after seven days", function* () {
    const token = yield* tokenFor(yield* givenAccount())
    yield* TestClock.adjust("167 hours")
    yield* Account.authenticate(token)
    yield* TestClock.adjust("1 hours")
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
  })

  story("rejects a token of another version, and of a deleted user", function* () {
    const account = yield* givenAccount({ tokenVersion: 1 })
    yield* Account.authenticate(yield* tokenFor(account))
    for (const token of [yield* tokenFor(account, 0), yield* tokenFor(account, 2), yield* tokenFor(anAccount())]) {
      assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    }
  })
})
