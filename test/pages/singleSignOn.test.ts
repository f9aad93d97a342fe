import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../support/freePort.js"
import { type IdentityProvider, startIdentityProvider } from "../support/identityProvider.js"
import { type Standalone, UNLIMITED } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { press, typeInto } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()
const BUTTON = "Sign in with Example"

let provider: IdentityProvider
const servers: { both?: Standalone; only?: Standalone } = {}
beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  provider = await startIdentityProvider(ports.map((port) => `http://127.0.0.1:${port}/api/auth/oidc/callback`))
  const environment = (port: number | undefined) => ({
    ...UNLIMITED,
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: BUTTON
  })
  servers.both = await here.servers.start("both", environment(ports[0]))
  servers.only = await here.servers.start("only", { ...environment(ports[1]), PASSWORD_SIGNIN: "off" })
})
afterAll(() => provider.stop())

const person = (name: string) =>
  provider.person({ sub: name, email: `${name}@example.com`, email_verified: true, name })

const visit = (server = servers.both) =>
  here.visit({ ...(server === undefined ? {} : { server }), alsoAt: provider.issuer })

const enter = async (page: Page, name: string): Promise<void> => {
  person(name)
  await openPage(page, "/signin")
  await page.getByRole("link", { name: BUTTON }).press("Enter")
  await page.waitForURL("**/app")
  await openPage(page, "/account")
  await page.getByRole("button", { name: `Account of ${name}` }).click()
  await page.getByText(`${name}@example.com`).waitFor()
  await page.keyboard.press("Escape")
}

describe("the button of single sign-on", () => {
  it("leads to the provider and back to the page where one was, as a new account or the same one again", async () => {
    const page = await visit()
    await openPage(page, "/signin")
    await expectAccessible(page)
    await enter(page, "nina")
    await page.evaluate("localStorage.removeItem('boardwright.token')")
    await page.goto("/account?settings=1")
    await page.waitForURL("**/signin")
    await page.getByRole("link", { name: BUTTON }).press("Enter")
    await page.waitForURL("**/account?settings=1")
    await page.locator("#sessions > li").first().waitFor()
    expect(await page.locator("#sessions > li").count()).toBe(2)
  })

  it("says why a sign-in failed", async () => {
    const page = await visit()
    await openPage(page, "/signin")
    provider.person(null)
    await page.getByRole("link", { name: BUTTON }).press("Enter")
    await page.getByText("the sign-in was cancelled or declined there").waitFor()
    await expectAccessible(page)
    provider.person({ sub: "olga", email: "olga@example.com", email_verified: false, name: "Olga" })
    await page.getByRole("link", { name: BUTTON }).press("Enter")
    await page.getByText("your email address is not verified there").waitFor()
    expect(new URL(page.url()).pathname).toBe("/signin")
  })
})

describe("a session that ends in the middle of work", () => {
  it.each(["both", "only"] as const)("is renewed in another window, and nothing is lost: %s", async (name) => {
    const page = await visit(servers[name])
    await enter(page, "paula")
    await press(page, "New workspace")
    await page.evaluate(`localStorage.setItem("boardwright.token", "no token")`)
    await typeInto(page, "Name of the workspace", "Kept")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.waitFor()
    await expectAccessible(page)
    expect(await dialog.getByLabel("Password").count()).toBe(name === "both" ? 1 : 0)
    const opened = page.waitForEvent("popup")
    await dialog.getByRole("button", { name: BUTTON }).press("Enter")
    const popup = await opened
    await page.getByRole("heading", { level: 3, name: "Kept" }).waitFor()
    expect(await dialog.isVisible()).toBe(false)
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await page.evaluate("Object.keys(localStorage)")).toEqual(["boardwright.token"])
    expect(await page.evaluate("Object.keys(sessionStorage)")).toEqual([])
  })
})

describe("without passwords", () => {
  it("no page has a form for one", async () => {
    const page = await visit(servers.only)
    for (const path of ["/signin", "/signup"]) {
      await openPage(page, path)
      await page.getByRole("link", { name: BUTTON }).waitFor()
      expect(await page.locator("input[type=password]").count()).toBe(0)
      await expectAccessible(page)
    }
    await enter(page, "quinn")
    expect(await page.locator("input[type=password]").count()).toBe(0)
    await openPage(page, "/account?settings=1")
    await page.getByRole("heading", { name: "Change your email address" }).waitFor()
    expect(await page.getByRole("heading", { name: "Change your password" }).count()).toBe(0)
    expect(await page.getByRole("link", { name: "I have forgotten my password" }).count()).toBe(0)
    await expectAccessible(page)
  })
})
