import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { contract, type Suite } from "./Suite.js"
import { atOnce } from "./support.js"

const HEX_OF_32_BYTES = /^[0-9a-f]{64}$/

// Digests by sha256sum of GNU coreutils: none, short, not ASCII, a block with and without room for the length, blocks.
const KNOWN: ReadonlyArray<readonly [string, string]> = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["é🔑", "ee1c8b630ef33b3a3cc8886f49597e1993756b3682285a58368cac983f239e69"],
  ["a".repeat(55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"],
  ["a".repeat(56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"],
  ["a".repeat(200), "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5"]
]

/** The contract of `Secrets`. */
const secretsSuite: Suite<Ports.Secrets> = (it) => {
  it("mints 32 bytes in hex with their hash", function* () {
    const secrets = yield* Ports.Secrets
    const { hash, token } = yield* secrets.mint
    assert.match(token, HEX_OF_32_BYTES)
    assert.match(hash, HEX_OF_32_BYTES)
    assert.notStrictEqual(hash, token)
    assert.strictEqual(yield* secrets.hash(token), hash)
  })

  it("never mints a token twice", function* () {
    const secrets = yield* Ports.Secrets
    const minted = yield* atOnce(1000, () => secrets.mint)
    assert.strictEqual(new Set(minted.map(({ token }) => token)).size, 1000)
    assert.strictEqual(new Set(minted.map(({ hash }) => hash)).size, 1000)
  })

  it("hashes any text with SHA-256", function* () {
    const secrets = yield* Ports.Secrets
    for (const [token, hash] of KNOWN) assert.strictEqual(yield* secrets.hash(token), hash, `of "${token}"`)
  })
}

/** Runs the suite on an adapter. */
export const secretsContract = contract("Secrets", secretsSuite)
