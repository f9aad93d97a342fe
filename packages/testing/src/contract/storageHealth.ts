import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

/** What every storage in reach promises of its health; how one out of reach answers is for the adapter's own tests. */
export const storageHealthSuite: Suite<Ports.StorageHealth | Ports.Transactor> = (it) => {
  it.effect("storage that answers is healthy, asked by many at once", () =>
    Effect.gen(function* () {
      const health = yield* Ports.StorageHealth
      yield* health.check
      assert.strictEqual((yield* atOnce(50, () => health.check)).length, 50)
    })
  )

  it.effect("storage that was opened is in the form that this version needs", () =>
    Effect.gen(function* () {
      const health = yield* Ports.StorageHealth
      assert.strictEqual(yield* health.schema, "current")
    })
  )

  it.effect("is healthy after a transaction failed", () =>
    Effect.gen(function* () {
      const health = yield* Ports.StorageHealth
      yield* Effect.flip(Ports.transactional(Effect.fail("no")))
      assert.isUndefined(yield* health.check)
    })
  )
}

/** Runs that suite on an adapter. */
export const storageHealthContract = contract("StorageHealth", storageHealthSuite)
