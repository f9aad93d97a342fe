import type { Page, Request } from "playwright-core"
import { vi } from "vitest"

/** Opens an address of the site, and waits until the page has what it asks for by itself. */
export const openPage = async (page: Page, path: string): Promise<void> => {
  const pending = new Set<Request>()
  const begin = (request: Request) => {
    // The stream of changes does not end.
    if (!request.url().includes("/api/changes/stream")) pending.add(request)
  }
  const end = (request: Request) => pending.delete(request)
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end)
  await page.goto(path)
  // An answer is shown in the turn after it came, or leads to another page.
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await vi.waitUntil(() => pending.size === 0, { timeout: 30_000, interval: 5 })
    await page.waitForLoadState()
  }
  await page.locator(".skeleton").first().waitFor({ state: "detached" })
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end)
}
