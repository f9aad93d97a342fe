import { System, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { fresh, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"

const state = Effect.serviceFunctions(System.DatabaseState)

/** The contract of `DatabaseState`. */
export const databaseStateSuite: Suite<System.DatabaseState> = (it) => {
  it("stores one fact under a name, with any JSON as its value, until it is removed", function* () {
    const name = fresh("fact")
    assert.deepStrictEqual(yield* state.find(name), Option.none())
    const values: ReadonlyArray<Values.Json> = [
      { file: "ü.db", bytes: 1.5, of: [null, true] },
      "text",
      "",
      0,
      false,
      null
    ]
    for (const [at, value] of values.entries()) {
      const fact = { name, value, updatedAt: instant(at) }
      yield* state.put(fact)
      assert.deepStrictEqual(yield* state.find(name), Option.some(fact))
    }
    assert.isTrue(yield* state.remove(name))
    assert.deepStrictEqual(yield* state.find(name), Option.none())
    assert.isFalse(yield* state.remove(name))
  })

  it("changes and removes no other fact", function* () {
    const [name, other] = [fresh("fact"), fresh("fact")]
    const kept = { name: other, value: 1, updatedAt: instant() }
    yield* state.put(kept)
    yield* state.put({ name, value: 2, updatedAt: instant(1) })
    yield* state.remove(name)
    assert.deepStrictEqual(yield* state.find(other), Option.some(kept))
  })
}

/** Runs the suite on an adapter. */
export const databaseStateContract = contract("DatabaseState", databaseStateSuite)
