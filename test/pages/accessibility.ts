import axe from "axe-core"
import type { Page } from "playwright-core"
import { expect } from "vitest"

// Every rule, best practices too; what it cannot decide is for a person to look at.
const run = (within: string): string => `axe.run(${JSON.stringify(within)}, { resultTypes: ["violations"] })
  .then(({ violations, passes }) => ({
    passed: passes.length,
    violations: violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => [id, help, target.join(" "), failureSummary].join(" | ")))
  }))`

interface Found {
  readonly passed: number
  readonly violations: ReadonlyArray<string>
}

/** How a page is looked at. */
export interface Look {
  readonly colorScheme: "light" | "dark"
  /** Of the window, in pixels. */
  readonly width: number
}

/** Light or dark, on a desk or on a phone. */
export const LOOKS: ReadonlyArray<Look> = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 360].map((width) => ({ colorScheme, width }))
)

/** For what takes long: half of the looks, which have each scheme and each width. */
export const SOME_LOOKS: ReadonlyArray<Look> = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 }
]

/** How many pixels of the page are to be found by scrolling sideways only. */
export const hiddenSideways = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth")

/**
 * Fails where axe finds anything against accessibility in what the page, or a part of it, shows now, or where the page is
 * wider than its window.
 */
export const expectAccessible = async (page: Page, { looks = LOOKS, within = "html" } = {}): Promise<void> => {
  if (!(await page.evaluate<boolean>(`"axe" in window`))) await page.evaluate(axe.source)
  const size = page.viewportSize()
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const { passed, violations } = await page.evaluate<Found>(run(within))
    const sideways = await hiddenSideways(page)
    expect({ colorScheme, width, violations, sideways }).toEqual({ colorScheme, width, violations: [], sideways: 0 })
    // One that checked nothing finds nothing.
    expect(passed).toBeGreaterThan(within === "html" ? 10 : 3)
  }
  await page.emulateMedia({ colorScheme: null })
  if (size !== null) await page.setViewportSize(size)
}
