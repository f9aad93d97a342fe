import { Idempotency, Ports, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { fresh, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, valueOf, AWKWARD_TEXTS } from "./support.js"

const keys = Effect.serviceFunctions(Idempotency.IdempotencyRepository)

const aKey = (overrides: Partial<Idempotency.ClaimedKey> = {}): Idempotency.ClaimedKey => ({
  owner: fresh("user"),
  key: Idempotency.IdempotencyKey.make(fresh("key")),
  fingerprint: fresh("fingerprint"),
  createdAt: instant(),
  ...overrides
})

const EXPIRED = instant(-24 * 60)

const MADE: Idempotency.StoredResult = { result: `{"id":1}`, madeId: "1", checks: [] }

/** Claims a key and stores the result of its call, in one transaction. */
const callOnce = (
  claimed: Idempotency.ClaimedKey,
  { expired = EXPIRED, made = MADE, work = Effect.void }: Partial<Call> = {}
) =>
  Ports.transactional(
    Effect.gen(function* () {
      const first = yield* keys.claim(claimed, expired)
      if (Option.isSome(first)) return Option.getOrNull(first)
      yield* work
      yield* keys.store(claimed, made)
      return null
    })
  )

interface Call {
  readonly expired: Values.Timestamp.Timestamp
  readonly made: Idempotency.StoredResult
  readonly work: Effect.Effect<void, string>
}

/** The contract of `IdempotencyRepository`. */
export const idempotencyRepositorySuite: Suite<Idempotency.IdempotencyRepository | Ports.Transactor> = (it) => {
  it("returns what the first call with a key has stored", function* () {
    for (const made of [
      ...AWKWARD_TEXTS.map((result) => ({ ...MADE, result: JSON.stringify(result) })),
      { result: null, madeId: fresh("token"), checks: [] },
      { result: "null", madeId: null, checks: [{ boardId: "b" as never, action: "comment on tasks" as const }] }
    ]) {
      const claimed = aKey()
      assert.isNull(yield* callOnce(claimed, { made }))
      for (const fingerprint of [claimed.fingerprint, fresh("other")])
        assert.deepStrictEqual(yield* callOnce({ ...claimed, fingerprint }), {
          fingerprint: claimed.fingerprint,
          ...made
        })
    }
  })

  it("keeps the keys of an owner apart from those of others, by case too", function* () {
    const claimed = aKey({ key: Idempotency.IdempotencyKey.make(`~"Key\\'${fresh("a")}!`) })
    assert.isNull(yield* callOnce(claimed))
    assert.isNull(yield* callOnce({ ...claimed, owner: "" }))
    assert.isNull(yield* callOnce({ ...claimed, owner: claimed.owner.toUpperCase() }))
    assert.isNull(yield* callOnce({ ...claimed, key: Idempotency.IdempotencyKey.make(claimed.key.toUpperCase()) }))
    assert.isNotNull(yield* callOnce(claimed))
  })

  it("keeps nothing of a transaction that fails", function* () {
    const claimed = aKey()
    const failed = yield* Effect.flip(callOnce(claimed, { work: Effect.fail("refused") }))
    assert.strictEqual(failed, "refused")
    assert.isNull(yield* callOnce(claimed))
  })

  it("lets one of any number of concurrent calls do the work, and the others have its result", function* () {
    const claimed = aKey()
    const firsts = yield* atOnce(16, () => callOnce(claimed, { work: Effect.yieldNow() }))
    assert.strictEqual(firsts.filter((first) => first === null).length, 1)
    for (const first of firsts) if (first !== null) assert.strictEqual(first.result, MADE.result)
  })

  it("claims a key again once it has expired, also at once", function* () {
    const claimed = aKey({ createdAt: instant(-24 * 60) })
    assert.isNull(yield* callOnce(claimed))
    assert.isNotNull(yield* callOnce({ ...claimed, createdAt: instant() }))
    const expired = instant(1 - 24 * 60)
    const again = { ...claimed, fingerprint: fresh("fingerprint"), createdAt: instant(1) }
    const results = yield* atOnce(8, () => callOnce(again, { expired, made: { ...MADE, result: "2" } }))
    assert.strictEqual(results.filter((first) => first === null).length, 1)
    const { fingerprint, result } = valueOf(Option.fromNullable(yield* callOnce(again, { expired })))
    assert.deepStrictEqual({ fingerprint, result }, { fingerprint: again.fingerprint, result: "2" })
  })

  it("removes the keys that were claimed before an instant, the oldest first, up to a limit", function* () {
    const at = instant(-3_000_000)
    yield* keys.removeBefore(at, 1_000)
    const claimed = [-3, -2, -1, 0].map((minute) => aKey({ createdAt: instant(-3_000_000 + minute) }))
    for (const each of claimed) yield* callOnce(each, { expired: instant(-4_000_000) })
    assert.strictEqual(yield* keys.removeBefore(at, 2), 2)
    assert.strictEqual(yield* keys.removeBefore(at, 2), 1)
    assert.strictEqual(yield* keys.removeBefore(at, 2), 0)
    const last = valueOf(Option.fromNullable(claimed[3]))
    assert.isNotNull(yield* callOnce(last, { expired: instant(-4_000_000) }))
    isNone(yield* keys.claim(valueOf(Option.fromNullable(claimed[2])), instant(-4_000_000)))
  })
}

/** Runs the suite on an adapter. */
export const idempotencyRepositoryContract = contract("IdempotencyRepository", idempotencyRepositorySuite)
