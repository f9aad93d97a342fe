import { Ports, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

/** The contract of `Ids`. */
const idsSuite: Suite<Ports.Ids> = (it) => {
  it("never makes an id twice, also concurrently", function* () {
    const ids = yield* Ports.Ids
    const made = [...(yield* atOnce(2000, () => ids.next)), ...(yield* atOnce(2000, () => ids.next))]
    assert.strictEqual(new Set(made).size, 4000)
  })

  it("makes texts that are valid in storage and in paths", function* () {
    const ids = yield* Ports.Ids
    for (const id of yield* atOnce(100, () => ids.next)) {
      assert.match(id, /^[\w-]+$/)
      assert.isTrue(Values.fits(id, Values.NAME_LENGTH))
    }
  })
}

/** Runs the suite on an adapter. */
export const idsContract = contract("Ids", idsSuite)
