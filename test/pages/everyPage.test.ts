import { describe, expect, it } from "vitest"
import { expectAccessible, hiddenSideways, LOOKS, SOME_LOOKS } from "./accessibility.js"
import { operable, walk } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const NOTHING = /^$/
const here = site()

/** Each page as somebody finds it who comes for the first time. */
const PAGES = [
  "/",
  "/signup",
  "/signin",
  "/signin?verified=true&message=Email%20verified",
  "/forgot-password",
  "/reset-password",
  `/reset-password?token=${"ab".repeat(32)}`,
  "/confirm-email",
  `/confirm-email?token=${"ab".repeat(32)}`,
  `/undo-email?token=${"ab".repeat(32)}`,
  "/unsubscribe",
  `/unsubscribe?token=${"ab".repeat(32)}`,
  `/api/auth/unsubscribe?token=${"ab".repeat(32)}`,
  "/verify-error",
  "/verify-error?error=invalid_token",
  "/mailbox",
  "/docs"
]

const MOVING = `[...document.querySelectorAll("*")].filter((node) => {
  const { animationName, transitionDuration } = getComputedStyle(node)
  return animationName !== "none" || transitionDuration.split(", ").some((each) => parseFloat(each) > 0.01)
}).map((node) => node.outerHTML.slice(0, 80))`

describe.each(PAGES)("%s", (path) => {
  it("is accessible, fits and complains of nothing, light or dark, on a phone or on a desk", async () => {
    const page = await here.visit({ expected: NOTHING })
    await openPage(page, path)
    await expectAccessible(page, { looks: path === "/docs" ? SOME_LOOKS : LOOKS })
  })

  it("is operated by the keyboard, in the order it is read, and the focus is seen", async () => {
    const page = await here.visit()
    await openPage(page, path)
    const stops = await walk(page)
    expect(stops.map(({ what }) => what)).toEqual(await operable(page))
    expect(stops.filter(({ seen }) => !seen)).toEqual([])
  })

  it("can be read with letters twice as large, and in a window of 320 pixels", async () => {
    const page = await here.visit()
    await openPage(page, path)
    await page.evaluate(`document.documentElement.style.fontSize = "200%"`)
    expect(await hiddenSideways(page)).toBe(0)
    await page.evaluate(`document.documentElement.style.fontSize = ""`)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await hiddenSideways(page)).toBe(0)
  })

  it("moves nothing for those who asked for less motion", async () => {
    const page = await here.visit({ reducedMotion: "reduce" })
    await openPage(page, path)
    expect(await page.evaluate(MOVING)).toEqual([])
  })

  it("says what it needs JavaScript for where there is none", async () => {
    const page = await here.visit({ javaScriptEnabled: false })
    await page.goto(path)
    // Playwright finds no text inside of noscript. The mailbox is read without a script.
    const said = path === "/mailbox" ? page.getByText("No mails yet") : page.locator("noscript")
    expect(await said.innerText()).toMatch(/JavaScript|No mails yet/)
  })
})

it("an address without a page shows a page that is accessible, fits, and leads on", async () => {
  const page = await here.visit({ expected: /status of 404/ })
  await openPage(page, "/nowhere")
  await expectAccessible(page)
  expect(await walk(page)).toHaveLength((await operable(page)).length)
  await page.getByRole("link", { name: "Sign in" }).press("Enter")
  await page.waitForURL("**/signin")
})
