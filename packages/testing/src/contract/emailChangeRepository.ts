import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anEmailChange, fresh, givenAccount, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, someone } from "./support.js"

const changes = Effect.serviceFunctions(Account.EmailChangeRepository)

const stored = Effect.fnUntraced(function* (overrides: Parameters<typeof anEmailChange>[0]) {
  const change = anEmailChange(overrides)
  yield* changes.insert(change)
  return change
})

const find = (id: string) => Effect.map(changes.find(id), Option.getOrNull)

/** The contract of `EmailChangeRepository`. */
export const emailChangeRepositorySuite: Suite<Account.EmailChangeRepository | Account.AccountRepository> = (it) => {
  it("stores a request, which replaces the account's unconfirmed one", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const confirmed = yield* stored({ userId })
    yield* changes.confirm(confirmed.id, instant(1), instant(60))
    const [earlier, elses] = [yield* stored({ userId }), yield* stored({ userId: other.id })]
    const request = yield* stored({ userId, tokenVersion: 2 })
    assert.deepStrictEqual(yield* find(request.id), request)
    assert.isNull(yield* find(earlier.id))
    assert.deepStrictEqual(yield* find(elses.id), elses)
    assert.deepStrictEqual(yield* find(confirmed.id), { ...confirmed, confirmedAt: instant(1), expiresAt: instant(60) })
    assert.isNull(yield* find(fresh("change")))
  })

  it("removes changes that have expired when another is stored", function* () {
    const [one, other] = [yield* givenAccount(), yield* givenAccount()]
    const expired = yield* stored({ userId: one.id, createdAt: instant(-9000), expiresAt: instant(-8000) })
    yield* stored({ userId: other.id, createdAt: instant(-8000), expiresAt: instant(-7000) })
    assert.deepStrictEqual(yield* find(expired.id), expired)
    yield* stored({ userId: other.id, createdAt: instant(-7999), expiresAt: instant(-7000) })
    assert.isNull(yield* find(expired.id))
  })

  it("is found by the token of its last link, which confirming voids", function* () {
    const userId = yield* someone
    const { id } = yield* stored({ userId })
    const [first, second, third] = [fresh("hash"), fresh("hash"), fresh("hash")]
    const found = (hash: string) => changes.findByToken(hash)
    isNone(yield* found(first))
    yield* changes.setToken(id, "emailChanged", first, instant(5))
    isNone(yield* found(first))
    yield* changes.setToken(id, "emailChange", first, instant(5))
    assert.strictEqual(Option.getOrThrow(yield* found(first)).expiresAt, instant(5))
    yield* changes.setToken(id, "emailChange", second, instant(6))
    isNone(yield* found(first))
    assert.strictEqual(Option.getOrThrow(yield* found(second)).id, id)
    const confirmed = yield* atOnce(3, () => changes.confirm(id, instant(1), instant(60)))
    assert.lengthOf(confirmed.filter(Boolean), 1)
    isNone(yield* found(second))
    yield* changes.setToken(id, "emailChange", second, instant(6))
    yield* changes.setToken(id, "emailChanged", third, instant(7))
    isNone(yield* found(second))
    assert.strictEqual(Option.getOrThrow(yield* found(third)).confirmedAt, instant(1))
    assert.isFalse(yield* changes.confirm(fresh("change"), instant(1), instant(60)))
  })

  it("ends the account's changes from a token version on", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const versions = [1, 2, 3]
    const ids: Array<string> = []
    for (const tokenVersion of versions) {
      const { id } = yield* stored({ userId, tokenVersion })
      yield* changes.confirm(id, instant(1), instant(60))
      ids.push(id)
    }
    const { id: elses } = yield* stored({ userId: other.id, tokenVersion: 3 })
    yield* changes.end(userId, 3, instant(2))
    yield* changes.end(userId, 2, instant(3))
    const ended = yield* Effect.forEach([...ids, elses], (id) => Effect.map(find(id), (change) => change?.endedAt))
    assert.deepStrictEqual(ended, [null, instant(3), instant(2), null])
    const hash = fresh("hash")
    yield* changes.setToken(ids[2] ?? "", "emailChanged", hash, instant(5))
    isNone(yield* changes.findByToken(hash))
    const { id: request } = yield* stored({ userId, tokenVersion: 4 })
    yield* changes.end(userId, 4, instant(4))
    assert.isFalse(yield* changes.confirm(request, instant(5), instant(60)))
  })

  it("reserves the old address for its account while the change can be undone", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const { id, previousEmail } = yield* stored({ userId, previousEmail: `${fresh("Old")}@example.com` })
    const isReserved = (by = other.id, at = instant(1)) =>
      changes.isReserved(Account.normalizeEmail(previousEmail), by, at)
    assert.isFalse(yield* isReserved())
    yield* changes.confirm(id, instant(), instant(60))
    assert.isTrue(yield* isReserved())
    assert.isFalse(yield* isReserved(userId))
    assert.isFalse(yield* isReserved(other.id, instant(60)))
    assert.isFalse(yield* changes.isReserved("nobody@example.com", other.id, instant(1)))
    yield* changes.end(userId, 0, instant(2))
    assert.isFalse(yield* isReserved())
  })
}

export const emailChangeRepositoryContract = contract("EmailChangeRepository", emailChangeRepositorySuite)
