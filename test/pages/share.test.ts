import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import { get, mailedLink, post } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { press, tabTo, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"
import { chooseInMenu } from "./board.js"

const here = site()

const WHO = "Email address, or the name of someone here"

/** Adds a member to a board. */
const joined = async (owner: SignedIn, boardId: string, name: string, role: string): Promise<SignedIn> => {
  const member = await somebody(here.server, name)
  const { id: userId } = (await get(here.server, "/api/auth/me", member.token)).body
  const { body } = await post(here.server, `/api/boards/${boardId}/invite`, { userId, role }, owner.headers)
  await post(here.server, `/api/invitations/${body.invitation.id}/accept`, {}, member.headers)
  return member
}

const opened = async (given: SignedIn, boardId: string): Promise<Page> => {
  const page = await here.visit()
  await openAs(page, given.token, `/app?board=${boardId}`)
  return page
}

const menuOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  await press(page, "More for this board")
  await page.getByRole("menuitem").first().waitFor()
  return page.getByRole("menuitem").allInnerTexts()
}

describe("sharing a board", () => {
  it("invites, changes roles and removes by keyboard alone, seen by the other person", async () => {
    const owner = await somebody(here.server, "sharer")
    const { boardId } = await newBoard(here.server, owner, "Shared")
    const member = await joined(owner, boardId, "colleague", "viewer")
    const theirs = await opened(member, boardId)
    await theirs.getByRole("button", { name: "Members" }).waitFor()
    const page = await opened(owner, boardId)
    await press(page, "Share")
    await page.getByRole("dialog", { name: "Share Shared" }).waitFor()
    await expectAccessible(page)
    await page.keyboard.type("no address")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor()
    await page.getByLabel(WHO).fill("")
    await typeInto(page, WHO, "kim@example.com")
    await page.keyboard.press("Enter")
    await page.getByText("kim@example.com is invited.").waitFor()
    await expectAccessible(page)
    const first = await mailedLink(here.server, "kim@example.com")
    await press(page, "Send again to kim@example.com")
    await page.getByText("The invitation is sent again to kim@example.com.").waitFor()
    await expect.poll(() => mailedLink(here.server, "kim@example.com")).not.toBe(first)
    await press(page, "Withdraw the invitation of kim@example.com")
    const asked = (name: string) => page.getByRole("dialog", { name })
    await asked("Withdraw the invitation?").getByRole("button", { name: "Withdraw" }).press("Enter")
    await page.getByText("The invitation of kim@example.com is withdrawn.").waitFor()
    expect(await page.getByRole("heading", { name: "Invited" }).count()).toBe(0)

    await tabTo(page, page.getByLabel("Role of colleague", { exact: true }))
    await page.keyboard.press("A")
    await press(page, "Change role of colleague")
    await page.getByText("colleague has the role Admin now.").waitFor()
    await theirs.getByRole("button", { name: "Share" }).waitFor()
    await expectAccessible(page)
    await press(page, "Remove colleague")
    await expectAccessible(page)
    await asked("Remove colleague?").getByRole("button", { name: "Cancel" }).press("Enter")
    expect((await get(here.server, `/api/boards/${boardId}`, member.token)).status).toBe(200)
    await press(page, "Remove colleague")
    await asked("Remove colleague?").getByRole("button", { name: "Remove" }).press("Enter")
    await page.getByText("colleague is removed.").waitFor()
    expect((await get(here.server, `/api/boards/${boardId}`, member.token)).status).toBe(403)
    // The last admin can neither leave nor become less.
    expect(await page.getByRole("button", { name: "Leave" }).count()).toBe(0)
    expect(await page.getByLabel("Role of sharer").count()).toBe(0)
  })

  it("changes a role by its button alone, also one's own, and says if it is refused", async () => {
    const owner = await somebody(here.server, "slow")
    const { boardId } = await newBoard(here.server, owner, "Slow")
    await joined(owner, boardId, "helper", "admin")
    const page = await opened(owner, boardId)
    await press(page, "Share")
    const sent: Array<unknown> = []
    page.on("request", (request) => {
      if (request.method() === "PATCH") sent.push(request.postDataJSON())
    })
    const own = page.getByLabel("Role of slow", { exact: true })
    await tabTo(page, own)
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    expect(await own.inputValue()).toBe("viewer")
    await tabTo(page, page.getByLabel("Role of helper", { exact: true }))
    await page.keyboard.press("E")
    await press(page, "Change role of helper")
    await page.getByText("helper has the role Editor now.").waitFor()
    expect(sent).toEqual([{ role: "editor" }])
    // The last admin cannot become less.
    await own.waitFor({ state: "detached" })
    const [changing] = await Promise.all([
      new Promise<Route>((resolve) => page.route(`**/api/boards/${boardId}/members/*`, resolve)),
      press(page, "Change role of helper")
    ])
    // What was said goes when the next change begins.
    await page.getByText("helper has the role Editor now.").waitFor({ state: "detached" })
    await changing.fulfill({ status: 403, body: "{}" })
    await page.getByRole("alert").filter({ hasText: /./ }).waitFor()
  })

  it("shows those who only read no control that would be refused, and lets them leave", async () => {
    const owner = await somebody(here.server, "chair")
    const { boardId } = await newBoard(here.server, owner, "Read only")
    const reader = await joined(owner, boardId, "reader", "viewer")
    const page = await opened(reader, boardId)
    await page.getByRole("button", { name: "Members" }).waitFor()
    expect(await menuOf(page)).toEqual([
      "Activity",
      "API tokens",
      "Calendar links",
      "Download as Excel",
      "Download as CSV",
      "Download as JSON"
    ])
    await page.keyboard.press("Escape")
    await press(page, "Members")
    const dialog = page.getByRole("dialog", { name: "Members of Read only" })
    await dialog.waitFor()
    await expectAccessible(page)
    expect(await dialog.getByRole("combobox").count()).toBe(0)
    expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["×", "Leave"])
    await press(page, "Leave")
    const question = page.getByRole("dialog", { name: "Leave “Read only”?" })
    await expectAccessible(page)
    await question.getByRole("button", { name: "Leave" }).press("Enter")
    await page.waitForURL("**/app")
    expect((await get(here.server, `/api/boards/${boardId}`, reader.token)).status).toBe(403)
  })
})

describe("the menu of a board", () => {
  it("changes, downloads and deletes it", async () => {
    const owner = await somebody(here.server, "keeper")
    const { boardId } = await newBoard(here.server, owner, "Kept")
    const page = await opened(owner, boardId)
    await page.getByRole("button", { name: "Share" }).waitFor()
    const items = await menuOf(page)
    expect(items.slice(0, 4)).toEqual(["Board settings", "Activity", "Trash", "Webhooks"])
    await page.getByRole("menuitem", { name: "Duplicate board" }).waitFor()
    await expectAccessible(page)
    const downloading = page.waitForEvent("download")
    await page.getByRole("menuitem", { name: "Download as CSV" }).press("Enter")
    expect((await downloading).suggestedFilename()).toBe("Kept.csv")
    await menuOf(page)
    await page.keyboard.press("Enter")
    await page.getByLabel("Name of the board").fill("Kept well")
    await page.getByLabel("Description").fill("What we keep.")
    await press(page, "Save")
    await page.getByRole("heading", { level: 1, name: "Kept well" }).waitFor()
    await page.getByText("What we keep.").waitFor()
    await menuOf(page)
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Delete Kept well?" }).waitFor()
    await expectAccessible(page)
    await press(page, "Delete board")
    await page.waitForURL("**/app")
    expect((await get(here.server, `/api/boards/${boardId}`, owner.token)).status).toBe(404)
  })
})

describe("the calendar links of a board", () => {
  it("are made by those who only read it, shown once, copied, and revoked by keyboard alone", async () => {
    const owner = await somebody(here.server, "planner")
    const { boardId } = await newBoard(here.server, owner, "Planned")
    await post(here.server, "/api/tasks", { boardId, name: "Sow", dueDate: "2027-03-04" }, owner.headers)
    const reader = await joined(owner, boardId, "subscriber", "viewer")
    const page = await opened(reader, boardId)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await chooseInMenu(page, "Calendar links")
    const dialog = page.getByRole("dialog", { name: "Calendar links of Planned" })
    await dialog.getByText("There are no links yet.").waitFor()
    await expectAccessible(page, { within: "dialog[open]" })
    await press(page, "New link")
    await dialog.getByText("The link is created.").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("secret-title")
    await dialog.getByRole("listitem").waitFor()
    await expectAccessible(page, { within: "dialog[open]" })
    await press(page, "Copy the link")
    await dialog.getByText("It is copied.").waitFor()
    const link = await page.evaluate<string>("navigator.clipboard.readText()")
    expect(link).toBe(await page.locator("#secret-text").innerText())
    const calendar = async () => {
      const response = await fetch(link)
      return [response.status, (await response.text()).includes("SUMMARY:Sow")]
    }
    expect(await calendar()).toEqual([200, true])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await chooseInMenu(page, "Calendar links")
    await dialog.getByRole("listitem").waitFor()
    expect(await page.content()).not.toContain(link)

    const theirs = await opened(owner, boardId)
    await inGerman(theirs)
    await theirs.getByRole("button", { name: "Mehr zu diesem Board" }).press("Enter")
    await theirs.getByRole("menuitem", { name: "Kalenderlinks" }).press("Enter")
    await theirs.getByText(/^Angelegt am .* von subscriber$/).waitFor()
    await expectAccessible(theirs, { within: "dialog[open]" })

    await press(page, /^Revoke: Created on /)
    const question = page.getByRole("dialog", { name: "Revoke this link?" })
    await question.waitFor()
    await expectAccessible(page, { within: "dialog[open]" })
    await question.getByRole("button", { name: "Revoke" }).press("Enter")
    await dialog.getByText("The link is revoked.").waitFor()
    await dialog.getByText("There are no links yet.").waitFor()
    expect(await calendar()).toEqual([404, false])
  })
})
