import { Ports } from "@boardwright/core"
import { CryptoSecrets, UuidIds } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

describe("CryptoSecrets", () => {
  it.effect("mints 32 bytes in hex, never twice, and the SHA-256 under which they are stored", () =>
    Effect.gen(function* () {
      const secrets = yield* Ports.Secrets
      const minted = yield* Effect.replicateEffect(secrets.mint, 1000)
      for (const { hash, token } of minted) {
        assert.match(token, /^[0-9a-f]{64}$/)
        assert.strictEqual(yield* secrets.hash(token), hash)
      }
      assert.strictEqual(new Set(minted.map(({ token }) => token)).size, 1000)
    }).pipe(Effect.provide(CryptoSecrets.layer))
  )

  it.effect("hashes the token's text (FIPS 180-4 example: abc)", () =>
    Effect.gen(function* () {
      const { hash } = yield* Ports.Secrets
      assert.strictEqual(yield* hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }).pipe(Effect.provide(CryptoSecrets.layer))
  )
})

describe("UuidIds", () => {
  it.effect("creates UUIDs of version 7, each above the one before", () =>
    Effect.gen(function* () {
      const { next } = yield* Ports.Ids
      const ids = yield* Effect.replicateEffect(next, 1000)
      for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.deepStrictEqual([...new Set(ids)].toSorted(), ids)
    }).pipe(Effect.provide(UuidIds.layer))
  )
})
