import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { afterEach, beforeAll, expect } from "vitest"
import { type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { WAIT_MILLIS } from "../support/suites.js"
import { sharedBrowser } from "./browser.js"
import { REFUSALS, watch } from "./watch.js"

/** Most characters of a page that are told where a test has failed. */
const MOST_SHOWN = 1500

/** How somebody visits. */
export interface Visit extends Pick<
  BrowserContextOptions,
  "colorScheme" | "reducedMotion" | "forcedColors" | "hasTouch" | "javaScriptEnabled" | "locale" | "timezoneId"
> {
  /** Of the window, in pixels. */
  readonly width?: number
  /** The server that they visit; else the one of the file. */
  readonly server?: Pick<Standalone, "url">
  /** Another origin of the same server: the links in its mails have the address that it listens on. */
  readonly alsoAt?: string
  /** What the browser may complain of; else only of what the API refuses. */
  readonly expected?: RegExp
}

/** Where a page is and what it shows, in one line. */
const looksOf = async (page: Page): Promise<string> => {
  const text = await page.locator("body").innerText()
  return `${page.url()} ${JSON.stringify(text.slice(0, MOST_SHOWN))}`
}

/** A built server for one file of tests, and a browser whose visitors share nothing. */
export const site = (environment: Readonly<Record<string, string>> = UNLIMITED) => {
  const servers = standaloneServers()
  let server: Standalone
  let browser: Browser
  let visitors: Array<{
    readonly context: BrowserContext
    readonly complaints: ReadonlyArray<string>
    readonly expected: RegExp
  }> = []
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([servers.start("site", environment), sharedBrowser()])
  })
  afterEach(async ({ task }) => {
    const all = visitors
    visitors = []
    const isFailed = task.result?.state === "fail"
    const seen = isFailed ? await Promise.all(all.flatMap(({ context }) => context.pages().map(looksOf))) : []
    await Promise.all(all.map(({ context }) => context.close()))
    if (isFailed)
      throw new Error(`when the test failed: ${[...seen, ...all.flatMap((each) => each.complaints)].join(" / ")}`)
    expect(all.flatMap(({ complaints, expected }) => complaints.filter((each) => !expected.test(each)))).toEqual([])
  })
  return {
    get server() {
      return server
    },
    servers,
    /** Somebody new, who has seen nothing yet; a test fails afterwards if the browser complained of anything. */
    visit: async ({
      alsoAt,
      expected = REFUSALS,
      server: at = server,
      width = 1280,
      ...options
    }: Visit = {}): Promise<Page> => {
      const context = await browser.newContext({ baseURL: at.url, viewport: { width, height: 800 }, ...options })
      context.setDefaultTimeout(WAIT_MILLIS)
      visitors.push({ context, complaints: await watch(context, [at.url, alsoAt ?? at.url]), expected })
      return context.newPage()
    }
  }
}
