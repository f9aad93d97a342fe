import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { fresh, givenAccount, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, someone } from "./support.js"

const clients = Effect.serviceFunctions(Account.KnownClientRepository)

const MOST = 3

/** The contract of `KnownClientRepository`. */
export const knownClientRepositorySuite: Suite<Account.KnownClientRepository | Account.AccountRepository> = (it) => {
  const knownOf = (userId: Account.UserId, hashes: ReadonlyArray<string>) =>
    Effect.flatMap(Account.KnownClientRepository, (clients) =>
      Effect.filter(hashes, (hash) => clients.has(userId, hash))
    )

  it("finds the clients of one account only", function* () {
    const [{ id }, other] = [yield* givenAccount(), yield* givenAccount()]
    const hash = fresh("hash")
    assert.isFalse(yield* clients.has(id, hash))
    yield* clients.remember(id, hash, instant(), MOST)
    assert.isTrue(yield* clients.has(id, hash))
    assert.isFalse(yield* clients.has(other.id, hash))
    assert.isFalse(yield* clients.has(id, fresh("hash")))
    assert.isFalse(yield* clients.has(Account.UserId.make(""), hash))
  })

  it("keeps the clients of an account that were seen last", function* () {
    const [{ id }, other] = [yield* givenAccount(), yield* givenAccount()]
    const hashes = [fresh("a"), fresh("b"), fresh("c"), fresh("d")] as const
    const [a, b, c, d] = hashes
    yield* clients.remember(other.id, a, instant(-9), MOST)
    for (const [seen, hash] of [a, b, c].entries()) yield* clients.remember(id, hash, instant(seen), MOST)
    assert.deepStrictEqual(yield* knownOf(id, hashes), [a, b, c])
    yield* clients.remember(id, a, instant(5), MOST)
    yield* clients.remember(id, d, instant(6), MOST)
    assert.deepStrictEqual(yield* knownOf(id, hashes), [a, c, d])
    assert.isTrue(yield* clients.has(other.id, a))
  })

  it("stores nothing for an account that is gone", function* () {
    const id = yield* someone
    const hash = fresh("hash")
    yield* (yield* Account.AccountRepository).remove(id)
    yield* clients.remember(id, hash, instant(), MOST)
    assert.isFalse(yield* clients.has(id, hash))
  })

  it("stores each client once, and no more than the limit, concurrently", function* () {
    const id = yield* someone
    const hashes = Array.from({ length: 5 }, () => fresh("hash"))
    yield* atOnce(50, (index) => clients.remember(id, hashes[index % 5] ?? "", instant(index), MOST))
    assert.strictEqual((yield* knownOf(id, hashes)).length, MOST)
  })

  it("removes clients that were last seen before an instant, and no others", function* () {
    const id = yield* someone
    const [gone, onTheDot, later] = [fresh("gone"), fresh("dot"), fresh("later")]
    yield* clients.remember(id, gone, instant(-2_000_001), MOST)
    yield* clients.remember(id, onTheDot, instant(-2_000_000), MOST)
    yield* clients.remember(id, later, instant(-1_999_999), MOST)
    yield* clients.removeUnseen(instant(-2_000_000))
    assert.deepStrictEqual(yield* knownOf(id, [gone, onTheDot, later]), [onTheDot, later])
  })
}

/** Runs the suite on an adapter. */
export const knownClientRepositoryContract = contract("KnownClientRepository", knownClientRepositorySuite)
