import { FastCheck } from "effect"
import { Search } from "@boardwright/core"
import { expect, it } from "vitest"

const aLetter = FastCheck.constantFrom("a", "A", "b", "1", "_", " ", "-", "ä", "ß", "e\u0301", "日", "が", "\u00a0")
const aText = FastCheck.oneof(
  FastCheck.string({ unit: FastCheck.constantFrom("a", "A", "b", "1", "_", " ", "-"), maxLength: 80 }),
  FastCheck.string({ unit: aLetter, maxLength: 20 })
)

it("texts have the words that the index would have of them", () => {
  let found = 0
  FastCheck.assert(
    FastCheck.property(FastCheck.array(aText, { maxLength: 3 }), aText, (texts, q) => {
      const asked = Search.queryWords(q)
      const words = [...Search.wordsOf(...texts)]
      const expected = asked.every((each) => words.some((word) => word.startsWith(each)))
      if (expected && asked.length > 0) found += 1
      expect(Search.hasWords(texts, asked)).toBe(expected)
    }),
    { numRuns: 2_000 }
  )
  expect(found).toBeGreaterThan(20)
})

it.each([
  ["Task 7 of the plan", ["task"], true],
  ["Subtask 7", ["task"], false],
  ["sub_task", ["task"], true],
  ["subtask, task-force", ["task", "for"], true],
  ["a".repeat(100), ["a".repeat(64)], true],
  ["Café au lait", ["cafe", "lait"], true]
])("%s has words beginning with %j: %s", (text, asked, has) => {
  expect(Search.hasWords([text], asked)).toBe(has)
})
