import { expect } from "vitest"
import type { Page } from "playwright-core"

/** A name that runs a script wherever it is not taken as text; `hacked` tells that it did. */
export const hostile = (what: string): string =>
  `${what}"'><img src=x onerror=window.hacked=1><script>window.hacked=1</script><svg onload=window.hacked=1>&lt;b&gt;`

/** The same where little room is. */
export const shortlyHostile = (what: string): string => `${what}<img src=x onerror=hacked=1>`

/** Fails where a hostile name became anything but text. */
export const expectHarmless = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) {
    expect(
      await frame.evaluate("[typeof hacked, document.querySelectorAll('img[src=x], svg[onload]').length]")
    ).toEqual(["undefined", 0])
  }
}
