import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"

const { FIRST_RANK, Rank, rankAfter } = Values
const isRank = Schema.is(Rank)

const DIGIT = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
// Whole numbers of up to eight digits, with digits of a later rank between two others at the end, or without.
const anyRank = fc
  .tuple(fc.array(DIGIT, { minLength: 1, maxLength: 8 }), fc.array(DIGIT, { maxLength: 5 }))
  .map(([whole, more]) => (String.fromCharCode(96 + whole.length) + [...whole, ...more].join("")) as Values.Rank)

describe("Rank", () => {
  it("starts with the first rank", () => {
    assert.strictEqual(rankAfter(null), FIRST_RANK)
  })

  it("grows for 10,000 steps, over every carry, in one form", () => {
    const ranks = [FIRST_RANK]
    while (ranks.length < 10_000) ranks.push(rankAfter(ranks.at(-1) ?? null))
    for (const [at, rank] of ranks.entries()) {
      assert.isTrue(isRank(rank), rank)
      if (at > 0) assert.isTrue(ranks[at - 1]! < rank, `${ranks[at - 1]} before ${rank}`)
    }
    assert.strictEqual(new Set(ranks).size, ranks.length)
    assert.isAtMost(Math.max(...ranks.map(({ length }) => length)), 4)
  })

  it("returns a greater rank after any rank, also after one with digits added", () => {
    fc.assert(
      fc.property(anyRank, (rank) => {
        const after = rankAfter(rank)
        assert.isTrue(isRank(after), after)
        assert.isTrue(rank < after, `${rank} before ${after}`)
      })
    )
  })

  it("carries into one more digit", () => {
    assert.strictEqual(rankAfter("a9" as Values.Rank), "aA")
    assert.strictEqual(rankAfter("aZ" as Values.Rank), "aa")
    assert.strictEqual(rankAfter("az" as Values.Rank), "b00")
    assert.strictEqual(rankAfter("b0z" as Values.Rank), "b10")
    assert.strictEqual(rankAfter("bzz" as Values.Rank), "c000")
  })
})
