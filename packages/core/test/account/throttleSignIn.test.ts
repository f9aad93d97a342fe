import { Account, Rate } from "@boardwright/core"
import { PlainPasswordHasher } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import {
  asOperator,
  deliveredToken,
  HOUR,
  MINUTE,
  NOON,
  refused,
  story,
  stored,
  writingNothing,
  givenUserWith
} from "../support.js"
import { verifications } from "./support.js"

const EMAIL = "ada@example.com"
const UNKNOWN = "nobody@example.com"
const RIGHT = "correct horse"
const HOME = "198.51.100.1"
const DAY = 24 * HOUR

const givenUser = (overrides: Partial<Account.Account>) => givenUserWith(RIGHT, { ...overrides })
const givenAda = givenUser({ email: EMAIL })
const from = (client: string | null) => Effect.provideService(Account.CurrentClient, client)

let lastClient = 0
/** Signs in, by default from an unknown client. */
const signIn = (password: string, { client = `203.0.113.${++lastClient}`, email = EMAIL } = {}) =>
  Account.signIn({ email, password }).pipe(from(client))

/** The result of a sign-in: "signed in", the tag of the failure, or the minutes to wait. */
const attempt = (...input: Parameters<typeof signIn>) =>
  signIn(...input).pipe(
    Effect.as("signed in"),
    Effect.catchAll((failure) =>
      Effect.succeed(failure._tag === "RateLimited" ? failure.retryAfterSeconds / 60 : failure._tag)
    )
  )
const attempts = (count: number, ...input: Parameters<typeof signIn>) =>
  Effect.all(Array.from({ length: count }, () => attempt(...input)))

const WRONG = "InvalidCredentials"
const TEN_WRONG = Array.from({ length: 10 }, () => WRONG)

describe("the throttle of sign-ins", () => {
  story("allows ten failures, then waits 1, 2, 4, 8 and 15 minutes", function* () {
    yield* givenAda
    assert.deepStrictEqual(yield* attempts(10, "wrong"), TEN_WRONG)
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      assert.deepStrictEqual(yield* attempts(3, "wrong"), [minutes, minutes, minutes])
      yield* TestClock.adjust(minutes * MINUTE - 1)
      assert.notStrictEqual(yield* attempt("wrong"), WRONG)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* attempt("wrong"), WRONG)
    }
  })

  story("reports the end of the wait and the limit", function* () {
    yield* attempts(10, "wrong")
    const failure = yield* Effect.flip(signIn("wrong"))
    const expected = { limit: 10, resetsAt: NOON + MINUTE, retryAfterSeconds: 60 }
    assert.deepStrictEqual(failure, new Rate.RateLimited(expected))
  })

  story("checks no password during the wait", function* () {
    yield* givenAda
    yield* attempts(10, "wrong")
    const before = yield* verifications
    assert.deepStrictEqual([yield* attempt(RIGHT), yield* attempt("wrong")], [1, 1])
    assert.strictEqual(yield* verifications, before)
  })

  story("behaves, writes and hashes alike for an unknown address", function* () {
    yield* givenAda
    const outcomes = yield* Effect.forEach([EMAIL, UNKNOWN], (email) =>
      Effect.gen(function* () {
        const hashed = yield* verifications
        const answers = yield* writingNothing(attempts(12, "wrong", { email }))
        return { answers, hashed: (yield* verifications) - hashed }
      })
    )
    assert.deepStrictEqual(outcomes[0], { answers: [...TEN_WRONG, 1, 1], hashed: 10 })
    assert.deepStrictEqual(outcomes[1], outcomes[0])
  })

  story("is keyed by the normalised address of any length", function* () {
    for (const email of [EMAIL, " ADA@example.com ", `${"x".repeat(100_000)}@example.com`]) {
      yield* attempts(5, "wrong", { email })
    }
    assert.strictEqual(yield* attempt("wrong", { email: "Ada@Example.com" }), 1)
    assert.strictEqual(yield* attempt("wrong", { email: "eve@example.com" }), WRONG)
  })

  story("counts concurrent attempts exactly", function* () {
    yield* givenAda
    const all = yield* Effect.all(
      Array.from({ length: 40 }, () => attempt("wrong")),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(all, [...TEN_WRONG, ...Array.from({ length: 30 }, () => 1)])
  })

  story("forgets failures after 15 minutes", function* () {
    yield* attempts(9, "wrong")
    yield* TestClock.adjust(15 * MINUTE)
    assert.deepStrictEqual(yield* attempts(10, "wrong"), TEN_WRONG)
    assert.strictEqual(yield* attempt("wrong"), 1)
  })

  story("exempts a client that signed in before, whose failures count for others", function* () {
    yield* givenAda
    assert.strictEqual(yield* attempt(RIGHT, { client: HOME }), "signed in")
    assert.deepStrictEqual(
      yield* attempts(15, "wrong", { client: HOME }),
      Array.from({ length: 15 }, () => WRONG)
    )
    assert.strictEqual(yield* attempt(RIGHT), 1)
    assert.strictEqual(yield* attempt(RIGHT, { client: HOME }), "signed in")
    assert.strictEqual(yield* attempt(RIGHT), 1, "a sign-in from home gives nobody else a try")
  })

  story("remembers the 40 clients of an account that signed in last, for 90 days", function* () {
    yield* givenAda
    const eve = yield* givenUser({ email: "eve@example.com" })
    for (let at = 0; at < 41; at++) {
      yield* signIn(RIGHT, { client: `home ${at}` })
      yield* TestClock.adjust(1)
    }
    yield* attempts(10, "wrong")
    yield* attempts(10, "wrong", { email: eve.email })
    assert.strictEqual(yield* attempt(RIGHT, { client: "home 0" }), 1)
    assert.strictEqual(yield* attempt(RIGHT, { client: "home 40", email: eve.email }), 1)
    assert.strictEqual(yield* attempt(RIGHT, { client: "home 1" }), "signed in")
    assert.strictEqual((yield* stored).knownClients.size, 40)
    assert.notInclude(JSON.stringify([...(yield* stored).knownClients.values()]), "home")
    yield* TestClock.adjust(90 * DAY + 1)
    yield* Account.forgetUnseenClients
    assert.strictEqual((yield* stored).knownClients.size, 0)
  })

  story("counts neither right nor unchecked passwords", function* () {
    yield* givenAda
    const unverified = yield* givenUser({ email: "new@example.com", verifiedAt: null })
    yield* attempts(9, "wrong")
    for (let at = 0; at < 5; at++) assert.strictEqual(yield* attempt(RIGHT), "signed in")
    yield* (yield* PlainPasswordHasher).busyNext(3)
    assert.deepStrictEqual(yield* attempts(3, "wrong"), ["HashingBusy", "HashingBusy", "HashingBusy"])
    assert.deepStrictEqual(yield* attempts(2, "wrong"), [WRONG, 1])
    const unverifiedAttempts = yield* attempts(12, RIGHT, { email: unverified.email })
    assert.deepStrictEqual(new Set(unverifiedAttempts), new Set(["EmailNotVerified"]))
  })

  story("counts a disabled account's right password like a wrong one", function* () {
    const { id } = yield* givenAda
    yield* Account.disableAccount(id).pipe(asOperator)
    assert.deepStrictEqual(yield* attempts(11, RIGHT), [...TEN_WRONG, 1])
  })

  story("ends with a new password, and exempts the client that set it", function* () {
    yield* givenAda
    yield* attempts(12, "wrong")
    yield* Account.requestPasswordReset({ email: EMAIL })
    const token = yield* deliveredToken(EMAIL)
    yield* Account.resetPassword({ token, password: "battery staple" }).pipe(from(HOME))
    assert.deepStrictEqual(yield* attempts(11, "wrong"), [...TEN_WRONG, 1])
    assert.strictEqual(yield* attempt("battery staple", { client: HOME }), "signed in")
  })

  story("ends when the operator sets a password", function* () {
    yield* givenAda
    yield* attempts(12, "wrong")
    yield* Account.setPassword(EMAIL, { password: "battery staple" }).pipe(asOperator)
    assert.strictEqual(yield* attempt("battery staple"), "signed in")
  })

  story("does not end sessions", function* () {
    yield* givenAda
    const { token } = yield* signIn(RIGHT)
    yield* attempts(12, "wrong")
    yield* Account.authenticate(token)
  })

  story("is off without a client, and with the limit Infinity", function* () {
    yield* givenAda
    const lifted = Effect.provideService(Rate.CurrentAccountLimits, { account: Infinity, mail: Infinity })
    for (let at = 0; at < 12; at++) {
      assert.strictEqual(yield* refused(Account.signIn({ email: EMAIL, password: "wrong" })), WRONG)
      assert.strictEqual(yield* lifted(attempt("wrong")), WRONG)
    }
    yield* lifted(signIn(RIGHT))
    assert.strictEqual((yield* stored).knownClients.size, 0)
  })

  story("follows another limit", function* () {
    const three = Effect.provideService(Rate.CurrentAccountLimits, { account: 3, mail: 5 })
    assert.deepStrictEqual(yield* three(attempts(4, "wrong")), [WRONG, WRONG, WRONG, 1])
  })
})
