import { createClient } from "@boardwright/client"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import { get, post } from "../support/standalone.js"
import { expectAccessible, SOME_LOOKS } from "./accessibility.js"
import { choose, press, tabTo, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const card = (page: Page, name: string) => page.getByRole("region", { name })

const opened = async (given: SignedIn, path = "/app") => {
  const page = await here.visit()
  await openAs(page, given.token, path)
  return page
}

describe("the home page", () => {
  it("makes a workspace and a board by keyboard alone", async () => {
    const page = await opened(await somebody(here.server, "beginner"))
    await title(page, "Home").waitFor()
    await page.getByText("You have no workspace yet.").waitFor()
    await expectAccessible(page)
    await press(page, "New workspace")
    const dialog = page.getByRole("dialog", { name: "New workspace" })
    await dialog.waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.keyboard.type("Garden")
    await page.keyboard.press("Enter")
    await card(page, "Garden").waitFor()
    expect(await dialog.isVisible()).toBe(false)
    expect(await page.evaluate("document.activeElement.textContent")).toBe("New workspace")
    await press(page, "New board in Garden")
    await typeInto(page, "Name of the board", "Spring")
    await page.keyboard.press("Enter")
    await title(page, "Spring").waitFor()
    await press(page, "Home", "link")
    await page
      .getByRole("link", { name: /^Spring/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    const importing = page.getByRole("link", { name: "Import a spreadsheet into Garden" })
    expect(await importing.getAttribute("href")).toMatch(/^\/account\?import=/)
  })

  it("shows the boards that were opened last first", async () => {
    const owner = await somebody(here.server, "recent")
    const { boardId, workspaceId } = await newBoard(here.server, owner, "Older")
    await post(here.server, "/api/boards", { name: "Newer", workspaceId }, owner.headers)
    const page = await opened(owner)
    const recent = () => page.getByRole("region", { name: "Recent boards" }).locator("strong").allInnerTexts()
    await expect.poll(recent).toEqual(["Newer", "Older"])
    await openPage(page, `/app?board=${boardId}`)
    await title(page, "Older").waitFor()
    await openPage(page, "/app")
    await expect.poll(recent).toEqual(["Older", "Newer"])
  })

  it("renames, duplicates and deletes a board, which the notice restores", async () => {
    const owner = await somebody(here.server, "tidying")
    const { workspaceId } = await newBoard(here.server, owner, "Plan")
    const page = await opened(owner)
    await choose(page, "More for Plan", "Rename board")
    const name = page.getByLabel("Name of the board")
    await name.and(page.locator(":focus")).waitFor()
    await page.keyboard.type("Plans")
    await name.press("Enter")
    await page.getByRole("button", { name: "More for Plans" }).waitFor()
    await choose(page, "More for Plans", "Delete board")
    await page.getByText("Plans is in the trash.").waitFor()
    await page.getByRole("button", { name: "More for Plans" }).waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("New board")
    await press(page, "Undo")
    await page.getByRole("button", { name: "More for Plans" }).waitFor()
    await choose(page, "More for Plans", "Duplicate board")
    await expectAccessible(page, { looks: SOME_LOOKS })
    await name.press("Enter")
    await title(page, "Copy of Plans").waitFor()
    const { body } = await get(here.server, `/api/boards?workspaceId=${workspaceId}`, owner.token)
    expect(body.boards).toHaveLength(2)
  })

  it("duplicates a workspace with its boards and their tasks", async () => {
    const owner = await somebody(here.server, "copying")
    const { boardId } = await newBoard(here.server, owner, "Sprint")
    await post(here.server, "/api/tasks", { boardId, name: "Plan the week" }, owner.headers)
    const page = await opened(owner)
    await choose(page, "More for the workspace Sprint", "Duplicate workspace")
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.getByLabel("Name of the workspace").press("Enter")
    await page.getByText("Copy of Sprint is created.").waitFor()
    await card(page, "Copy of Sprint").getByRole("link", { name: "Sprint", exact: true }).click()
    await title(page, "Sprint").waitFor()
    await page.getByRole("grid").getByText("Plan the week").waitFor()
    expect(page.url()).not.toContain(boardId)
  })

  it("deletes a workspace only when its name is typed", async () => {
    const owner = await somebody(here.server, "closing")
    const { workspaceId } = await newBoard(here.server, owner, "Closed")
    const page = await opened(owner)
    await choose(page, "More for the workspace Closed", "Delete workspace")
    const remove = page.getByRole("button", { name: "Delete for good" })
    await page.keyboard.type("Close")
    expect(await remove.isDisabled()).toBe(true)
    await page.keyboard.press("Enter")
    expect((await get(here.server, `/api/workspaces/${workspaceId}`, owner.token)).status).toBe(200)
    await page.keyboard.type("d")
    expect(await remove.isDisabled()).toBe(false)
    await page.keyboard.press("Enter")
    await page.getByText("You have no workspace yet.").waitFor()
    expect((await get(here.server, `/api/workspaces/${workspaceId}`, owner.token)).status).toBe(404)
  })

  it("finds tasks and comments by keyboard, with what was searched for marked", async () => {
    const owner = await somebody(here.server, "searching")
    const { boardId } = await newBoard(here.server, owner, "Beds")
    await post(here.server, "/api/tasks", { boardId, name: "Water the rhubarb" }, owner.headers)
    const page = await opened(owner)
    await title(page, "Home").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("rhub")
    await page.getByRole("status").filter({ hasText: "1 result" }).waitFor()
    expect(await page.locator("mark").innerText()).toBe("rhubarb")
    await expectAccessible(page)
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await page.getByRole("alert").filter({ hasText: "Enter a word of at least 3 characters." }).waitFor()
    expect(await page.locator(".results a").count()).toBe(0)
    expect(await page.locator("[role=search] [role=status]").innerText()).toBe("")
    await page.keyboard.type("apsody")
    await page.getByRole("status").filter({ hasText: "0 results" }).waitFor()
    const empty = page.locator(".results .empty")
    await empty.getByText("Nothing was found.").waitFor()
    await empty.getByText("Try fewer or shorter words").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await empty.waitFor({ state: "detached" })
    await page.keyboard.type("rhub")
    await page.getByRole("status").filter({ hasText: "1 result" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/app?board=${boardId}&task=*`)
    await title(page, "Beds").waitFor()
  })

  it("finds boards by words of their names, before the tasks", async () => {
    const owner = await somebody(here.server, "finding")
    const { boardId, workspaceId } = await newBoard(here.server, owner, "Rhubarb in spring")
    await post(here.server, "/api/boards", { name: "Früh: rhubarb", workspaceId }, owner.headers)
    await post(here.server, "/api/boards", { name: "Beans", workspaceId }, owner.headers)
    await post(here.server, "/api/tasks", { boardId, name: "Water the rhubarb" }, owner.headers)
    const page = await opened(owner)
    await openPage(page, `/app?board=${boardId}`)
    await title(page, "Rhubarb in spring").waitFor()
    await openPage(page, "/app")
    const found = () => page.locator(".results strong").allInnerTexts()
    const search = page.getByRole("searchbox")
    await search.fill("RHUBARB")
    await page.getByRole("status").filter({ hasText: "3 results" }).waitFor()
    expect(await found()).toEqual(["Rhubarb in spring", "Früh: rhubarb", "Water the rhubarb"])
    await expectAccessible(page)
    await search.fill("rhu fruh")
    await expect.poll(found).toEqual(["Früh: rhubarb"])
    await search.fill("fr")
    await page.getByRole("alert").filter({ hasText: "Enter a word" }).waitFor()
    expect(await found()).toEqual(["Früh: rhubarb"])
    await search.press("ArrowDown")
    await page.keyboard.press("Enter")
    await title(page, "Früh: rhubarb").waitFor()
  })

  it("lists the tasks of the user by when they are due, and marks one as done", async () => {
    const owner = await somebody(here.server, "busy")
    const { boardId } = await newBoard(here.server, owner, "Work")
    const { id } = (await get(here.server, "/api/auth/me", owner.token)).body
    // Where a week begins on Sunday, the next one is in the next week.
    const sunday = new Date()
    sunday.setDate(sunday.getDate() + 7 - sunday.getDay())
    sunday.setHours(12)
    for (const [name, dueDate] of [
      ["Late", "2020-01-01"],
      ["Next", sunday.toISOString().slice(0, 10)],
      ["Some day", null]
    ] as const)
      await post(here.server, "/api/tasks", { boardId, name, dueDate, assignees: [id] }, owner.headers)
    const page = await opened(owner)
    const mine = page.getByRole("region", { name: "My tasks" })
    await mine.getByRole("link", { name: "Late" }).waitFor()
    expect(await mine.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(["Overdue", "Later", "No date"])
    await expectAccessible(page, { looks: SOME_LOOKS })
    const box = mine.getByLabel("Mark Late as done")
    await tabTo(page, box)
    await page.route("**/api/tasks/**", (route) => route.fulfill({ status: 403, body: "{}" }))
    await page.keyboard.press("Space")
    await box.and(page.locator(":focus:enabled:not(:checked)")).waitFor()
    await page.unroute("**/api/tasks/**")
    await page.keyboard.press("Space")
    await page.getByText("Late is done.").waitFor()
    expect(await mine.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(["Later", "No date"])
    await press(page, "Undo")
    await mine.getByRole("link", { name: "Late" }).press("Enter")
    await page.waitForURL(`**/app?board=${boardId}&task=*`)
  })

  it("sets the label of the board that means done, and says where there is none", async () => {
    const owner = await somebody(here.server, "finishing")
    const api = createClient({ baseUrl: here.server.url, token: owner.token })
    const { id: userId } = await api.accounts.profile()
    const boards: Array<string> = []
    for (const [name, value] of [
      ["Open", "review"],
      ["Closed", "done"]
    ] as const) {
      const { boardId } = await newBoard(here.server, owner, name)
      const options = [{ label: "To do" }, { label: "Finished", value }]
      await api.boards.addColumn({ id: boardId, name: "Status", type: "status", field: "status", options })
      await api.tasks.create({ boardId, name: `${name} task`, assignees: [userId] })
      boards.push(boardId)
    }
    const labels = async () =>
      (await Promise.all(boards.map((boardId) => api.tasks.list({ boardId, include: ["columnValues"] })))).map(
        ({ tasks: [task] }) => [task?.status, ...Object.values(task?.columnValues ?? {})]
      )
    const page = await opened(owner)
    const mine = page.getByRole("region", { name: "My tasks" })
    // A finished task leaves the list, so `check()` might find no box to read the state of.
    await mine.getByLabel("Mark Closed task as done").click()
    await page.getByText("Closed task is done.").waitFor()
    const box = mine.getByLabel("Mark Open task as done")
    await box.click()
    await page.getByText("No label of Open means done.").waitFor()
    await box.and(page.locator(":enabled:not(:checked)")).waitFor()
    expect(await labels()).toEqual([["pending"], ["done", "Finished"]])
    const { columns } = await api.boards.get({ id: boards[0] ?? "" })
    expect(columns.flatMap(({ options }) => options.map(({ label }) => label))).toEqual(["To do", "Finished"])
  })

  it("lets the user finish tasks of boards that it has not loaded, where they may edit them", async () => {
    const guest = await somebody(here.server, "everywhere")
    const { id: userId } = (await get(here.server, "/api/auth/me", guest.token)).body
    const give = (owner: SignedIn, boardId: string, name: string) =>
      post(here.server, "/api/tasks", { boardId, name, assignees: [userId] }, owner.headers)
    const owned = []
    for (let at = 0; at < 13; at += 1) owned.push(await newBoard(here.server, guest, `Own ${at}`))
    await give(guest, owned[12]?.boardId ?? "", "Owned")
    const owner = await somebody(here.server, "elsewhere")
    for (const [role, task] of [
      ["editor", "Edited"],
      ["viewer", "Viewed"]
    ] as const) {
      const { boardId } = await newBoard(here.server, owner, task)
      const { body } = await post(here.server, `/api/boards/${boardId}/invite`, { userId, role }, owner.headers)
      await post(here.server, `/api/invitations/${body.invitation.id}/accept`, {}, guest.headers)
      await give(owner, boardId, task)
    }
    const page = await opened(guest)
    const mine = page.getByRole("region", { name: "My tasks" })
    await mine.getByLabel("Mark Edited as done").click()
    await page.getByText("Edited is done.").waitFor()
    await mine.getByLabel("Mark Owned as done").waitFor()
    await mine.getByRole("link", { name: "Viewed" }).waitFor()
    expect(await mine.getByRole("checkbox").count()).toBe(1)
  })

  it("lists ten tasks of a time, and all of them when asked", async () => {
    const owner = await somebody(here.server, "loaded")
    const { boardId } = await newBoard(here.server, owner, "Year")
    const { id } = (await get(here.server, "/api/auth/me", owner.token)).body
    for (let at = 1; at <= 12; at += 1)
      await post(here.server, "/api/tasks", { boardId, name: `Task ${at}`, assignees: [id] }, owner.headers)
    const page = await opened(owner)
    const links = page.getByRole("region", { name: "My tasks" }).getByRole("link")
    await links.first().waitFor()
    expect(await links.count()).toBe(10)
    await press(page, "Show all 12")
    await expect.poll(() => links.count()).toBe(12)
  })

  it("answers invitations, and offers those who only read nothing else", async () => {
    const owner = await somebody(here.server, "host")
    const { boardId } = await newBoard(here.server, owner, "Harvest")
    const guest = await somebody(here.server, "guest")
    const { id: userId } = (await get(here.server, "/api/auth/me", guest.token)).body
    await post(here.server, `/api/boards/${boardId}/invite`, { userId, role: "viewer" }, owner.headers)
    const page = await opened(guest)
    await press(page, "Accept the invitation to Harvest")
    await page.getByText("You have joined Harvest.").waitFor()
    await page.getByRole("heading", { name: "Invitations" }).waitFor({ state: "detached" })
    expect(await page.getByRole("button", { name: /^More for|^New board/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  it("speaks German, and its bar leads to the settings and out", async () => {
    const owner = await somebody(here.server, "sprache")
    const page = await opened(owner)
    await press(page, "Account of sprache")
    await page.getByRole("menuitem", { name: "Settings", exact: true }).waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.keyboard.press("D")
    await page.keyboard.press("Enter")
    await title(page, "Startseite").waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("de")
    expect(await page.locator("#again-cancel").textContent()).toBe("Abbrechen")
    await choose(page, "Konto von sprache", "Tastenkürzel")
    const keys = page.getByRole("dialog", { name: "Tastenkürzel" }).locator("kbd")
    await keys.first().waitFor()
    expect(await keys.allInnerTexts()).toEqual([
      ...["/", "↑ ↓ ← →", "Enter", "F2", "Leertaste", "Strg+A", "Entf"],
      ...["Alt+↑ ↓ ← →", "Strg+Z", "Strg+Y", "Strg+Enter", "Esc"]
    ])
    await page.keyboard.press("Escape")
    await tabTo(page, page.getByRole("button", { name: "Konto von sprache" }))
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/signin")
    expect((await get(here.server, "/api/auth/me", owner.token)).status).toBe(401)
  })
})
