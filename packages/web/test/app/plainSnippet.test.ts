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

  it("keeps every match inside the text, and in its place if there are no signs", () => {
    const unit = fc.constantFrom(..."ab *_`[]()#>-\n")
    fc.assert(
      fc.property(fc.string({ unit }), fc.nat(20), fc.nat(20), (text, start, length) => {
        const given = { text, matches: [{ start, end: Math.min(text.length, start + length) }] }
        const { matches, text: plain } = plainSnippet(given)
        expect(matches.filter((match) => match.start < 0 || match.end > plain.length)).toEqual([])
        const unmoved = given.matches.filter(({ end, start }) => start < end)
        expect(matches).toEqual(plain === text ? unmoved : matches)
      })
    )
  })
})
