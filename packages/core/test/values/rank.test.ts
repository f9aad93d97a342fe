import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"

const { FIRST_RANK, Rank, rankAfter, rankBefore, rankBetween, ranksBetween, rowAfter } = Values
const isRank = Schema.is(Rank)

const DIGIT = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
// Whole numbers of up to eight digits, above and below zero, with digits of a rank between two others at the end, or without.
const anyRank = fc
  .tuple(fc.boolean(), fc.array(DIGIT, { minLength: 1, maxLength: 8 }), fc.array(DIGIT, { maxLength: 5 }))
  .map(([isBelow, whole, more]) => {
    const letter = String.fromCharCode(isBelow ? 91 - whole.length : 96 + whole.length)
    return (letter + whole.join("") + more.join("").replace(/0+$/, "")) as Values.Rank
  })

const inDigits = (number: number): string =>
  number < 62
    ? Values.RANK_DIGITS.charAt(number)
    : inDigits(Math.floor(number / 62)) + Values.RANK_DIGITS.charAt(number % 62)

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

  it("returns a lesser rank before any rank, and short ones for 10,000 steps", () => {
    fc.assert(
      fc.property(anyRank, (rank) => {
        const before = rankBefore(rank)
        assert.isTrue(isRank(before), before)
        assert.isTrue(before < rank, `${before} before ${rank}`)
      })
    )
    const ranks = [FIRST_RANK]
    while (ranks.length < 10_000) ranks.push(rankBefore(ranks.at(-1) ?? FIRST_RANK))
    assert.deepStrictEqual(ranks.toReversed(), ranks.toSorted())
    assert.strictEqual(new Set(ranks).size, ranks.length)
    assert.strictEqual(ranks.at(-1)?.length, 4)
    assert.deepStrictEqual(ranks.slice(1).map(rankAfter), ranks.slice(0, -1))
  })

  it("returns any number of ranks in order between any two", () => {
    const two = fc.uniqueArray(anyRank, { minLength: 2, maxLength: 2 }).map((ranks) => ranks.toSorted())
    fc.assert(
      fc.property(two, fc.boolean(), fc.nat({ max: 200 }), ([low, high], isOpen, count) => {
        const [from, to] = [isOpen ? null : (low ?? FIRST_RANK), high ?? FIRST_RANK]
        const ranks = ranksBetween(from, to, count)
        const all = [...(from === null ? [] : [from]), ...ranks, to]
        assert.strictEqual(ranks.length, count)
        assert.deepStrictEqual(all, [...new Set(all)].toSorted())
        assert.isTrue(ranks.every(isRank))
        const longest = Math.max(low?.length ?? 0, to.length) + 3
        assert.isAtMost(Math.max(0, ...ranks.map(({ length }) => length)), longest)
      })
    )
  })

  it("returns rows of ranks after any rank that differ in their last digits alone", () => {
    fc.assert(
      fc.property(anyRank, fc.integer({ min: 1, max: 100_000 }), (rank, count) => {
        const { digits, prefix, start } = rowAfter(rank, count)
        const ranks = [start, start + count - 1].map((at) => prefix + inDigits(at).padStart(digits, "0"))
        const [first = "", last = ""] = ranks
        assert.isTrue(ranks.every(isRank), ranks.join())
        assert.isTrue(rank < first && first <= last, ranks.join())
        assert.strictEqual(last.length, first.length)
        assert.strictEqual(first.length, prefix.length + digits)
      })
    )
    assert.deepStrictEqual(rowAfter(null, 62), { prefix: "a", digits: 1, start: 0 })
    assert.deepStrictEqual(rowAfter(null, 63), { prefix: "b", digits: 2, start: 0 })
  })

  it("carries into one more digit", () => {
    assert.strictEqual(rankAfter("a9" as Values.Rank), "aA")
    assert.strictEqual(rankAfter("aZ" as Values.Rank), "aa")
    assert.strictEqual(rankAfter("az" as Values.Rank), "b00")
    assert.strictEqual(rankAfter("b0z" as Values.Rank), "b10")
    assert.strictEqual(rankAfter("bzz" as Values.Rank), "c000")
    assert.strictEqual(rankAfter("Zz" as Values.Rank), "a0")
    assert.strictEqual(rankAfter("Yzz" as Values.Rank), "Z0")
    assert.strictEqual(rankBefore("a0" as Values.Rank), "Zz")
    assert.strictEqual(rankBefore("b00" as Values.Rank), "az")
    assert.strictEqual(rankBefore("Z0" as Values.Rank), "Yzz")
    assert.strictEqual(rankBetween("a0" as Values.Rank, "a1" as Values.Rank), "a0V")
  })
})
