import { Change, Ports, type System } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aConsumer, fresh, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, isNone, valueOf, whileHeld } from "./support.js"

const consumers = Effect.serviceFunctions(Change.ConsumerRepository)

const find = (name: string) => Effect.map(consumers.find(name), valueOf)

const given = (overrides: Partial<Change.Consumer> = {}) => {
  const consumer = aConsumer(overrides)
  return Effect.as(consumers.insert(consumer), consumer)
}

/** The contract of `ConsumerRepository`. */
export const consumerRepositorySuite: Suite<Change.ConsumerRepository | Ports.Transactor | System.DatabaseState> = (
  it
) => {
  it("finds a consumer as it was stored", function* () {
    const bare = yield* given()
    const full = yield* given({
      epoch: "0123456789abcdef",
      position: 9_007_199_254_740_991,
      attempts: 7,
      failingSince: instant(1),
      parkedAt: instant(2),
      lastError: AWKWARD_TEXTS.join("")
    })
    assert.deepStrictEqual(yield* find(bare.name), bare)
    assert.deepStrictEqual(yield* find(full.name), full)
    isNone(yield* consumers.find(fresh("consumer")))
    isNone(yield* consumers.find(bare.name.toUpperCase()))
  })

  it("keeps the first of several with one name", function* () {
    const first = yield* given({ position: 3 })
    yield* given({ name: first.name, position: 5 })
    assert.deepStrictEqual(yield* find(first.name), first)
    const name = fresh("consumer")
    const all = yield* atOnce(20, (position) => given({ name, position }))
    assert.deepInclude(all, yield* find(name))
  })

  it("lists all by name", function* () {
    const prefix = fresh("listed")
    const [b, upper, a] = [
      yield* given({ name: `${prefix}b` }),
      yield* given({ name: `${prefix}B` }),
      yield* given({ name: `${prefix}a` })
    ]
    const all = yield* Effect.flatMap(Change.ConsumerRepository, ({ list }) => list)
    assert.deepStrictEqual(
      all.filter(({ name }) => name.startsWith(prefix)),
      [upper, a, b]
    )
  })

  it("takes a consumer that is due as expected, but not while the database is held", function* () {
    const before = yield* given()
    const taken = { ...before, dueAt: instant(5) }
    assert.isFalse(yield* consumers.take(taken, instant(1)))
    assert.isFalse(yield* whileHeld(consumers.take(taken, before.dueAt)))
    assert.deepStrictEqual(yield* find(before.name), before)
    assert.isTrue(yield* consumers.take(taken, before.dueAt))
    assert.deepStrictEqual(yield* find(before.name), taken)
    const ended = { ...taken, dueAt: instant(6) }
    assert.isTrue(yield* whileHeld(consumers.replace(ended, taken.dueAt)))
  })

  it("replaces a consumer that is due as expected, and no other", function* () {
    const [before, other] = [yield* given({ lastError: "an error" }), yield* given()]
    const after = { ...before, epoch: "f", position: 8, attempts: 1, dueAt: instant(5), failingSince: instant(1) }
    assert.isFalse(yield* consumers.replace(after, instant(1)))
    assert.deepStrictEqual(yield* find(before.name), before)
    assert.isTrue(yield* consumers.replace(after, before.dueAt))
    assert.deepStrictEqual(yield* find(before.name), after)
    assert.isFalse(yield* consumers.replace(before, before.dueAt))
    const freed = { ...after, failingSince: null, lastError: null, parkedAt: instant(9) }
    assert.isTrue(yield* consumers.replace(freed, after.dueAt))
    assert.deepStrictEqual(yield* find(before.name), freed)
    assert.deepStrictEqual(yield* find(other.name), other)
    assert.isFalse(yield* consumers.replace(aConsumer(), instant()))
  })

  it("lets one of several concurrent callers take a consumer", function* () {
    const consumer = yield* given()
    const taken = yield* atOnce(20, (index) =>
      consumers.replace({ ...consumer, position: index, dueAt: instant(1 + index) }, consumer.dueAt)
    )
    assert.strictEqual(taken.filter(Boolean).length, 1)
    assert.strictEqual((yield* find(consumer.name)).position, taken.indexOf(true))
  })

  it("removes one consumer and returns whether there was one", function* () {
    const [gone, kept] = [yield* given(), yield* given()]
    assert.isTrue(yield* consumers.remove(gone.name))
    assert.isFalse(yield* consumers.remove(gone.name))
    isNone(yield* consumers.find(gone.name))
    assert.deepStrictEqual(yield* find(kept.name), kept)
  })

  it("what a transaction that fails has changed stays as it was", function* () {
    const consumer = yield* given()
    const advance = consumers.replace({ ...consumer, position: 9 }, consumer.dueAt)
    yield* Effect.flip(Ports.transactional(Effect.zipRight(advance, Effect.fail("no"))))
    assert.deepStrictEqual(yield* find(consumer.name), consumer)
    yield* Ports.transactional(advance)
    assert.strictEqual((yield* find(consumer.name)).position, 9)
  })
}

/** Runs the suite on an adapter. */
export const consumerRepositoryContract = contract("ConsumerRepository", consumerRepositorySuite)
