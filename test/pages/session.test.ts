import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { somebody } from "../faults/given.js"
import { get, post } from "../support/standalone.js"
import { choose } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const SETTINGS = "/account?settings=1"

const setToken = (page: Page, token: string): Promise<unknown> =>
  page.evaluate(`localStorage.setItem("boardwright.token", ${JSON.stringify(token)})`)

/** Somebody with two tabs on their settings; the second was opened without signing in again. */
const twoTabs = async (name: string) => {
  const given = await somebody(here.server, name)
  const first = await here.visit()
  await openAs(first, given.token, SETTINGS)
  const second = await first.context().newPage()
  await openPage(second, SETTINGS)
  for (const page of [first, second]) await page.locator("#sessions > li").first().waitFor()
  return { ...given, first, second }
}

describe("the session", () => {
  it("is that of every tab, and ends in every tab when the user signs out in one", async () => {
    const { first, second, token } = await twoTabs("two-tabs")
    await openPage(first, "/account")
    await choose(first, "Account of two-tabs", "Sign out")
    await first.waitForURL("**/signin")
    await second.waitForURL("**/signin")
    await second.getByText("You signed out in another tab.").waitFor()
    expect((await get(here.server, "/api/auth/me", token)).status).toBe(401)
    expect(await second.evaluate(`localStorage.getItem("boardwright.token")`)).toBeNull()
  })

  it("that has expired is renewed for every tab at once, and nothing entered is lost", async () => {
    const { first, person, second, token } = await twoTabs("renewing")
    // The session ends on the server alone: no tab hears of it.
    await post(here.server, "/api/auth/signout", {}, { authorization: `Bearer ${token}` })
    await first.reload()
    await first.waitForURL("**/signin")
    expect(new URL(second.url()).search).toBe("?settings=1")
    await first.getByLabel("Email address").fill(person.email)
    await first.getByLabel("Password").fill(person.password)
    await first.keyboard.press("Enter")
    await first.waitForURL(`**${SETTINGS}`)
    expect(await second.evaluate(`localStorage.getItem("boardwright.token")`)).not.toBe(token)
  })

  it("of another user reloads the other tabs", async () => {
    const { first, second } = await twoTabs("one-user")
    const other = await somebody(here.server, "other-user")
    await openPage(first, "/account")
    const reloaded = second.waitForEvent("load")
    await setToken(first, other.token)
    await reloaded
    expect(new URL(second.url()).search).toBe("?settings=1")
  })

  it("is not asked for again after the address is verified", async () => {
    const { person, token } = await somebody(here.server, "verified-twice")
    const page = await here.visit()
    await openAs(page, token, "/signin?verified=true&message=Email%20verified")
    await page.getByText(`You are signed in as verified-twice (${person.email}).`).waitFor()
    expect(await page.getByLabel("Password").isVisible()).toBe(false)
    expect(await page.getByRole("link", { name: "Open your boards" }).getAttribute("href")).toBe("/app")
  })

  it("is not replaced by a token that is tried at the reference", async () => {
    const { first, second, token } = await twoTabs("trying")
    const other = await somebody(here.server, "tried")
    await openPage(first, "/docs")
    await first.getByLabel("Access token").fill(other.token)
    await first.getByRole("button", { name: "Use this token" }).first().press("Enter")
    await first.getByText(`Requests are sent as tried (${other.person.email}).`).first().waitFor()
    expect(await second.evaluate(`localStorage.getItem("boardwright.token")`)).toBe(token)
  })
})
