import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { expect } from "vitest"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// Every rule, best practices too; what it cannot decide is for a person to look at.
const RUN = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({
  passed: passes.length,
  violations: violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => [id, help, target.join(" "), failureSummary].join(" | ")))
}))`

/** Fails where axe finds anything against accessibility in what the page shows now. */
export const expectAccessible = async (page: Page, when = "now"): Promise<void> => {
  if (!(await page.evaluate<boolean>(`"axe" in window`))) await page.evaluate(axe)
  const { passed, violations } = await page.evaluate<{ passed: number; violations: ReadonlyArray<string> }>(RUN)
  expect({ when, violations }).toEqual({ when, violations: [] })
  // One that checked nothing finds nothing.
  expect(passed).toBeGreaterThan(10)
}
