import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anEmailToken, fresh, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, valueOf, someone } from "./support.js"

const tokens = Effect.serviceFunctions(Account.EmailTokenRepository)

const givenToken = Effect.fnUntraced(function* (overrides: Partial<Account.EmailToken> = {}) {
  const userId = overrides.userId ?? (yield* someone)
  const token = anEmailToken({ ...overrides, userId })
  yield* tokens.insert(token)
  return token
})

/** The contract of `EmailTokenRepository`. */
export const emailTokenRepositorySuite: Suite<Account.EmailTokenRepository | Account.AccountRepository> = (it) => {
  it("finds a token by purpose and hash, expired and used ones included", function* () {
    const fine = yield* givenToken({ purpose: "reset" })
    const expired = yield* givenToken({ expiresAt: instant(-1_000_000) })
    const used = yield* givenToken({ usedAt: instant(1) })
    assert.deepStrictEqual(valueOf(yield* tokens.find("reset", fine.hash)), fine)
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", expired.hash)), expired)
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", used.hash)), used)
  })

  it("finds none for another purpose or hash", function* () {
    const token = yield* givenToken({ purpose: "reset" })
    isNone(yield* tokens.find("verification", token.hash))
    isNone(yield* tokens.find("reset", fresh("hash")))
    isNone(yield* tokens.find("reset", ""))
  })

  it("an account has several tokens of one purpose", function* () {
    const first = yield* givenToken()
    const second = yield* givenToken({ userId: first.userId })
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", first.hash)), first)
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", second.hash)), second)
  })

  it("consumes a token once, and stores when", function* () {
    const token = yield* givenToken()
    assert.isTrue(yield* tokens.consume(token.hash, instant(3)))
    assert.isFalse(yield* tokens.consume(token.hash, instant(4)))
    assert.isFalse(yield* tokens.consume(fresh("hash"), instant(4)))
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", token.hash)), { ...token, usedAt: instant(3) })
  })

  it("one of 50 concurrent uses succeeds", function* () {
    const token = yield* givenToken()
    const results = yield* atOnce(50, (index) => tokens.consume(token.hash, instant(index)))
    assert.strictEqual(results.filter((won) => won).length, 1)
    const stored = valueOf(yield* tokens.find("verification", token.hash))
    assert.strictEqual(stored.usedAt, instant(results.indexOf(true)))
  })

  it("marks the unused tokens of one account and purpose used, and no others", function* () {
    const userId = yield* someone
    const unused = yield* givenToken({ userId, purpose: "reset" })
    const expired = yield* givenToken({ userId, purpose: "reset", expiresAt: instant(-1) })
    const used = yield* givenToken({ userId, purpose: "reset", usedAt: instant(1) })
    const verification = yield* givenToken({ userId })
    const stranger = yield* givenToken({ purpose: "reset" })
    yield* tokens.consumeAll(userId, "reset", instant(5))
    for (const token of [unused, expired]) {
      const stored = valueOf(yield* tokens.find("reset", token.hash))
      assert.deepStrictEqual(stored, { ...token, usedAt: instant(5) })
    }
    assert.isFalse(yield* tokens.consume(unused.hash, instant(2)))
    assert.deepStrictEqual(valueOf(yield* tokens.find("reset", used.hash)), used)
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", verification.hash)), verification)
    assert.deepStrictEqual(valueOf(yield* tokens.find("reset", stranger.hash)), stranger)
  })

  it("removes tokens that expired before an instant, used or not, and no others", function* () {
    const before = instant(-2_000_000)
    const gone = yield* givenToken({ expiresAt: instant(-2_000_001) })
    const usedAndGone = yield* givenToken({ expiresAt: instant(-2_000_001), usedAt: instant(-2_000_002) })
    const onTheDot = yield* givenToken({ expiresAt: before })
    const later = yield* givenToken({ expiresAt: instant(-1_999_999) })
    yield* tokens.removeExpired(before)
    isNone(yield* tokens.find("verification", gone.hash))
    isNone(yield* tokens.find("verification", usedAndGone.hash))
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", onTheDot.hash)), onTheDot)
    assert.deepStrictEqual(valueOf(yield* tokens.find("verification", later.hash)), later)
  })
}

/** Runs the suite on an adapter. */
export const emailTokenRepositoryContract = contract("EmailTokenRepository", emailTokenRepositorySuite)
