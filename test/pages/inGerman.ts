import type { Page } from "playwright-core"

/** Shows the page that is open in German. */
export const inGerman = async (page: Page): Promise<void> => {
  await page.evaluate(`document.cookie = "boardwright-language=de; Path=/"`)
  await page.reload()
}
