import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { mailFiles, mailedLink, signUp } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { typeInto, focusedId } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const fill = async (page: Page, name: string, email: string, password: string): Promise<void> => {
  await page.getByLabel("Your name").fill(name)
  await page.getByLabel("Email address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.keyboard.press("Enter")
}

describe("signing up", () => {
  it("is done by keyboard alone, and tells where the mail is", async () => {
    const page = await here.visit()
    await openPage(page, "/signup")
    await typeInto(page, "Your name", "Keys")
    await typeInto(page, "Email address", "keys@example.com")
    await typeInto(page, "Password", "a password of keys")
    await page.keyboard.press("Enter")
    await page.getByText("We sent an email to keys@example.com").waitFor()
    expect(await focusedId(page)).toBe("sent")
    await expectAccessible(page)
    await mailedLink(here.server, "keys@example.com")
    const before = mailFiles(here.server).length
    await page.getByRole("button", { name: "Send the mail again" }).press("Enter")
    await page.getByText("We sent another email to keys@example.com.").waitFor()
    await expect.poll(() => mailFiles(here.server).length).toBe(before + 1)
    await openPage(page, "/signin")
    expect(await page.getByLabel("Email address").inputValue()).toBe("keys@example.com")
  })

  it("says at each field what is wrong, and moves the focus to the first", async () => {
    const page = await here.visit()
    await openPage(page, "/signup")
    await fill(page, " ", "someone@example.com", "ä".repeat(40))
    expect(await focusedId(page)).toBe("name")
    expect(await page.locator("#name-error").innerText()).not.toBe("")
    expect(await page.locator("#password-error").innerText()).toContain("72 bytes")
    await expectAccessible(page)
    await fill(page, "Someone", "someone@example", "a good password")
    await page.locator("#email-error:not(:empty)").waitFor()
    expect([await focusedId(page), await page.locator("#name-error").innerText()]).toEqual(["email", ""])
    expect(await page.getByLabel("Password").inputValue()).toBe("a good password")
  })

  it("warns of one of the most used passwords while it is typed, and accepts it", async () => {
    const page = await here.visit()
    await openPage(page, "/signup")
    const password = page.getByLabel("Password")
    const warning = page.locator("#password-warning")
    await password.fill("FOOTBALL1")
    await warning.filter({ hasText: "one of the most used passwords" }).waitFor()
    await expectAccessible(page)
    await password.fill("FOOTBALL1 on the lawn")
    await page.locator("#password-warning:empty").waitFor({ state: "attached" })
    await fill(page, "Most", "most@example.com", "football1")
    await page.getByText("We sent an email to most@example.com").waitFor()
  })

  it("ends in the account once the address is verified in another tab, and not by a link that verifies nothing", async () => {
    const page = await here.visit()
    await openPage(page, "/signup")
    await fill(page, "Vera", "vera@example.com", "a password of Vera")
    await page.getByText("We sent an email to vera@example.com").waitFor()
    const link = await mailedLink(here.server, "vera@example.com")
    const other = await page.context().newPage()
    const refused = page.waitForResponse("**/api/auth/signin")
    await openPage(other, "/signin?verified=true")
    expect((await refused).status()).toBe(401)
    await other.goto(link)
    await Promise.all([other.waitForURL("**/app"), page.waitForURL("**/app")])
    await page.getByText("You have no workspace yet").waitFor()
  })

  it("with an address that has an account says so", async () => {
    const { email } = await signUp(here.server, "twice")
    const page = await here.visit()
    await openPage(page, "/signup")
    await fill(page, "Twice", email, "another password")
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor()
    expect(await focusedId(page)).toBe("signup-alert")
    await expectAccessible(page)
  })
})
