import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

const TEXTS = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=", "", "a.b.c", "é🔑", "x".repeat(10_000)]

/** The contract of `SecretBox`. */
const secretBoxSuite: Suite<Ports.SecretBox> = (it) => {
  it("decrypts what it encrypted for an owner", function* () {
    const { decrypt, encrypt } = yield* Ports.SecretBox
    const owners = ["hook-1", "hook-2", ""]
    const decrypted = yield* atOnce(owners.length * TEXTS.length, (index) => {
      const [text, owner] = [TEXTS[index % TEXTS.length] ?? "", owners[Math.floor(index / TEXTS.length)] ?? ""]
      return Effect.flatMap(encrypt(text, owner), (encrypted) => decrypt(encrypted, owner))
    })
    assert.deepStrictEqual(decrypted, [...TEXTS, ...TEXTS, ...TEXTS])
  })

  it("renews only what it encrypted for the owner, which its own key encrypted already", function* () {
    const { encrypt, renew } = yield* Ports.SecretBox
    const encrypted = yield* encrypt("a secret", "hook-1")
    assert.strictEqual(yield* renew(encrypted, "hook-1"), encrypted)
    assert.instanceOf(yield* Effect.flip(renew(encrypted, "hook-2")), Ports.SecretsKeyMissing)
    assert.instanceOf(yield* Effect.flip(renew("a secret", "hook-1")), Ports.SecretsKeyMissing)
  })

  it("decrypts nothing for another owner, and nothing that it did not encrypt", function* () {
    const { decrypt, encrypt } = yield* Ports.SecretBox
    for (const text of TEXTS) {
      const encrypted = yield* encrypt(text, "hook-1")
      assert.notStrictEqual(encrypted, text)
      assert.instanceOf(yield* Effect.flip(decrypt(encrypted, "hook-2")), Ports.SecretsKeyMissing)
      assert.instanceOf(yield* Effect.flip(decrypt(text, "hook-1")), Ports.SecretsKeyMissing)
    }
  })
}

/** Runs the suite on an adapter. */
export const secretBoxContract = contract("SecretBox", secretBoxSuite)
