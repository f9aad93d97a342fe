import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { get, newPerson, type Person, post, signUp, UNLIMITED } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { choose, tabTo, typeInto, focusedId } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const alert = (page: Page) => page.getByRole("alert").filter({ hasText: /./ })

/** Signs in by keyboard alone. */
const signInByKeyboard = async (page: Page, { email, password }: Person): Promise<void> => {
  await openPage(page, "/signin")
  await typeInto(page, "Email address", email)
  await typeInto(page, "Password", password)
  await page.keyboard.press("Enter")
}

describe("signing in", () => {
  it("needs no mouse, leads to the home page, and signing out leads back", async () => {
    const page = await here.visit()
    const person = await newPerson(here.server, "keys")
    await signInByKeyboard(page, person)
    await page.waitForURL("**/app")
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
    await openPage(page, "/account")
    const token = await page.evaluate<string>(`localStorage.getItem("boardwright.token")`)
    await choose(page, "Account of keys", "Sign out")
    await page.waitForURL("**/signin")
    await page.getByText("You are signed out.").waitFor()
    expect(await page.evaluate(`localStorage.getItem("boardwright.token")`)).toBeNull()
    expect((await get(here.server, "/api/auth/me", token)).status).toBe(401)
  })

  it("leads to the first field that is wrong, and says there what it is", async () => {
    const page = await here.visit()
    await openPage(page, "/signin")
    await tabTo(page, page.getByRole("button", { name: "Sign in" }))
    await page.keyboard.press("Enter")
    expect(await focusedId(page)).toBe("email")
    await page.getByLabel("Email address").fill("no address")
    await page.keyboard.press("Enter")
    expect(await focusedId(page)).toBe("email")
    expect(await page.locator("#email-error").innerText()).not.toBe("")
    expect(await page.getByLabel("Email address").getAttribute("aria-invalid")).toBe("true")
    await expectAccessible(page)
    await page.getByLabel("Email address").fill("an@example.com")
    await page.keyboard.press("Enter")
    expect(await focusedId(page)).toBe("password")
    expect(await page.locator("#email-error").innerText()).toBe("")
  })

  it("says the same for a wrong password as for an unknown address, and moves the focus there", async () => {
    const page = await here.visit()
    const person = await newPerson(here.server, "mistaken")
    const said: Array<string> = []
    for (const attempt of [
      { ...person, password: "something else" },
      { ...person, email: "nobody@example.com" }
    ]) {
      await signInByKeyboard(page, attempt)
      await alert(page).waitFor()
      expect(await focusedId(page)).toBe("signin-alert")
      said.push(await alert(page).innerText())
    }
    expect(new Set(said).size).toBe(1)
    expect(await page.getByLabel("Email address").inputValue()).toBe("nobody@example.com")
    await expectAccessible(page)
  })

  it("offers the verification mail once more to those who have not opened its link", async () => {
    const page = await here.visit()
    await signInByKeyboard(page, await signUp(here.server, "unverified"))
    await page.getByRole("link", { name: "Send the verification mail again" }).click()
    await page.waitForURL("**/verify-error")
    await page.getByLabel("Email address").fill("unverified@example.com")
    await page.keyboard.press("Enter")
    await page.getByRole("status").filter({ hasText: /./ }).waitFor()
    expect(await focusedId(page)).toBe("sent")
  })

  it("too often says how long to wait", async () => {
    const server = await here.servers.start("limited", { ...UNLIMITED, RATE_LIMIT_AUTH: "1" })
    const page = await here.visit({ server })
    const person = { email: "often@example.com", password: "something" }
    await signInByKeyboard(page, person)
    await alert(page).waitFor()
    await page.keyboard.press("Tab")
    await tabTo(page, page.getByRole("button", { name: "Sign in" }))
    await page.keyboard.press("Enter")
    await page.getByText(/try again in (\d+ seconds?|1 minute)\./).waitFor()
    expect(await focusedId(page)).toBe("signin-alert")
  })

  it("too often for one account says how long to wait", async () => {
    const server = await here.servers.start("throttled", { ...UNLIMITED, RATE_LIMIT_ACCOUNT: "1" })
    const person = { email: "guessed@example.com", password: "something" }
    expect((await post(server, "/api/auth/signin", person)).status).toBe(401)
    const page = await here.visit({ server })
    await signInByKeyboard(page, person)
    await page.getByText(/Too many requests. Please try again in (\d+ seconds?|1 minute)\./).waitFor()
    expect(await focusedId(page)).toBe("signin-alert")
    await expectAccessible(page)
  })

  it("waits with what was typed while the server is away", async () => {
    const server = await here.servers.start("away")
    const person = await newPerson(server, "patient")
    const page = await here.visit({ server, expected: /ERR_CONNECTION_REFUSED/ })
    await openPage(page, "/signin")
    expect(await server.stop()).toBe(0)
    await typeInto(page, "Email address", person.email)
    await typeInto(page, "Password", person.password)
    await page.keyboard.press("Enter")
    await page.getByText("cannot be reached").waitFor()
    expect(await page.getByLabel("Email address").inputValue()).toBe(person.email)
    expect(await page.getByLabel("Password").inputValue()).toBe(person.password)
    await here.servers.start("away", { PORT: new URL(server.url).port })
    await page.getByRole("button", { name: "Sign in" }).press("Enter")
    await page.waitForURL("**/app")
    await page.getByRole("button", { name: "Account of patient" }).waitFor()
  })
})
