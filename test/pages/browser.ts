import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

// Playwright's own choice where there is no window is the shell too: it takes a quarter less of a processor.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium"
]

/** The browser's program: what BROWSER_PATH names, else where systems put Chromium or Chrome, else Playwright's own. */
export const findBrowser = (): string => {
  const named = process.env["BROWSER_PATH"]
  const found = (named === undefined ? [...PLACES, chromium.executablePath()] : [named]).find((each) =>
    existsSync(each)
  )
  if (found !== undefined) return found
  throw new Error(
    named === undefined
      ? "The pages are tested in Chromium, and none is installed. On Debian and Ubuntu: apt-get install -y " +
          "--no-install-recommends chromium-headless-shell; elsewhere: npx playwright-core install chromium, or BROWSER_PATH=/its/program"
      : `BROWSER_PATH names no file: ${named}`
  )
}

/** Starts the browser, without a window. Root has no use for its sandbox, and it for none. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })

let shared: Promise<Browser> | undefined

/** The browser of all files that this process tests: it takes a second to start. It ends with the process. */
export const sharedBrowser = async (): Promise<Browser> => {
  if ((await shared)?.isConnected() !== true) shared = undefined
  shared ??= launchBrowser()
  return shared
}
