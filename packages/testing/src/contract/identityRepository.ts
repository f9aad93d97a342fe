import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { fresh, givenAccount, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, someone } from "./support.js"

const identities = Effect.serviceFunctions(Account.IdentityRepository)

const ISSUER = "https://id.example.com"

const anIdentity = (overrides: Pick<Account.Identity, "userId"> & Partial<Account.Identity>): Account.Identity => ({
  issuer: ISSUER,
  subject: fresh("subject"),
  createdAt: instant(),
  ...overrides
})

/** The contract of `IdentityRepository`. */
export const identityRepositorySuite: Suite<Account.IdentityRepository | Account.AccountRepository> = (it) => {
  it("finds the account of a person at an issuer", function* () {
    const userId = yield* someone
    const mine = anIdentity({ userId, subject: "a".repeat(255) })
    const theirs = anIdentity({ userId: yield* someone })
    for (const identity of [mine, theirs]) assert.isTrue(yield* identities.insert(identity))
    assert.strictEqual(Option.getOrNull(yield* identities.find(ISSUER, mine.subject)), userId)
    assert.strictEqual(Option.getOrNull(yield* identities.find(ISSUER, theirs.subject)), theirs.userId)
    isNone(yield* identities.find("https://id.example.org", mine.subject))
    isNone(yield* identities.find(ISSUER, mine.subject.toUpperCase()))
    isNone(yield* identities.find(ISSUER, fresh("subject")))
  })

  it("lists the identities of an account, in order of issuer", function* () {
    const userId = yield* someone
    const issuers = ["https://b.example.com", "https://a.example.com"]
    const [b, a] = issuers.map((issuer) => anIdentity({ userId, issuer }))
    for (const each of [b, a, anIdentity({ userId: yield* someone })]) {
      if (each !== undefined) yield* identities.insert(each)
    }
    const listed = yield* identities.ofUser(userId)
    assert.deepStrictEqual(
      listed.map((each) => ({ ...each, userId })),
      [a, b]
    )
    assert.isEmpty(yield* identities.ofUser(fresh("nobody") as Account.UserId))
  })

  it("gives an identity to one account, and an account one identity of an issuer", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const first = anIdentity({ userId })
    assert.isTrue(yield* identities.insert(first))
    assert.isFalse(yield* identities.insert(first))
    assert.isFalse(yield* identities.insert({ ...first, userId: other.id }))
    assert.isFalse(yield* identities.insert(anIdentity({ userId })))
    assert.isTrue(yield* identities.insert({ ...first, issuer: "https://id.example.org" }))
    assert.strictEqual(Option.getOrNull(yield* identities.find(ISSUER, first.subject)), userId)
  })

  it("removes the identities of an account from a time on", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const at = (userId: Account.UserId, minutes: number) =>
      anIdentity({ userId, issuer: `https://${minutes}.example.com`, createdAt: instant(minutes) })
    const [earlier, since, later] = [at(userId, 0), at(userId, 1), at(userId, 2)]
    const theirs = at(other.id, 2)
    for (const identity of [earlier, since, later, theirs]) assert.isTrue(yield* identities.insert(identity))
    yield* identities.removeSince(userId, instant(1))
    assert.deepStrictEqual(
      (yield* identities.ofUser(userId)).map(({ issuer }) => issuer),
      [earlier.issuer]
    )
    isNone(yield* identities.find(since.issuer, since.subject))
    assert.strictEqual(Option.getOrNull(yield* identities.find(theirs.issuer, theirs.subject)), other.id)
    assert.isTrue(yield* identities.insert(since))
  })

  it("stores one of concurrent identities", function* () {
    const userId = yield* someone
    const stored = yield* atOnce(10, () => identities.insert(anIdentity({ userId })))
    assert.deepStrictEqual(stored.filter(Boolean), [true])
    const subject = fresh("subject")
    const accounts = yield* Effect.forEach(Array(10), () => givenAccount())
    const given = yield* atOnce(10, (index) =>
      identities.insert(anIdentity({ subject, userId: accounts[index]?.id ?? userId }))
    )
    assert.deepStrictEqual(given.filter(Boolean), [true])
  })
}

/** Runs the suite on an adapter. */
export const identityRepositoryContract = contract("IdentityRepository", identityRepositorySuite)
