import { assert, describe, it } from "@effect/vitest"
import { TokenCache } from "../src/TokenCache.js"

const checked = { claims: { userId: "user-1", email: "ada@example.com", ver: 0 }, issuedAt: 0, expiresAt: 10 }

describe("TokenCache", () => {
  it("never holds more than its capacity", () => {
    const cache = new TokenCache(100)
    for (let at = 0; at < 1000; at++) cache.set(`token ${at}`, checked)
    assert.strictEqual(cache.size, 100)
    assert.isUndefined(cache.get("token 899"))
    assert.isDefined(cache.get("token 900"))
  })

  it("drops the least recently used token", () => {
    const cache = new TokenCache(2)
    cache.set("a", checked)
    cache.set("b", checked)
    cache.get("a")
    cache.set("c", checked)
    assert.deepStrictEqual(
      ["a", "b", "c"].map((token) => cache.get(token) !== undefined),
      [true, false, true]
    )
  })

  it("stores a token that is set twice once", () => {
    const cache = new TokenCache(2)
    cache.set("a", checked)
    cache.set("a", { ...checked, expiresAt: 20 })
    assert.strictEqual(cache.size, 1)
    assert.strictEqual(cache.get("a")?.expiresAt, 20)
  })
})
