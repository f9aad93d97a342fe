import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible } from "./accessibility.js"
import { goTo, openBoard, row, peopleOn } from "./board.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [1280, 375].map((width) => ({ colorScheme, width }))
)
const goOffline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
}
// The browser says so when it is offline.
const OFFLINE = /^console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED/

const TYPES = [
  "text",
  "long text",
  "number",
  "date",
  "person",
  "checkbox",
  "link",
  "email",
  "status",
  "labels"
] as const

describe("a board in the app", () => {
  it("is requested before the app is loaded, and each part of it once", async () => {
    const { board, owner } = people()
    const { boardId } = await board("Early", ["Dig"])
    const page = await here.visit()
    const requested: Array<string> = []
    page.on("request", (request) => requested.push(request.url().slice(here.server.url.length)))
    await openBoard(page, owner, boardId)
    await row(page, "Dig").waitFor()
    // The test itself reads /api/health, and the stream goes on.
    const reads = requested.filter((path) => /^\/api\/(?!changes|health)/.test(path))
    expect(reads.map((path) => path.replace(/\?.*/, "")).toSorted()).toEqual(
      ["/api/auth/me", `/api/boards/${boardId}`, `/api/boards/${boardId}/people`, "/api/tasks"].toSorted()
    )
  })

  it("is filled by keyboard alone: tasks, and a value of each type", async () => {
    const { api, board, owner } = people()
    const { boardId } = await board("Keys", [])
    for (const type of TYPES) await api.boards.addColumn({ id: boardId, name: type, type })
    await api.boards.addColumn({ id: boardId, name: "bed", type: "dropdown" })
    const page = await here.visit({ width: 2400 })
    await openBoard(page, owner, boardId)
    await page.getByLabel("Add a task to Doing").focus()
    for (const name of ["Dig", "Sow"]) {
      await page.keyboard.type(name)
      await page.keyboard.press("Enter")
    }
    await row(page, "Sow").waitFor()
    const { columns } = await api.boards.get({ id: boardId })
    const headers = await page.getByRole("columnheader").allInnerTexts()
    const at = (name: string) => headers.findIndex((header) => header.split("\n")[0]?.trim() === name)
    const typed = { text: "North", number: "4.5", link: "https://example.com", email: "ada@example.com" }
    for (const [name, text] of Object.entries({ ...typed, "long text": "Two words", bed: "A", labels: "Soon" })) {
      await goTo(page, "Dig", at(name))
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
      if (name === "labels") await page.keyboard.press("Tab")
    }
    await goTo(page, "Dig", at("checkbox"))
    await page.keyboard.press("Space")
    await goTo(page, "Dig", at("status"))
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await goTo(page, "Dig", at("person"))
    await page.keyboard.press("Enter")
    await page.keyboard.type("Ada")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await goTo(page, "Dig", at("date"))
    await page.keyboard.press("Enter")
    await page.keyboard.type("03042027")
    await page.keyboard.press("Enter")
    const stored = async () => {
      const { tasks } = await api.tasks.list({ boardId, include: ["columnValues"] })
      const { columnValues = {} } = tasks.find(({ name }) => name === "Dig") ?? {}
      return Object.fromEntries(columns.map(({ id, name }) => [name, columnValues[id]]))
    }
    const me = (await api.accounts.profile()).id
    await expect.poll(stored).toEqual({
      ...typed,
      ...{ number: 4.5, "long text": "Two words", bed: "A", labels: ["Soon"], checkbox: true },
      ...{ date: "2027-03-04", person: [me], status: expect.stringMatching(/./) }
    })
    await page.keyboard.press("Control+z")
    await expect.poll(async () => (await stored())["date"]).toBeUndefined()
  })

  it("is searched, filtered and sorted by keyboard alone", async () => {
    const { api, board, owner } = people()
    const { boardId, doing } = await board("Views", ["Sow", "Dig"])
    await api.tasks.create({ boardId, groupId: doing, name: "Ask", status: "done" })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await row(page, "Ask").waitFor()
    const names = () => page.locator("[data-task] .task-name").allTextContents()
    await tabTo(page, page.getByLabel("Search this board"))
    await page.keyboard.type("ow")
    await expect.poll(names).toEqual(["Sow"])
    await press(page, "Clear filters")
    const filter = page.getByRole("button", { name: /^Filter/ })
    await tabTo(page, filter)
    await page.keyboard.press("Enter")
    const done = page.getByRole("dialog", { name: /^Filter/ }).getByLabel(/^done$/i)
    for (let at = 0; at < 20 && (await done.and(page.locator(":focus")).count()) === 0; at += 1)
      await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await expect.poll(names).toEqual(["Ask"])
    await page.keyboard.press("Escape")
    await filter.and(page.locator(":focus")).waitFor()
    await press(page, "Clear filters")
    await expect.poll(names).toEqual(["Sow", "Dig", "Ask"])
    const heading = page.getByRole("columnheader").first()
    await tabTo(page, heading.getByRole("button"))
    for (const [direction, order] of [
      ["ascending", ["Ask", "Dig", "Sow"]],
      ["descending", ["Sow", "Dig", "Ask"]]
    ] as const) {
      await page.keyboard.press("Enter")
      await heading.and(page.locator(`[aria-sort=${direction}]`)).waitFor()
      await expect.poll(names).toEqual(order)
    }
    // A new task is where the order has it.
    await page.getByLabel("Add a task to Doing").fill("Plan")
    await page.keyboard.press("Enter")
    await expect.poll(names).toEqual(["Sow", "Plan", "Dig", "Ask"])
    // The view is in the address.
    await page.reload()
    await row(page, "Ask").waitFor()
    expect(await names()).toEqual(["Sow", "Plan", "Dig", "Ask"])
  })

  it("takes back changes of groups and columns, and makes them again", async () => {
    const { api, board, owner } = people()
    const { boardId } = await board("Parts", ["Dig"])
    await api.boards.addColumn({ id: boardId, name: "Bed", type: "text" })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    const rename = async (menu: string, field: string, name: string): Promise<void> => {
      await page.getByRole("button", { name: menu }).click()
      // What is typed replaces the name.
      await page.getByLabel(field).and(page.locator(":focus")).waitFor()
      await page.keyboard.type(name)
      await page.keyboard.press("Enter")
    }
    const names = async () => {
      const { columns, groups } = await api.boards.get({ id: boardId })
      return [groups[0]?.name, columns[0]?.name]
    }
    await rename("Menu of the group Doing", "Name of the group", "Now")
    await expect.poll(names).toEqual(["Now", "Bed"])
    await rename("Menu of the column Bed", "Name of the column", "Place")
    await expect.poll(names).toEqual(["Now", "Place"])
    await page.getByRole("columnheader", { name: "Place" }).waitFor()
    // Also after a reload.
    await page.reload()
    await page.getByRole("columnheader", { name: "Place" }).waitFor()
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor()
    for (const [key, after] of [
      ["Control+z", ["Now", "Bed"]],
      ["Control+z", ["Doing", "Bed"]],
      ["Control+Shift+z", ["Now", "Bed"]]
    ] as const) {
      await row(page, "Dig").getByRole("rowheader").focus()
      await page.keyboard.press(key)
      await expect.poll(names).toEqual(after)
    }
    await page.getByText("Now", { exact: true }).waitFor()
  })

  it("is read by a viewer without a control that would be refused", async () => {
    const { board, guest, letIn } = people()
    const { boardId } = await board("Reading", ["Dig"])
    await letIn(boardId)
    const page = await here.visit()
    await openBoard(page, guest, boardId)
    await row(page, "Dig").waitFor()
    expect(await page.getByLabel("Add a task to Doing").count()).toBe(0)
    expect(await page.getByRole("checkbox").count()).toBe(0)
    await row(page, "Dig").getByRole("gridcell").first().click()
    await page.keyboard.press("Enter")
    expect(await page.locator(".cell-input").count()).toBe(0)
    await expectAccessible(page, { looks: LOOKS })
  })

  it("sends what was changed offline once, after a reload", async () => {
    const { api, board, owner, stored } = people()
    const { boardId } = await board("Offline", ["Dig"])
    const page = await here.visit({ expected: OFFLINE })
    await openBoard(page, owner, boardId)
    await row(page, "Dig").waitFor()
    await goOffline(page)
    const input = page.getByLabel("Add a task to Doing")
    await input.fill("Sow")
    await input.press("Enter")
    await page.getByText("1 change").first().waitFor()
    await page.context().setOffline(false)
    await page.reload()
    await row(page, "Sow").first().waitFor()
    await expect.poll(() => stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
    const { changes } = await api.changes.listOfBoard({ id: boardId, limit: 20 })
    expect(changes.filter(({ type }) => type === "task.created")).toHaveLength(2)
    await expect.poll(() => row(page, "Sow").count()).toBe(1)
  })

  it("says that it is offline when a change does not reach the server, though the stream is open", async () => {
    const { board, owner, stored } = people()
    const { boardId } = await board("Unreached", ["Dig"])
    const page = await here.visit({ expected: OFFLINE })
    await openBoard(page, owner, boardId)
    await row(page, "Dig").waitFor()
    await page.route("**/api/tasks/bulk", (route) => route.abort("internetdisconnected"))
    await page.getByLabel("Add a task to Doing").fill("Sow")
    await page.keyboard.press("Enter")
    await page.locator(".state").getByText("Offline: 1 change").waitFor()
    await page.unroute("**/api/tasks/bulk")
    await page.locator(".state").getByText("2 tasks").waitFor()
    expect(await stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
  })

  it("is not offline where the browser has no connection, but the server is on the same computer", async () => {
    const { api, board, owner } = people()
    const { boardId, doing } = await board("Same computer", ["Dig"])
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await row(page, "Dig").waitFor()
    await page.evaluate(
      `Object.defineProperty(navigator, "onLine", { value: false }); dispatchEvent(new Event("offline"))`
    )
    await api.tasks.create({ boardId, groupId: doing, name: "Sow" })
    await row(page, "Sow").waitFor()
    await expect.poll(() => page.locator(".state").innerText()).toBe("2 tasks")
  })

  it("opens each of its parts also while it is offline", async () => {
    const { board, owner } = people()
    const { boardId } = await board("Ahead", ["Dig"])
    const page = await here.visit({ expected: OFFLINE })
    await openBoard(page, owner, boardId)
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .join(" ")
      )
    for (const part of ["TaskPanel", "Kanban", "Calendar", "SelectionBar", "FilterConditions", "NoMatch"])
      await expect.poll(loaded).toContain(`/${part}-`)
    await goOffline(page)
    await page.getByLabel("Select Dig").check()
    await page.getByText("1 selected").waitFor()
    await page.getByRole("button", { name: "Filter" }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByLabel("Done").check()
    await page.getByRole("button", { name: "Show all tasks" }).click()
    await page.getByRole("link", { name: "Dig", exact: true }).click()
    await page.getByRole("dialog", { name: "Task Dig" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Kanban" }).click()
    await page.locator("[data-card]").waitFor()
    await page.getByRole("link", { name: "Calendar" }).click()
    await page.locator(".month").waitFor()
  })

  it("takes back changes that wait for a connection, the last first", async () => {
    const { api, board, owner, stored } = people()
    const { boardId } = await board("Taken back", ["Dig"])
    const page = await here.visit({ expected: OFFLINE })
    await openBoard(page, owner, boardId)
    await row(page, "Dig").waitFor()
    await goOffline(page)
    for (const name of ["Sow", "Water", "Weed"]) {
      await page.getByLabel("Add a task to Doing").fill(name)
      await page.keyboard.press("Enter")
    }
    await page.getByText("3 changes").first().waitFor()
    // The first was tried: a server on this computer may be reached without a connection.
    await page.locator("body").press("Control+z")
    await row(page, "Weed").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await row(page, "Water").waitFor({ state: "detached" })
    await page.context().setOffline(false)
    await expect.poll(() => stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
    const { changes } = await api.changes.listOfBoard({ id: boardId, limit: 20 })
    expect(changes.filter(({ type }) => type.startsWith("task."))).toHaveLength(2)
  })

  it("keeps a group closed in another view and after a reload", async () => {
    const { board, owner } = people()
    const { boardId } = await board("Closed", ["Dig"])
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    const doing = page.getByRole("button", { name: "Doing", exact: true })
    await doing.click()
    await row(page, "Dig").waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Calendar" }).click()
    await page.getByRole("link", { name: "Table" }).click()
    await doing.and(page.locator("[aria-expanded=false]")).waitFor()
    await page.reload()
    await doing.and(page.locator("[aria-expanded=false]")).waitFor()
    expect(await row(page, "Dig").count()).toBe(0)
    await doing.click()
    await row(page, "Dig").waitFor()
  })

  it("is printed whole, without what is for the screen", async () => {
    const { api, board, owner } = people()
    const { boardId, doing } = await board("Printed", [])
    const operations = Array.from({ length: 120 }, (_, at) => ({
      op: "create" as const,
      task: { groupId: doing, name: `Task ${at}` }
    }))
    await api.tasks.bulk({ boardId, operations })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await row(page, "Task 0").waitFor()
    expect(await row(page, "Task 119").count()).toBe(0)
    await page.emulateMedia({ media: "print" })
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`)
    await row(page, "Task 119").waitFor()
    for (const part of [".toolbar", ".tabs", ".bar", ".add-task"])
      expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false])
    const { height = 0 } = (await page.locator(".table").boundingBox()) ?? {}
    expect(height).toBeGreaterThan(120 * 36)
    await page.emulateMedia({ media: null })
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`)
    await row(page, "Task 119").waitFor({ state: "detached" })
    await row(page, "Task 0").waitFor()
  })

  it("gives the page of a task its name", async () => {
    const { board, owner } = people()
    const { boardId, ids } = await board("Titles", ["Dig"])
    const page = await here.visit()
    await openBoard(page, owner, boardId, `&task=${ids[0]}`)
    await expect.poll(() => page.title()).toBe("Dig - Titles - Boardwright")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.title()).toBe("Titles - Boardwright")
  })

  it("shows a new task once, also while the stream is faster than the answer", async () => {
    const { board, owner } = people()
    const { boardId } = await board("Fast stream", ["Dig"])
    const page = await here.visit()
    // What was changed before that is not passed on to other tabs.
    const streaming = page.waitForRequest("**/api/changes/stream*")
    await openBoard(page, owner, boardId)
    await streaming
    await page.evaluate(() => {
      // What the tabs of a browser tell each other of the stream.
      new BroadcastChannel("boardwright.changes").addEventListener("message", ({ data }) =>
        document.body.setAttribute("data-heard", data.type)
      )
    })
    const shown: Array<number> = []
    await page.route("**/api/tasks/bulk", async (route) => {
      const response = await route.fetch()
      await page.locator("body[data-heard='task.created']").waitFor()
      shown.push(await row(page, "Sow").count())
      await route.fulfill({ response })
    })
    await page.getByLabel("Add a task to Doing").fill("Sow")
    await page.keyboard.press("Enter")
    await expect.poll(() => shown).toEqual([1])
    await row(page, "Sow").and(page.locator(":not([data-task^='new-'])")).waitFor()
    expect(await row(page, "Sow").count()).toBe(1)
  })

  it("shows what others change, and asks which of two values to keep", async () => {
    const { api, board, owner, stored } = people()
    const { boardId, doing } = await board("Two", ["Dig"])
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    const { task } = await api.tasks.create({ boardId, groupId: doing, name: "Sow" })
    await row(page, "Sow").waitFor()
    await page.route(
      "**/api/tasks/bulk",
      async (route) => {
        await api.tasks.update({ id: task.id, name: "Sow peas" })
        await route.continue()
      },
      { times: 1 }
    )
    await row(page, "Sow").getByRole("rowheader").focus()
    await page.keyboard.press("F2")
    await page.keyboard.type("Sow beans")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Two values for one field" })
    await dialog.getByText("Sow peas").first().waitFor()
    await expectAccessible(page, { looks: LOOKS, within: "dialog" })
    await dialog.getByRole("button", { name: "Keep my value" }).press("Enter")
    await expect.poll(() => stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow beans"])
  })

  it("of 1,200 tasks is whole, and a grid for screen readers", async () => {
    const { api, board, owner } = people()
    const { boardId, doing } = await board("Many", [])
    for (let first = 0; first < 1200; first += 200)
      await api.tasks.bulk({
        boardId,
        operations: Array.from({ length: 200 }, (_, at) => ({
          ...{ op: "create" as const, ref: `t${at}`, task: { name: `Task ${first + at}`, groupId: doing } }
        }))
      })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await page.getByText("1,200 tasks").first().waitFor()
    const grid = page.getByRole("grid", { name: "Many" })
    // Beside the tasks are the head, two groups and the lines to add tasks.
    await expect.poll(() => grid.getAttribute("aria-rowcount")).toMatch(/^120[4-7]$/)
    await expectAccessible(page, { looks: LOOKS })
    const { nodes } = (await (await page.context().newCDPSession(page)).send("Accessibility.getFullAXTree")) as {
      nodes: ReadonlyArray<{ ignored: boolean; role?: { value?: string } }>
    }
    const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length
    expect(count("grid")).toBe(1)
    expect(count("columnheader")).toBeGreaterThanOrEqual(2)
    expect(count("rowheader")).toBeGreaterThan(10)
    expect(count("row")).toBeLessThan(100)
    await row(page, "Task 0").getByRole("rowheader").focus()
    await page.keyboard.press("Control+End")
    await row(page, "Task 1199").waitFor()
  })
})
