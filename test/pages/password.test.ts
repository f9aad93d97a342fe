import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { get, newPerson, mailedLink, signIn, signUp } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { typeInto } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const passwords = async (page: Page, first: string, second: string): Promise<void> => {
  await page.getByLabel("New password", { exact: true }).fill(first)
  await page.getByLabel("New password again").fill(second)
  await page.keyboard.press("Enter")
}

const focused = (page: Page): Promise<string> => page.evaluate<string>("document.activeElement.id")

it("a forgotten password is replaced by a mail's link, whose token leaves the address at once", async () => {
  const page = await here.visit()
  const person = await newPerson(here.server, "forgetful")
  const before = await signIn(here.server, person)

  await openPage(page, "/signin")
  await page.getByRole("link", { name: "Forgot your password?" }).press("Enter")
  await page.waitForURL("**/forgot-password")
  await typeInto(page, "Email address", person.email)
  await page.keyboard.press("Enter")
  await page.locator("#sent:not(:empty)").waitFor()
  expect(await focused(page)).toBe("sent")
  await expectAccessible(page)

  const link = await mailedLink(here.server, person.email)
  expect(new URL(link).pathname).toBe("/reset-password")
  await openPage(page, link)
  expect(page.url()).toBe(`${here.server.url}/reset-password`)
  expect(await page.content()).not.toContain(new URL(link).searchParams.get("token"))

  await passwords(page, "short", "short")
  expect([await focused(page), await page.locator("#password-error").innerText()]).toEqual([
    "password",
    expect.stringMatching(/./)
  ])
  await passwords(page, "ä".repeat(40), "ä".repeat(40))
  expect(await page.locator("#password-error").innerText()).toContain("72 bytes")
  await passwords(page, "a new password", "another password")
  expect([await focused(page), await page.locator("#repeated-error").innerText()]).toEqual([
    "repeated",
    expect.stringContaining("not the same")
  ])
  await expectAccessible(page)
  await passwords(page, "a new password", "a new password")
  await page.getByText("Your password is changed").waitFor()
  expect(await focused(page)).toBe("changed")
  await expectAccessible(page)
  expect((await get(here.server, "/api/auth/me", before)).status).toBe(401)

  await page.getByRole("link", { name: "Sign in with the new password" }).press("Enter")
  await page.waitForURL("**/signin")
  await typeInto(page, "Email address", person.email)
  await typeInto(page, "Password", "a new password")
  await page.keyboard.press("Enter")
  await page.waitForURL("**/app")
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()

  await page.goBack()
  await openPage(page, link)
  await passwords(page, "yet another one", "yet another one")
  await page.getByRole("alert").filter({ hasText: /./ }).waitFor()
  await page.getByRole("link", { name: "Send me a new link" }).waitFor()
})

it("a link for a password without its token asks for no password", async () => {
  const page = await here.visit()
  await openPage(page, "/reset-password")
  expect(await page.locator("input").count()).toBe(0)
  await page.getByRole("link", { name: "Send me a new link" }).press("Enter")
  await page.waitForURL("**/forgot-password")
})

it("a verification link that is no good leads to a new one", async () => {
  const page = await here.visit()
  const person = await signUp(here.server, "late")
  await openPage(page, `/api/auth/verify-email?token=${"ab".repeat(32)}`)
  expect(new URL(page.url()).pathname).toBe("/verify-error")
  await page.getByText("invalid or has expired").waitFor()
  await typeInto(page, "Email address", person.email)
  await page.keyboard.press("Enter")
  await page.locator("#sent:not(:empty)").waitFor()
})
