import { randomBytes } from "node:crypto"
import { inspect } from "node:util"
import { Ports } from "@boardwright/core"
import { AesSecretBox, SecretsKey } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Redacted } from "effect"

const [FIRST, SECOND] = [randomBytes(32).toString("hex"), randomBytes(32).toString("base64")] as const
const SECRET = "whsec_a+secret/of=a webhook 🔑"

const box = (...keys: ReadonlyArray<string>) =>
  Effect.provide(Ports.SecretBox, AesSecretBox.layer({ keys: keys.map((key) => Redacted.make(key)) }))

describe("AesSecretBox", () => {
  it.effect("encrypts a text differently in each call, without any of it", () =>
    Effect.gen(function* () {
      const { encrypt } = yield* box(FIRST)
      const all = yield* Effect.replicateEffect(encrypt(SECRET, "hook-1"), 100)
      assert.strictEqual(new Set(all).size, 100)
      for (const each of all) {
        assert.match(each, /^a256gcm\.[0-9a-f]{8}\.[\w-]+$/)
        assert.notInclude(Buffer.from(each.split(".")[2] ?? "", "base64url").toString("latin1"), "whsec")
      }
    })
  )

  it.effect("the first key encrypts, all decrypt", () =>
    Effect.gen(function* () {
      const old = yield* (yield* box(FIRST)).encrypt(SECRET, "hook-1")
      const rotating = yield* box(SECOND, FIRST)
      assert.strictEqual(yield* rotating.decrypt(old, "hook-1"), SECRET)
      const renewed = yield* rotating.encrypt(SECRET, "hook-1")
      const rotated = yield* box(SECOND)
      assert.strictEqual(yield* rotated.decrypt(renewed, "hook-1"), SECRET)
      assert.instanceOf(yield* Effect.flip(rotated.decrypt(old, "hook-1")), Ports.SecretsKeyMissing)
    })
  )

  it.effect("what an older key encrypted is renewed by the first key, once", () =>
    Effect.gen(function* () {
      const old = yield* (yield* box(FIRST)).encrypt(SECRET, "hook-1")
      const rotating = yield* box(SECOND, FIRST)
      const renewed = yield* rotating.renew(old, "hook-1")
      assert.strictEqual(yield* (yield* box(SECOND)).decrypt(renewed, "hook-1"), SECRET)
      assert.strictEqual(yield* rotating.renew(renewed, "hook-1"), renewed)
      assert.instanceOf(yield* Effect.flip(rotating.renew(old, "hook-2")), Ports.SecretsKeyMissing)
      assert.instanceOf(yield* Effect.flip((yield* box()).renew(old, "hook-1")), Ports.SecretsKeyMissing)
    })
  )

  it.effect("one key in hex and in base64 is the same key", () =>
    Effect.gen(function* () {
      const bytes = randomBytes(32)
      const forms = [
        bytes.toString("hex"),
        bytes.toString("hex").toUpperCase(),
        bytes.toString("base64"),
        bytes.toString("base64url")
      ]
      const encrypted = yield* (yield* box(forms[0] ?? "")).encrypt(SECRET, "hook-1")
      for (const form of forms) assert.strictEqual(yield* (yield* box(form)).decrypt(encrypted, "hook-1"), SECRET)
    })
  )

  it.effect("a text that was changed anywhere does not decrypt, nor one of another owner", () =>
    Effect.gen(function* () {
      const { decrypt, encrypt } = yield* box(FIRST)
      const encrypted = yield* encrypt(SECRET, "hook-1")
      // Not the last character: its lowest bits may be unused in base64url.
      const changed = Array.from({ length: encrypted.length - 1 }, (_, place) => {
        const other = encrypted.charAt(place) === "A" ? "B" : "A"
        return encrypted.slice(0, place) + other + encrypted.slice(place + 1)
      })
      const wrong = ["", ".", "a256gcm", `${encrypted.slice(0, 17)}`, SECRET, encrypted.slice(0, -8), ...changed]
      for (const each of wrong) assert.instanceOf(yield* Effect.flip(decrypt(each, "hook-1")), Ports.SecretsKeyMissing)
      assert.instanceOf(yield* Effect.flip(decrypt(encrypted, "hook-2")), Ports.SecretsKeyMissing)
    })
  )

  it.effect("without keys every call fails", () =>
    Effect.gen(function* () {
      const { decrypt, encrypt } = yield* box()
      assert.instanceOf(yield* Effect.flip(encrypt(SECRET, "hook-1")), Ports.SecretsKeyMissing)
      assert.instanceOf(yield* Effect.flip(decrypt("a256gcm.00000000.AAAA", "hook-1")), Ports.SecretsKeyMissing)
    })
  )

  it.effect("does not start with a wrong key, which it does not repeat", () =>
    Effect.gen(function* () {
      for (const key of [
        "hunter2",
        FIRST.slice(1),
        `${FIRST}0`,
        SECOND.slice(2),
        `${SECOND}A`,
        "é".repeat(32),
        "x".repeat(32)
      ]) {
        assert.isNull(SecretsKey.parse(key))
        const exit = yield* Effect.exit(box(FIRST, key))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        assert.include(String(exit), "key 2 is not 32 bytes")
        assert.notInclude(inspect(exit, { depth: 9, showHidden: true }), key)
      }
    })
  )
})
