import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { get, mailedLink, newPerson, signIn, UNLIMITED } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { choose, press } from "./keyboard.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press("Enter")
}

const alertOf = (page: Page, id: string) => page.locator(`#${id}-alert:not(:empty)`).innerText()
const errorOf = (page: Page, name: string) => page.locator(`#${name}-error:not(:empty)`).innerText()
const language = (page: Page) => page.evaluate("document.documentElement.lang")

it("a German browser is spoken to in German, from the first page to the app", async () => {
  const { email: taken } = await newPerson(here.server, "taken")
  const page = await here.visit({ locale: "de-DE" })
  await openPage(page, "/")
  expect(await language(page)).toBe("de")
  await page.getByRole("link", { name: "Konto anlegen" }).click()
  await page.waitForURL("**/signup")

  await fill(page, { "Dein Name": " ", "E-Mail-Adresse": "keine", Passwort: "kurz" })
  expect([await errorOf(page, "email"), await errorOf(page, "password")]).toEqual([
    "Gib eine E-Mail-Adresse ein.",
    "Gib mindestens 8 Zeichen ein."
  ])
  await expectAccessible(page)
  await fill(page, { "E-Mail-Adresse": "ada@example", Passwort: "ein Passwort" })
  expect(await errorOf(page, "name")).toBe("Darf nicht leer sein")
  await fill(page, { "Dein Name": "Ada" })
  expect(await errorOf(page, "email")).toBe("Muss eine E-Mail-Adresse sein")
  expect(await alertOf(page, "signup")).toBe("Bitte prüfe die Eingaben")
  await page.getByLabel("Passwort").fill("football1")
  await page.getByText("Das ist eines der häufigsten Passwörter").waitFor()
  await fill(page, { "E-Mail-Adresse": taken, Passwort: "ein Passwort" })
  await page.getByText("Diese E-Mail-Adresse hat schon ein Konto.").waitFor()
  await expectAccessible(page)
  await fill(page, { "E-Mail-Adresse": "ada@example.com" })
  await page.getByText("Wir haben eine E-Mail an ada@example.com geschickt").waitFor()
  await expectAccessible(page)

  await mailedLink(here.server, "ada@example.com")
  await openPage(page, "/mailbox")
  expect(await language(page)).toBe("de")
  await page.getByRole("link", { name: "E-Mail-Adresse bestätigen: ada@example.com" }).waitFor()
  await expectAccessible(page)
  const mail = page.getByRole("listitem").filter({ hasText: "ada@example.com" })
  await mail.getByRole("link", { name: "Bestätige deine E-Mail-Adresse" }).click()
  await page.frameLocator("iframe").getByText("Hallo Ada,").waitFor()
  await page.getByRole("heading", { name: "Reiner Text" }).waitFor()
  await expectAccessible(page)

  await openPage(page, await mailedLink(here.server, "ada@example.com"))
  await page.getByText("Deine E-Mail-Adresse ist bestätigt. Du kannst dich jetzt anmelden.").waitFor()
  await fill(page, { "E-Mail-Adresse": "ada@example.com", Passwort: "ein anderes" })
  expect(await alertOf(page, "signin")).toBe("E-Mail-Adresse oder Passwort ist falsch.")
  await expectAccessible(page)
  await fill(page, { Passwort: "ein Passwort" })
  await page.waitForURL("**/app")
  await page.getByRole("heading", { level: 1, name: "Startseite" }).waitFor()
})

it("who chooses a language in the app has it on every page, and in mails", async () => {
  const person = await newPerson(here.server, "wahl")
  const { email, password } = person
  const token = await signIn(here.server, person)
  const stored = async () => (await get(here.server, "/api/auth/me", token)).body.language
  expect(await stored()).toBeNull()
  const page = await here.visit({ locale: "de-DE" })
  await openPage(page, "/signin")
  await fill(page, { "E-Mail-Adresse": email, Passwort: password })
  await page.waitForURL("**/app")
  await expect.poll(stored).toBe("de")
  await press(page, "Konto von wahl")
  await page.getByRole("menuitemradio", { name: "English" }).press("Enter")
  await page.getByRole("button", { name: "Account of wahl" }).waitFor()
  expect(await stored()).toBe("en")
  await choose(page, "Account of wahl", "Sign out")
  await page.waitForURL("**/signin")
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor()
  expect(await language(page)).toBe("en")
})

it("too many requests and a server that is away are said in German", async () => {
  const server = await here.servers.start("begrenzt", { ...UNLIMITED, RATE_LIMIT_AUTH: "1" })
  const page = await here.visit({ server, locale: "de-AT", expected: /status of 4\d\d|ERR_CONNECTION_REFUSED/ })
  await openPage(page, "/signin")
  await fill(page, { "E-Mail-Adresse": "oft@example.com", Passwort: "irgendeins" })
  await page.getByText("E-Mail-Adresse oder Passwort ist falsch.").waitFor()
  await page.keyboard.press("Tab")
  await fill(page, { Passwort: "ein anderes" })
  await page.getByText(/^Zu viele Anfragen. Bitte versuche es in (\d+ Sekunden?|1 Minute) erneut\.$/).waitFor()
  expect(await server.stop()).toBe(0)
  await fill(page, { Passwort: "ein drittes" })
  await page.getByText("Der Server ist nicht erreichbar. Bitte versuche es erneut.").waitFor()
})
