import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { contract, type Suite } from "./Suite.js"

const hasher = Effect.serviceFunctions(Ports.PasswordHasher)

/** The contract of `PasswordHasher`, without its timing. */
const passwordHasherSuite: Suite<Ports.PasswordHasher> = (it) => {
  it("verifies exactly the password of a hash", function* () {
    const hash = yield* hasher.hash(Redacted.make("correct horse"))
    assert.isTrue(yield* hasher.verify(Redacted.make("correct horse"), hash))
    for (const other of ["Correct horse", "correct horse ", "correct hors", "", hash]) {
      assert.isFalse(yield* hasher.verify(Redacted.make(other), hash), other)
    }
  })

  it("a hash does not contain the password, and differs each time", function* () {
    const password = Redacted.make("battery staple")
    const hashes = [yield* hasher.hash(password), yield* hasher.hash(password)]
    assert.strictEqual(new Set(hashes).size, 2)
    for (const hash of hashes) {
      assert.notInclude(hash, "battery")
      assert.isTrue(yield* hasher.verify(password, hash))
    }
  })

  it("no password matches null", function* () {
    for (const password of ["correct horse", "", "null"]) {
      assert.isFalse(yield* hasher.verify(Redacted.make(password), null))
    }
  })

  it("verifies the whole of the longest password, whatever its characters", function* () {
    const start = `${"🔑".repeat(16)}éé`
    const longest = `${start}1234`
    const hash = yield* hasher.hash(Redacted.make(longest))
    assert.isTrue(yield* hasher.verify(Redacted.make(longest), hash))
    assert.isFalse(yield* hasher.verify(Redacted.make(`${start}1235`), hash))
    assert.isFalse(yield* hasher.verify(Redacted.make(`${longest}5`), hash))
  })
}

/** Runs the suite on an adapter. */
export const passwordHasherContract = contract("PasswordHasher", passwordHasherSuite)
