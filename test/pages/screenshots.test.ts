import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { runCommand } from "../support/childServer.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"
import { signIn } from "../support/standalone.js"

const root = new URL("../../", import.meta.url).pathname
// `WRITE_SCREENSHOTS=1 npm run test:pages` makes those of the README anew; else they go where nothing is kept.
const folder = join(root, process.env["WRITE_SCREENSHOTS"] === undefined ? "test-results" : "docs", "screenshots")

const here = site()
let token: string

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const seed = runCommand(["seed", "--demo"], { DATA_DIR: here.server.dataDir })
  if ((await seed.ended) !== 0) throw new Error(seed.stderr())
  const [email = "", password = ""] = /^(\S+)\t(\S+)\towner/m.exec(seed.stdout())?.slice(1) ?? []
  token = await signIn(here.server, { email, password })
})

/** Takes a picture of a page and keeps it; its width and height in pixels, and how large its file is. */
const picture = async (page: Page, name: string) => {
  await page.evaluate("document.activeElement.blur()")
  await page.mouse.move(0, 0)
  const bytes = await page.screenshot({ path: join(folder, name), animations: "disabled", caret: "hide" })
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), small: bytes.length < 200_000 }
}
const AS_SHOWN = { width: 1280, height: 800, small: true }

describe("the demo looks as the README shows it", () => {
  it.each([
    ["light", "board.png", "home.png"],
    ["dark", "board-dark.png", "home-dark.png"]
  ] as const)("%s", async (colorScheme, board, home) => {
    const page = await here.visit({ colorScheme })
    await openAs(page, token, "/app")
    await page.getByRole("region", { name: "Recent boards" }).getByRole("link").first().click()
    await page.getByRole("grid").locator("[data-task]").first().waitFor()
    expect(await picture(page, board)).toEqual(AS_SHOWN)
    await openAs(page, token, "/app")
    await page.getByRole("region", { name: "My tasks" }).getByRole("heading", { level: 3 }).first().waitFor()
    expect(await picture(page, home)).toEqual(AS_SHOWN)
  })
})
