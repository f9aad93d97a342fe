import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { get, newPerson } from "../support/standalone.js"
import { expectAccessible, hiddenSideways, SOME_LOOKS } from "./accessibility.js"
import { tabTo } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

/** Opens an operation's form, as the link to it in the contents does. */
const tryOf = async (page: Page, operation: string): Promise<Locator> => {
  await page.locator(`.contents a[href="#${operation}"]`).press("Enter")
  // Not by Enter: the page may give the focus to the operation only then.
  await page.locator(`[id="${operation}"]`).getByText("Try it").click()
  return page.getByRole("form", { name: `Try ${operation}` })
}

const send = async (form: Locator): Promise<string> => {
  await form.getByRole("button", { name: /^Send / }).press("Enter")
  await form.getByRole("status").filter({ hasText: /./ }).waitFor()
  return form.getByRole("status").innerText()
}

const bodyOf = async (form: Locator): Promise<unknown> => JSON.parse(await form.getByRole("region").innerText())

describe("the reference", () => {
  it("is accessible with everything open", async () => {
    const page = await here.visit()
    await openPage(page, "/docs")
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    await expectAccessible(page, { looks: SOME_LOOKS.slice(0, 1) })
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await hiddenSideways(page)).toBe(0)
  })

  it("finds operations by words", async () => {
    const page = await here.visit()
    await openPage(page, "/docs")
    await tabTo(page, page.getByLabel("Find an operation"))
    await page.keyboard.type("post invite boards")
    await page.getByText(/^1 of \d+ operations$/).waitFor()
    expect(await page.locator("details.operation[data-search]:visible").count()).toBe(1)
  })

  it("sends requests as whoever is signed in, and shows what is answered", async () => {
    const owner = await somebody(here.server, "reference")
    const { boardId } = await newBoard(here.server, owner, "Tried")
    const page = await here.visit()
    await openAs(page, owner.token, "/docs")
    await page.getByText(`Requests are sent as reference (${owner.person.email}).`).first().waitFor()
    const form = await tryOf(page, "boards.get")
    await form.getByLabel(/^id /).fill(boardId)
    expect(await send(form)).toMatch(/^200 /)
    expect(await bodyOf(form)).toMatchObject({ id: boardId, name: "Tried" })

    await page.getByRole("button", { name: "Forget the token" }).click()
    await page.getByText("Requests are sent without a token.").first().waitFor()
    await form.getByRole("button", { name: /^Send / }).press("Enter")
    await form.getByRole("status").filter({ hasText: "401" }).waitFor()
    await page.getByLabel("Find an operation").fill("boards.get")
    await expectAccessible(page, { looks: SOME_LOOKS, within: "[id='boards.get']" })
  })

  it("asks before it deletes, and offers the ids of the user", async () => {
    const owner = await somebody(here.server, "deleting")
    const { boardId } = await newBoard(here.server, owner, "Deleted there")
    const page = await here.visit()
    await openAs(page, owner.token, "/docs")
    const form = await tryOf(page, "boards.delete")
    await form.getByLabel(/^id /).focus()
    const offered = page.locator(`#known-boards option[value="${boardId}"]`)
    await offered.waitFor({ state: "attached" })
    expect((await offered.getAttribute("label")) ?? (await offered.textContent())).toBe("Deleted there")
    await form.getByLabel(/^id /).fill(boardId)
    const dialog = page.getByRole("dialog", { name: "Send this request?" })
    await form.getByRole("button", { name: /^Send / }).press("Enter")
    await dialog.getByText(`DELETE /api/boards/${boardId}`).waitFor()
    await page.keyboard.press("Escape")
    expect((await get(here.server, `/api/boards/${boardId}`, owner.token)).status).toBe(200)
    await form.getByRole("button", { name: /^Send / }).press("Enter")
    await dialog.getByRole("button", { name: "Delete" }).press("Enter")
    await form.getByRole("status").filter({ hasText: /^200/ }).waitFor()
    expect((await get(here.server, `/api/boards/${boardId}`, owner.token)).status).toBe(404)
  })

  it("signs in by itself", async () => {
    const person = await newPerson(here.server, "by-itself")
    const page = await here.visit()
    await openPage(page, "/docs")
    const form = await tryOf(page, "accounts.signIn")
    await form.getByRole("textbox", { name: "Body" }).fill(JSON.stringify(person))
    expect(await send(form)).toMatch(/^200 /)
    await form.getByRole("button", { name: "Use this token from now on" }).press("Enter")
    await page.getByText(`Requests are sent as by-itself (${person.email}).`).first().waitFor()
    expect(await send(await tryOf(page, "accounts.profile"))).toMatch(/^200 /)
  })

  it("copies the command that does the same", async () => {
    const page = await here.visit()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await openPage(page, "/docs#system.health")
    const operation = page.locator(`[id="system.health"]`)
    await operation.getByRole("button", { name: "Copy the command" }).press("Enter")
    await operation.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`curl -sS '${here.server.url}/api/health'`)
  })
})
