import type { Page } from "playwright-core"

/** Shows the page that is open in German. */
export const inGerman = async (page: Page): Promise<void> => {
  await page.evaluate(`localStorage.setItem("boardwright.language", "de")`)
  await page.reload()
}
