import type { Page } from "playwright-core"
import { openPage } from "./openPage.js"

/** Opens a page as somebody who has signed in in this browser: their token is where signing in puts it. */
export const openAs = async (page: Page, token: string, path: string): Promise<void> => {
  await page.goto("/api/health")
  await page.evaluate(`localStorage.setItem("boardwright.token", ${JSON.stringify(token)})`)
  await openPage(page, path)
}
