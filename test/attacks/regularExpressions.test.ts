import { setImmediate } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { findRegExps } from "./regexp/findRegExps.js"
import { CountedRegExp, MOST_STEPS } from "./regexp/stepsOf.js"
import { type Family, worstInputs } from "./regexp/worstInputs.js"

/** Characters of the shorter text of a family; the other has twice as many. */
const LENGTH = 150

/** Steps for each character that no growth is looked at below. */
const FEW = 5

/** By how much the steps may grow when the text doubles. */
const LINEAR = 2.6

interface Worst {
  readonly growth: number
  readonly steps: number
  readonly text: string
}

const growthOf = (regexp: CountedRegExp, { of }: Family): Worst => {
  const text = of(LENGTH)
  const steps = regexp.steps(text)
  if (steps < FEW * LENGTH) return { growth: 0, steps, text }
  const growth = steps >= MOST_STEPS ? Infinity : regexp.steps(of(2 * LENGTH)) / steps
  return { growth, steps, text }
}

const worstOf = (source: string, flags: string): Worst => {
  const regexp = new CountedRegExp(source, flags)
  let worst: Worst = { growth: 0, steps: 0, text: "" }
  for (const family of worstInputs(regexp)) {
    const found = growthOf(regexp, family)
    if (found.growth > worst.growth) worst = found
    if (found.growth > LINEAR) break
  }
  return worst
}

// These tests wait for nothing. vitest ends a run with an error if a file holds up its process for a minute.
afterEach(() => setImmediate())

describe("the counting of steps", () => {
  it.each([
    [String.raw`^a+$`, ""],
    [String.raw`(?<!/)/+$`, ""],
    [String.raw`^(\d+)-\1$`, ""],
    [String.raw`\s+|[^"]*"`, "gy"],
    [String.raw`^\p{L}{2,10}\.?$`, "u"]
  ])("finds /%s/%s linear", (source, flags) => {
    expect(worstOf(source, flags).growth).toBeLessThanOrEqual(LINEAR)
  })

  it.each([
    [String.raw`\s+$`, ""],
    [String.raw`^\d+\.?\d*$`, ""],
    [String.raw`<(?:\w+:)?(?:row|c)\b[^>]*?\br\s*=\s*["']([A-Z]{0,3})(\d{1,7})["']`, "g"],
    [String.raw`(<c\b[^>]*\bt=)"e"`, "g"],
    [String.raw`^(?:a|aa)+$`, ""],
    [String.raw`^(a+)\1b`, ""],
    [String.raw`^https?:\/\/\S*[?&]token=([0-9a-f]+)\S*$`, "m"]
  ])("finds /%s/%s not linear", (source, flags) => {
    expect(worstOf(source, flags).growth).toBeGreaterThan(LINEAR)
  })
})

const found = findRegExps()

describe("a regular expression of ours", { timeout: 60_000 }, () => {
  it("is found wherever it is written", () => {
    const files = new Set(found.map(({ place }) => place.split(":")[0]))
    expect(found.length).toBeGreaterThan(150)
    expect([...files]).toEqual(
      expect.arrayContaining([
        "packages/core/src/account/Email.ts",
        "packages/web/src/browser/sendRequests.ts",
        "packages/spreadsheet/src/dateShape.ts"
      ])
    )
  })

  it.each(found.map(({ flags, place, source }) => [`/${source}/${flags}`, place, source, flags] as const))(
    "%s takes steps linear in its text: %s",
    (_, __, source, flags) => {
      const { growth, text } = worstOf(source, flags)
      expect({ text, growth }).toEqual({ text, growth: expect.toSatisfy((value: number) => value <= LINEAR) })
    }
  )
})
