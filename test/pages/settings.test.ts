import { createHash, randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { expect, it } from "vitest"
import { somebody } from "../faults/given.js"
import { get, mailedLink, signIn } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { choose, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

it("sessions are listed and ended, one by one or all at once", async () => {
  const { person, token } = await somebody(here.server, "settings")
  const other = await signIn(here.server, person)
  const page = await here.visit()
  await openAs(page, token, "/account")
  await choose(page, "Account of settings", "Settings")
  await page.waitForURL("**/account?settings=1")
  const sessions = page.locator("#sessions > li")
  await sessions.first().waitFor()
  expect(await sessions.count()).toBe(2)
  expect(await sessions.filter({ hasText: "This one" }).getByRole("button").count()).toBe(0)
  await expectAccessible(page)

  await sessions.getByRole("button", { name: /^Sign out/ }).press("Enter")
  await page.getByText(/is signed out\.$/).waitFor()
  expect(await sessions.count()).toBe(1)
  expect((await get(here.server, "/api/auth/me", other)).status).toBe(401)

  await page.getByRole("button", { name: "Sign out everywhere" }).press("Enter")
  await page.waitForURL("**/signin")
  await page.getByText("You are signed out everywhere.").waitFor()
  expect((await get(here.server, "/api/auth/me", token)).status).toBe(401)
})

it("the address is changed by the link in a mail to the new one, and taken back by one to the old", async () => {
  const { person, token } = await somebody(here.server, "moving")
  const moved = person.email.replace("@", "@new.")
  const page = await here.visit()
  await openAs(page, token, "/account?settings=1")
  const change = async (password: string) => {
    await typeInto(page, "New email address", moved)
    await page.getByLabel("Your password", { exact: true }).fill(password)
    await page.keyboard.press("Enter")
  }
  await change("not the password")
  await page.locator("#emailPassword-error:not(:empty)").waitFor()
  expect(await page.evaluate<string>("document.activeElement.id")).toBe("emailPassword")
  await expectAccessible(page)
  await page.getByLabel("New email address").fill("")
  await page.getByLabel("Your password", { exact: true }).fill("")
  await change(person.password)
  await page.getByText("If the address is free, we have sent an email").waitFor()

  const open = async (address: string, path: string, button: string, said: string) => {
    await expect.poll(async () => new URL(await mailedLink(here.server, address)).pathname).toBe(path)
    const link = await mailedLink(here.server, address)
    await openPage(page, link)
    expect(page.url()).toBe(`${here.server.url}${path}`)
    await page.getByRole("button", { name: button }).press("Enter")
    await page.getByText(said).waitFor()
    expect(await page.evaluate<string>("document.activeElement.id")).toBe("changed")
    await expectAccessible(page)
    await openPage(page, link)
    await page.getByRole("button", { name: button }).press("Enter")
    await page.getByRole("alert").filter({ hasText: "Invalid or expired token" }).waitFor()
  }
  await open(moved, "/confirm-email", "Confirm the address", "Address confirmed.")
  await signIn(here.server, { ...person, email: moved })
  await open(person.email, "/undo-email", "Undo the change", "Change undone.")
  await signIn(here.server, person)
})

it("the password is changed, and the session here alone stays", async () => {
  const { person, token } = await somebody(here.server, "changing")
  const page = await here.visit()
  await openAs(page, token, "/account?settings=1")
  const change = async (current: string, chosen: string) => {
    await typeInto(page, "Current password", current)
    await typeInto(page, "New password", chosen)
    await page.keyboard.press("Enter")
  }
  await change("not the password", "football1")
  await page.locator("#currentPassword-error:not(:empty)").waitFor()
  expect(await page.evaluate<string>("document.activeElement.id")).toBe("currentPassword")
  await page.locator("#newPassword-warning").filter({ hasText: "one of the most used passwords" }).waitFor()
  await expectAccessible(page)
  await page.getByLabel("Current password").fill("")
  await page.getByLabel("New password").fill("")
  await change(person.password, "a new password of mine")
  await page.getByText("Your password is changed, and you are signed out everywhere else.").waitFor()
  expect((await get(here.server, "/api/auth/me", token)).status).toBe(401)
  await page.reload()
  await page.getByText(person.email).waitFor()
  await signIn(here.server, { ...person, password: "a new password of mine" })
})

it("name, time zone and mails are chosen, and a wrong time zone is named", async () => {
  const { token } = await somebody(here.server, "profile")
  const page = await here.visit({ timezoneId: "Asia/Tokyo" })
  await openAs(page, token, "/account?settings=1")
  await page.getByText("This device is in Asia/Tokyo.").waitFor()
  const suggested = page.locator("#timezone-list option")
  expect(await suggested.evaluateAll((all) => all.map((each) => each.getAttribute("value")))).toContain("Asia/Tokyo")
  await page.getByLabel("Your time zone").fill("Mars/Phobos")
  await page.getByRole("button", { name: "Save" }).press("Enter")
  await page.locator("#timezone-error:not(:empty)").waitFor()
  await page.getByLabel("Your time zone").fill("Europe/Berlin")
  await page.getByLabel("Your name").fill("Ada King")
  await page.getByLabel("When a comment mentions you").press("Space")
  await page.getByRole("button", { name: "Save" }).press("Enter")
  await page.getByText("Your profile is saved.").waitFor()
  await expectAccessible(page)
  // Nothing is chosen but by the user.
  expect((await get(here.server, "/api/auth/me", token)).body).toMatchObject({
    name: "Ada King",
    timezone: "Europe/Berlin",
    notifications: { mentioned: true }
  })
  await page.getByLabel("When a comment mentions you").press("Space")
  await page.getByRole("button", { name: "Save" }).press("Enter")
  await expect
    .poll(async () => (await get(here.server, "/api/auth/me", token)).body.notifications)
    .toEqual({ mentioned: false })
})

/** Stores the token of a mail about tasks, which no mail of this server has. */
const storeUnsubscribing = (userId: string): string => {
  const token = randomBytes(32).toString("hex")
  const hash = createHash("sha256").update(token).digest("hex")
  const database = openSqlite(join(here.server.dataDir, "boardwright.db"), { timeout: 10_000 })
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  database
    .prepare("insert into boardwright_email_token (hash, purpose, user_id, expires_at) values (?, 'unsubscribe', ?, ?)")
    .run(hash, userId, expiresAt)
  database.close()
  return token
}

it("the address of List-Unsubscribe changes nothing when it is opened, and ends mails by its button", async () => {
  const { token } = await somebody(here.server, "enough")
  const me = async () => (await get(here.server, "/api/auth/me", token)).body
  const page = await here.visit()
  const path = "/api/auth/unsubscribe"
  await openPage(page, `${path}?token=${storeUnsubscribing((await me()).id)}`)
  expect(page.url()).toBe(here.server.url + path)
  expect((await me()).notifications).toEqual({})
  await page.getByRole("button", { name: "Unsubscribe" }).press("Enter")
  await page.getByText("You get no more mails about tasks.").waitFor()
  expect((await me()).notifications).toMatchObject({ assigned: false, mentioned: false, due: false })
  await expectAccessible(page)
})

it("a link that unsubscribes asks for confirmation, and says when it is too old", async () => {
  const page = await here.visit()
  await openPage(page, `/unsubscribe?token=${"ab".repeat(32)}`)
  expect(page.url()).toBe(`${here.server.url}/unsubscribe`)
  await page.getByRole("button", { name: "Unsubscribe" }).press("Enter")
  await page.getByRole("alert").filter({ hasText: "Invalid or expired token" }).waitFor()
  await expectAccessible(page)
})

it("all data about the user is downloaded as one file", async () => {
  const { person, token } = await somebody(here.server, "curious")
  const page = await here.visit()
  await openAs(page, token, "/account?settings=1")
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download my data" }).press("Enter")
  const file = await downloading
  expect(file.suggestedFilename()).toBe("boardwright-account.json")
  const exported = JSON.parse(await readFile(await file.path(), "utf8"))
  expect(exported).toMatchObject({ format: "boardwright-account", profile: { email: person.email }, tasks: [] })
})

it("settings are shown in German, also what is wrong", async () => {
  const { person, token } = await somebody(here.server, "deutsch")
  const page = await here.visit()
  await openAs(page, token, "/account?settings=1")
  await page.locator("#sessions > li").first().waitFor()
  await inGerman(page)
  await page.getByText("Diese Sitzung").waitFor()
  expect(await page.title()).toBe("Kontoeinstellungen - Boardwright")
  await page.getByLabel("Deine Zeitzone").fill("Mars/Phobos")
  await page.getByRole("button", { name: "Speichern" }).press("Enter")
  await page.getByText("Diese Zeitzone ist nicht bekannt.").waitFor()
  await page.getByLabel("Neue E-Mail-Adresse").fill("keine Adresse")
  await page.getByRole("button", { name: "Link senden" }).press("Enter")
  await page.getByText("Gib eine E-Mail-Adresse ein.").waitFor()
  await page.getByLabel("Neue E-Mail-Adresse").fill(person.email)
  await page.getByRole("button", { name: "Link senden" }).press("Enter")
  await page.getByText("Das ist schon deine Adresse.").waitFor()
  await page.getByLabel("Dein Passwort, um das Konto zu löschen").fill("not the password")
  await page.keyboard.press("Enter")
  await page.getByText("Das ist nicht dein Passwort.").waitFor()
  await expectAccessible(page)
})

it("the account is deleted with the password", async () => {
  const { person, token } = await somebody(here.server, "leaving")
  const page = await here.visit()
  await openAs(page, token, "/account?settings=1")
  const leave = async (password: string) => {
    await page.getByLabel("Your password, to delete the account").fill(password)
    await page.keyboard.press("Enter")
  }
  await leave("not the password")
  await page.locator("#deletePassword-error:not(:empty)").waitFor()
  await leave(person.password)
  await page.waitForURL("**/signin")
  await page.getByText("Your account is deleted.").waitFor()
  expect((await get(here.server, "/api/auth/me", token)).status).toBe(401)
})
