import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { get, post, signIn } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { tabTo, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()

describe("API tokens", () => {
  it("are made for chosen boards by keyboard alone, shown once, used and revoked", async () => {
    const owner = await somebody(here.server, "maker")
    const spring = await newBoard(here.server, owner, "Spring")
    const harvest = await newBoard(here.server, owner, "Harvest")
    const page = await here.visit()
    await openAs(page, owner.token, "/account?settings=1")
    await tabTo(page, page.getByRole("link", { name: "API tokens" }))
    await page.keyboard.press("Enter")
    await page.getByText("You have none yet.").waitFor()
    await expectAccessible(page)

    await typeInto(page, "Name", "backup")
    await page.keyboard.press("Enter")
    await page.locator("#scopes-error:not(:empty)").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("scope-read")
    await page.keyboard.press("Space")
    await page.getByLabel("Where", { exact: true }).selectOption("places")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Create token" }).press("Enter")
    await page.locator("#places-error:not(:empty)").waitFor()
    await page.locator(`#place-${spring.boardId}`).press("Space")
    await page.getByRole("button", { name: "Create token" }).press("Enter")
    await page.getByText("The token backup is created.").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("secret-title")
    await expectAccessible(page)
    const token = await page.locator("#secret-text").innerText()
    expect(token).toMatch(/^bw_pat_/)
    const item = page.locator("#tokens > li")
    expect(await item.innerText()).toMatch(
      /^backup bw_pat_\w+…\s+May read: Spring\.\s+Created .*, never used, expires /
    )
    const read = async (boardId: string) => (await get(here.server, `/api/boards/${boardId}`, token)).status
    expect([await read(spring.boardId), await read(harvest.boardId)]).toEqual([200, 403])

    await page.reload()
    await item.waitFor()
    expect(await page.locator("#secret").isVisible()).toBe(false)
    expect(await page.content()).not.toContain(token)
    await tabTo(page, page.getByRole("button", { name: "Revoke backup" }))
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Revoke backup?" })
    await dialog.waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    expect(await read(spring.boardId)).toBe(200)
    await page.getByRole("button", { name: "Revoke backup" }).press("Enter")
    await dialog.getByRole("button", { name: "Revoke" }).press("Enter")
    await page.getByText("backup is revoked.").waitFor()
    await page.getByText("You have none yet.").waitFor()
    expect(await read(spring.boardId)).toBe(401)
  })

  it("reach everything and last as long as is chosen", async () => {
    const owner = await somebody(here.server, "forever")
    const page = await here.visit()
    await openAs(page, owner.token, "/account?tokens=1")
    await page.getByLabel("Name", { exact: true }).fill("sync")
    for (const scope of ["read", "write", "manage"]) await page.locator(`#scope-${scope}`).press("Space")
    expect(await page.getByLabel("Expires", { exact: true }).inputValue()).toBe("90")
    await page.getByLabel("Expires", { exact: true }).selectOption("Never")
    await page.getByRole("button", { name: "Create token" }).press("Enter")
    await page.getByText("May read, write, manage: everywhere.").waitFor()
    expect(await page.locator("#tokens > li").innerText()).toMatch(/never used, never expires\./)
    await inGerman(page)
    await page.getByText("Darf lesen, schreiben, verwalten: überall.").waitFor()
    await page.getByRole("button", { name: "sync widerrufen" }).waitFor()
    await page.getByLabel("Wo", { exact: true }).selectOption("places")
    await expectAccessible(page)
  })
})

describe("the security log", () => {
  it("says what happened, latest first, and shows older events on demand", async () => {
    const owner = await somebody(here.server, "watcher")
    await post(here.server, "/api/auth/signin", { ...owner.person, password: "not the password" })
    for (let count = 0; count < 25; count += 1) await signIn(here.server, owner.person)
    const page = await here.visit()
    await openAs(page, owner.token, "/account?settings=1")
    await page.getByRole("link", { name: "Security log" }).press("Enter")
    const items = page.locator("#events > li")
    await items.first().waitFor()
    await page.getByText("29 events of the last 180 days.").waitFor()
    expect(await items.count()).toBe(25)
    expect(await items.first().innerText()).toMatch(/^You signed in\.\s+.*, address 127\.0\.0\.1$/)
    await expectAccessible(page)
    await tabTo(page, page.getByRole("button", { name: "Older" }))
    await page.keyboard.press("Enter")
    await page.getByText("Your account was created.").waitFor()
    await page.getByText("Someone tried to sign in and was refused.").waitFor()
    expect([await items.count(), await page.getByRole("button", { name: "Older" }).isVisible()]).toEqual([29, false])
    expect(await page.evaluate("document.activeElement.tagName")).toBe("LI")
    await expectAccessible(page)
    await inGerman(page)
    await page.getByText("29 Ereignisse der letzten 180 Tage.").waitFor()
    await page.getByText("Du hast dich angemeldet.").first().waitFor()
    expect(await page.title()).toBe("Sicherheitsprotokoll - Boardwright")
    await expectAccessible(page)
  })
})
