import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

/** The contract of `StorageHealth` for storage in reach. Outages are tested by each adapter. */
export const storageHealthSuite: Suite<Ports.StorageHealth | Ports.Transactor> = (it) => {
  it("is healthy for concurrent checks", function* () {
    const health = yield* Ports.StorageHealth
    yield* health.check
    assert.strictEqual((yield* atOnce(50, () => health.check)).length, 50)
  })

  it("opened storage has the current schema", function* () {
    const health = yield* Ports.StorageHealth
    assert.strictEqual(yield* health.schema, "current")
  })

  it("opened storage accepts writes", function* () {
    const health = yield* Ports.StorageHealth
    assert.strictEqual(yield* health.writes, "ok")
  })

  it("is healthy after a transaction failed", function* () {
    const health = yield* Ports.StorageHealth
    yield* Effect.flip(Ports.transactional(Effect.fail("no")))
    assert.isUndefined(yield* health.check)
  })
}

/** Runs the suite on an adapter. */
export const storageHealthContract = contract("StorageHealth", storageHealthSuite)
