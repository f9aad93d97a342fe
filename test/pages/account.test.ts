import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { get, post } from "../support/standalone.js"
import { expectAccessible, hiddenSideways } from "./accessibility.js"
import { press, tabTo, typeInto, focusedId } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true })

describe("the account", () => {
  it("is made a workspace and a board of a spreadsheet by keyboard alone", async () => {
    const { token } = await somebody(here.server, "keyboard")
    const page = await here.visit()
    await openAs(page, token, "/account")
    await expectAccessible(page)
    await press(page, "New workspace")
    await typeInto(page, "Name of the workspace", "Garden")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 3, name: "Garden" }).waitFor()
    await expectAccessible(page)

    await tabTo(page, page.getByRole("link", { name: "Import a spreadsheet into Garden" }))
    await page.keyboard.press("Enter")
    await page.waitForURL("**/account?import=*")
    await tabTo(page, page.getByRole("button", { name: "Use an example" }))
    await page.keyboard.press("Enter")
    await page.getByLabel("Name of the board").waitFor()
    await page.getByText("Garden plan.csv: 4 rows, 6 columns").waitFor()
    await expectAccessible(page)
    await tabTo(page, page.getByRole("button", { name: "Check" }))
    await page.keyboard.press("Enter")
    await page.locator("#outcome:not(:empty)").waitFor()
    expect([await focusedId(page), await page.locator("#outcome").innerText()]).toEqual([
      "outcome",
      "4 tasks will be created, no warnings."
    ])
    await expectAccessible(page)
    await tabTo(page, page.getByRole("button", { name: "Import 4 tasks" }))
    await page.keyboard.press("Enter")

    await page.getByText("4 tasks are imported.").waitFor()
    await heading(page, "Garden plan").waitFor()
    const names = page.locator("[data-task]").getByRole("rowheader")
    expect(await names.allInnerTexts()).toEqual(["Dig the beds", "Sow peas", "Plant onions", "Build a trellis"])
    await tabTo(page, names.first())
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    const task = page.getByRole("dialog", { name: "Task Sow peas" })
    await task.getByText("North").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await task.waitFor({ state: "detached" })
    await press(page, "Home", "link")
    await page.getByRole("link", { name: "Garden plan", exact: true }).waitFor()
    await expectAccessible(page)
  })

  it("lets somebody in who was invited to a board", async () => {
    const owner = await somebody(here.server, "owner")
    const guest = await somebody(here.server, "guest")
    const { boardId } = await newBoard(here.server, owner, "Harvest")
    const { id } = (await get(here.server, "/api/auth/me", guest.token)).body
    await post(here.server, `/api/boards/${boardId}/invite`, { userId: id, role: "editor" }, owner.headers)
    const page = await here.visit()
    await openAs(page, guest.token, "/account")
    await expectAccessible(page)
    await tabTo(page, page.getByRole("button", { name: "Accept the invitation to Harvest" }))
    await page.keyboard.press("Enter")
    await page.getByText("You have joined Harvest.").waitFor()
    await expect.poll(() => focusedId(page)).toBe("main")
    expect(await page.getByRole("heading", { name: "Invitations" }).isVisible()).toBe(false)
    await page.getByRole("link", { name: "Harvest", exact: true }).click()
    await heading(page, "Harvest").waitFor()
    await page.getByText("This board has no tasks yet.").waitFor()
    await expectAccessible(page)
  })

  it("of nobody, or of a session that has ended, leads to sign in and back to where one was", async () => {
    const owner = await somebody(here.server, "back")
    const { boardId } = await newBoard(here.server, owner, "Where I was")
    const page = await here.visit()
    await openAs(page, "no token", `/account?board=${boardId}`)
    await page.waitForURL("**/signin")
    await page.getByText("Your session has ended").waitFor()
    await expectAccessible(page)
    await typeInto(page, "Email address", owner.person.email)
    await typeInto(page, "Password", owner.person.password)
    await page.keyboard.press("Enter")
    await heading(page, "Where I was").waitFor()

    const stranger = await here.visit()
    await stranger.goto("/account")
    await stranger.waitForURL("**/signin")
    await stranger.getByText("Sign in to see your boards.").waitFor()
  })

  it("keeps what was entered when the session ends meanwhile, and asks to sign in", async () => {
    const { person, token } = await somebody(here.server, "ended")
    const page = await here.visit()
    await openAs(page, token, "/account")
    await press(page, "New workspace")
    await page.evaluate(`localStorage.setItem("boardwright.token", "no token")`)
    await typeInto(page, "Name of the workspace", "Kept")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    expect(await page.getByLabel("Name of the workspace").inputValue()).toBe("Kept")
    await page.locator("button[aria-busy=true]").waitFor({ state: "detached" })
    await page.getByLabel("Name of the workspace").press("Enter")
    await dialog.getByLabel("Email address").fill(person.email)
    await dialog.getByLabel("Password").fill(person.password)
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 3, name: "Kept" }).waitFor()
    expect(await dialog.isVisible()).toBe(false)
  })
})

describe("a board", () => {
  it("is downloaded as Excel, CSV or JSON", async () => {
    const owner = await somebody(here.server, "leaving")
    const { boardId } = await newBoard(here.server, owner, "Spring / 2027")
    await post(here.server, "/api/tasks", { boardId, name: "Sow peas" }, owner.headers)
    const page = await here.visit()
    await openAs(page, owner.token, `/account?board=${boardId}`)
    await page.getByRole("grid").getByText("1 task", { exact: true }).waitFor()
    const download = async (format: string) => {
      const downloading = page.waitForEvent("download")
      await page.getByRole("button", { name: "More for this board" }).press("Enter")
      await page.getByRole("menuitem", { name: `Download as ${format}` }).press("Enter")
      const file = await downloading
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const json = await download("JSON")
    expect(json.name).toBe("Spring _ 2027.json")
    expect(JSON.parse(json.bytes.toString())).toMatchObject({
      format: "boardwright-board",
      tasks: [{ name: "Sow peas" }]
    })
    const csv = await download("CSV")
    expect([csv.name, csv.bytes.toString()]).toEqual(["Spring _ 2027.csv", expect.stringContaining("Sow peas")])
    const excel = await download("Excel")
    expect([excel.name, excel.bytes.subarray(0, 2).toString()]).toEqual(["Spring _ 2027.xlsx", "PK"])
    await expectAccessible(page)
    await page.route("**/export?*", (route) =>
      route.fulfill({ status: 429, headers: { "Retry-After": "7" }, body: "{}" })
    )
    await page.getByRole("button", { name: "More for this board" }).press("Enter")
    await page.getByRole("menuitem", { name: "Download as CSV" }).press("Enter")
    await page.getByText("Too many requests. Please try again in 7 seconds.").waitFor()
  })

  it("that is not there, or not for the reader, says so", async () => {
    const owner = await somebody(here.server, "private")
    const { boardId } = await newBoard(here.server, owner, "Private")
    const { token } = await somebody(here.server, "curious")
    const page = await here.visit()
    await openAs(page, token, `/account?board=${boardId}`)
    await page.getByText("You do not have access to this board.").waitFor()
    await expectAccessible(page)
    expect(await page.content()).not.toContain("Private")
    await openAs(page, token, "/account?board=none")
    await page.getByText("There is no such board").waitFor()
    await openAs(page, token, "/account?import=none")
    await page.getByText("There is no workspace of yours").waitFor()
    await expectAccessible(page)
  })

  it("of long words keeps each within its place", async () => {
    const owner = await somebody(here.server, "long-words")
    const { boardId } = await newBoard(here.server, owner, "Long")
    const long = (length: number) => "W".repeat(length)
    const column = { name: long(255), type: "text" }
    const made = await post(here.server, `/api/boards/${boardId}/columns`, column, owner.headers)
    const columnValues = { [made.body.column.id]: long(300) }
    const task = { boardId, name: long(255), status: long(50), priority: long(50), columnValues }
    expect((await post(here.server, "/api/tasks", task, owner.headers)).status).toBe(201)
    const page = await here.visit()
    await openAs(page, owner.token, `/account?board=${boardId}`)
    await page.getByRole("link", { name: task.name }).waitFor()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await hiddenSideways(page)).toBe(0)
    }
  })
})
