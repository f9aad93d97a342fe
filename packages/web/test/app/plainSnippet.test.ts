import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { plainSnippet } from "../../src/browser/app/home/plainSnippet.js"

const marked = (text: string, word: string) => {
  const start = text.indexOf(word)
  const { matches, text: plain } = plainSnippet({ text, matches: [{ start, end: start + word.length }] })
  return [plain, ...matches.map((match) => plain.slice(match.start, match.end))]
}

describe("a snippet without the signs of Markdown", () => {
  it.each([
    ["## Beds\n- [x] **Dig** the `north` bed", "north", "Beds\nDig the north bed"],
    ["> see [the plan](https://example.org/plan) first", "plan", "see the plan first"],
    ["![a bed](/bed.png) and ~~weeds~~", "weeds", "a bed and weeds"],
    ["2 * 3 - 1 > 4, snake_case, C# and [x]", "case", "2 * 3 - 1 > 4, snake_case, C# and [x]"]
  ])("%j", (text, word, plain) => {
    expect(marked(text, word)).toEqual([plain, word])
  })

  it("marks nothing where the match was an address that is not shown", () => {
    expect(marked("[here](https://example.org/weeds)", "weeds")).toEqual(["here"])
  })

  it("keeps every match of a text without signs in its place, and every other inside the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab *_`[]()#>-\n") }),
        fc.nat(20),
        fc.nat(20),
        (text, start, length) => {
          const given = { text, matches: [{ start, end: Math.min(text.length, start + length) }] }
          const { matches, text: plain } = plainSnippet(given)
          for (const match of matches) expect([0 <= match.start, match.end <= plain.length]).toEqual([true, true])
          if (plain === text) expect(matches).toEqual(given.matches.filter(({ end, start }) => start < end))
        }
      )
    )
  })
})
