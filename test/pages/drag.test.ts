import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible } from "./accessibility.js"
import { dragFinger, dragMouse, openBoard, pointIn, said, peopleOn } from "./board.js"
import { tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const row = (name: string): string => `.line.task .name:has(a:text-is("${name}"))`
const heading = (name: string): string => `.line.group .name:has(.group-name:text-is("${name}"))`
const focused = (page: Page, name: string) => page.locator(`${row(name)}:focus`).waitFor()
const headers = (page: Page) => page.locator('[data-column]:not([data-column="name"]) .sort').allInnerTexts()
/** The columns of the board, which come after the four fields of the task. */
const columns = async (page: Page) => (await headers(page)).slice(4)
const header = (name: string) => `[data-column]:has-text("${name}")`

/** Opens a board, and waits for the code that drags, as people do: it is there soon after the table. */
const openTable = async (...given: Parameters<typeof openBoard>): Promise<void> => {
  await openBoard(...given)
  const isLoaded = `performance.getEntriesByType("resource").some(({ name, responseEnd }) =>
    name.includes("/tableDrag-") && responseEnd > 0)`
  await expect.poll(() => given[0].evaluate(isLoaded)).toBe(true)
}

/** A board with two columns besides. */
const withColumns = async (name: string) => {
  const board = await people().board(name, ["Dig", "Sow"])
  for (const column of ["Place", "Notes"])
    await people().api.boards.addColumn({ id: board.boardId, name: column, type: "text" })
  return board
}

describe("tasks of the table", () => {
  it("are moved by keyboard, across the borders of groups and several together", async () => {
    const { boardId } = await people().board("Keys", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 2 of 3")
    await focused(page, "Dig")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 3 of 3")
    await focused(page, "Dig")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Done, 1 of 1")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Doing: Water", "Done: Dig"])
    await focused(page, "Dig")
    await page.keyboard.press("ArrowUp")
    await focused(page, "Water")
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowUp")
    await focused(page, "Sow")
    await page.keyboard.press("Space")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => people().stored(boardId)).toEqual(["Done: Sow", "Done: Water", "Done: Dig"])
    await expectAccessible(page)
  })

  it("are moved by mouse, several selected ones together", async () => {
    const { boardId } = await people().board("Mouse", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    await page.locator(row("Water")).waitFor()
    await dragMouse(page, await pointIn(page, row("Water")), await pointIn(page, row("Dig"), 0.5, 0.2))
    await expect.poll(() => said(page)).toBe("Moved to Doing, 1 of 3")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Water", "Doing: Dig", "Doing: Sow"])
    for (const name of ["Water", "Sow"]) await page.getByLabel(`Select ${name}`).check()
    await dragMouse(page, await pointIn(page, row("Sow")), await pointIn(page, heading("Done")))
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Dig", "Done: Water", "Done: Sow"])
    expect(page.url()).not.toContain("task=")
  })

  it("are moved by a finger on a phone, as groups are", async () => {
    const { boardId } = await people().board("Finger", ["Dig", "Sow", "Water"])
    const page = await here.visit({ hasTouch: true, width: 375 })
    await openTable(page, people().owner, boardId)
    await page.locator(row("Water")).waitFor()
    await dragFinger(page, await pointIn(page, row("Water")), await pointIn(page, row("Dig"), 0.5, 0.2))
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Water", "Doing: Dig", "Doing: Sow"])
    expect(page.url()).not.toContain("task=")
    await dragFinger(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    await expect.poll(() => page.locator(".group-name").allInnerTexts()).toEqual(["Done", "Doing"])
  })

  it("are moved by buttons, several selected ones together, without dragging", async () => {
    const { boardId } = await people().board("Buttons", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    await page.locator(row("Water")).waitFor()
    for (const name of ["Sow", "Water"]) await page.getByLabel(`Select ${name}`).check()
    const bar = page.getByRole("group", { name: "Selected tasks" })
    await bar.getByRole("button", { name: "Move up" }).click()
    await expect.poll(() => said(page)).toBe("Moved to Doing, 1 of 3")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Doing: Water", "Doing: Dig"])
    for (let step = 0; step < 2; step += 1) await bar.getByRole("button", { name: "Move down" }).click()
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Dig", "Done: Sow", "Done: Water"])
  })

  it("stay where they are while the table is sorted, which is said, and after Escape", async () => {
    const { boardId } = await people().board("Sorted", ["Dig", "Sow"])
    const page = await here.visit()
    await openTable(page, people().owner, boardId, "&sort=name")
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await page.getByText("Remove the sorting to move tasks.").waitFor()
    await openTable(page, people().owner, boardId)
    const [x, y] = await pointIn(page, row("Dig"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 50, { steps: 3 })
    await page.locator(".drag-name").waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".drag-name").waitFor({ state: "detached" })
    await page.mouse.up()
    expect(await people().stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
  })
})

describe("groups and columns of the table", () => {
  it("stay where they are after a press that ended before the code that drags was there", async () => {
    const { boardId } = await withColumns("Early press")
    const page = await here.visit()
    const asked = new Promise<Route>((resolve) => void page.route("**/tableDrag-*.js", resolve))
    await openBoard(page, people().owner, boardId)
    await page.getByRole("button", { name: "Menu of the group Doing" }).click()
    await page.getByLabel("Name of the group").waitFor()
    await page.keyboard.press("Escape")
    const loaded = page.waitForEvent("requestfinished", (request) => request.url().includes("tableDrag-"))
    await (await asked).continue()
    await loaded
    await page.mouse.move(...(await pointIn(page, header("Place"))))
    expect(await page.locator(".drag-name").count()).toBe(0)
    await page.getByRole("button", { name: "Menu of the column Place" }).click()
    await page.getByLabel("Name of the column").waitFor()
  })

  it("follow a press that lasts until the code that drags is there", async () => {
    const { boardId } = await withColumns("Long press")
    const page = await here.visit()
    const asked = new Promise<Route>((resolve) => void page.route("**/tableDrag-*.js", resolve))
    await openBoard(page, people().owner, boardId)
    const [x, y] = await pointIn(page, header("Notes"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await (await asked).continue()
    let by = 0
    await expect
      .poll(async () => {
        await page.mouse.move(x - 20 - (by++ % 5), y)
        return page.locator(".drag-name").count()
      })
      .toBe(1)
    await page.mouse.move(...(await pointIn(page, header("Place"), 0.2)), { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => columns(page)).toEqual(["Notes", "Place"])
  })

  it("are moved by keyboard, and columns are resized", async () => {
    const { boardId } = await withColumns("Keys of columns")
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    const before = await columns(page)
    const notes = page.getByRole("columnheader", { name: "Notes" }).getByRole("button").first()
    await tabTo(page, notes)
    await page.keyboard.press("Alt+Shift+ArrowLeft")
    await expect.poll(() => said(page)).toBe(`Notes moved, column ${before.length - 1} of ${before.length}`)
    await expect.poll(() => columns(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
    await notes.and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await expect.poll(() => said(page)).toBe("Notes is 200 pixels wide")
    const width = async () =>
      (await people().api.boards.get({ id: boardId })).columns.find(({ name }) => name === "Notes")?.width
    await expect.poll(width).toBe(200)
    await tabTo(page, page.getByRole("button", { name: "Done", exact: true }))
    await page.keyboard.press("Alt+Shift+ArrowUp")
    await expect.poll(() => said(page)).toBe("Done moved, group 1 of 2")
    await page.locator(".fold:focus", { hasText: "Done" }).waitFor()
  })

  it("are moved and resized by mouse", async () => {
    const { boardId } = await withColumns("Mouse of columns")
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    const before = await columns(page)
    await dragMouse(page, await pointIn(page, header("Notes")), await pointIn(page, header("Place"), 0.2))
    await expect.poll(() => columns(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
    const [x, y] = await pointIn(page, header("Notes"), 1)
    await dragMouse(page, [x - 3, y], [x + 57, y])
    const width = async () =>
      (await people().api.boards.get({ id: boardId })).columns.find(({ name }) => name === "Notes")?.width
    await expect.poll(width).toBe(240)
    // A double press makes a column as wide as its longest text.
    const columnId =
      (await people().api.boards.get({ id: boardId })).columns.find(({ name }) => name === "Notes")?.id ?? ""
    const { tasks } = await people().api.tasks.list({ boardId })
    const note = "As early as the ground can be worked, and again in two weeks"
    await people().api.tasks.update({ id: tasks[0]?.id ?? "", columnValues: { [columnId]: note } })
    const cell = page.getByRole("gridcell", { name: note })
    await cell.waitFor()
    expect(await cell.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true)
    await page.mouse.dblclick(...((await pointIn(page, header("Notes"), 0.99)) as [number, number]))
    await expect.poll(() => cell.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false)
    await expect.poll(width).toBeGreaterThan(300)
    await dragMouse(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    await expect.poll(() => page.locator(".group-name").allInnerTexts()).toEqual(["Done", "Doing"])
    // Neither the drag nor the border sorted.
    expect(page.url()).not.toContain("sort=")
  })

  it("are moved by their menus, without dragging", async () => {
    const { boardId } = await withColumns("Menus")
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    const before = await columns(page)
    await page.getByRole("button", { name: "Menu of the column Place" }).click()
    await page.getByRole("button", { name: "Move right" }).click()
    await expect.poll(() => said(page)).toBe(`Place moved, column ${before.length} of ${before.length}`)
    await expect.poll(() => columns(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
    await page.getByRole("button", { name: "Menu of the group Done" }).click()
    expect(await page.getByRole("button", { name: "Move down" }).count()).toBe(0)
    await page.getByRole("button", { name: "Move up" }).click()
    await expect.poll(() => page.locator(".group-name").allInnerTexts()).toEqual(["Done", "Doing"])
    await expect.poll(() => said(page)).toBe("Done moved, group 1 of 2")
  })

  it("stay as they are while the mouse works in their menus", async () => {
    const { boardId } = await withColumns("Still")
    const page = await here.visit()
    const changes: Array<string> = []
    page.on("request", (request) => {
      if (request.method() === "PATCH") changes.push(request.url())
    })
    await openTable(page, people().owner, boardId)
    await page.getByRole("button", { name: "Menu of the column Place" }).click()
    const name = page.getByLabel("Name of the column")
    const { height, width, x, y } = (await name.boundingBox()) ?? { height: 0, width: 0, x: 0, y: 0 }
    await page.mouse.move(x + width - 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 4, y + height / 2, { steps: 5 })
    await page.mouse.up()
    expect(await name.evaluate((input) => (input as HTMLInputElement).selectionEnd)).toBe("Place".length)
    expect(await name.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(0)
    await page.keyboard.type("Bed")
    await page.keyboard.press("Enter")
    await page.getByRole("columnheader", { name: "Bed" }).waitFor()
    expect(changes).toHaveLength(1)
  })

  it("are resized and hidden also if they are fields of the task, in this browser alone", async () => {
    const { boardId } = await withColumns("Sizes of fields")
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    expect(await headers(page)).toEqual(["People", "Status", "Priority", "Due", "Place", "Notes"])
    const width = (name: string) => page.locator(header(name)).evaluate((node) => (node as HTMLElement).offsetWidth)
    const [x, y] = await pointIn(page, header("People"), 1)
    await dragMouse(page, [x - 3, y], [x + 57, y])
    await expect.poll(() => width("People")).toBe(210)
    await page.getByRole("columnheader", { name: "Priority" }).getByRole("button").first().focus()
    for (const pixels of [150, 160]) {
      await page.keyboard.press("Shift+ArrowRight")
      await expect.poll(() => said(page)).toBe(`Priority is ${pixels} pixels wide`)
    }
    await page.getByRole("button", { name: "Menu of the column Due" }).click()
    await page.getByRole("button", { name: "Hide" }).click()
    await expect.poll(() => headers(page)).toEqual(["People", "Status", "Priority", "Place", "Notes"])
    await expect.poll(() => page.evaluate("localStorage['boardwright.width.priority']")).toBe("160")
    await page.reload()
    await page.locator(row("Dig")).waitFor()
    expect(await headers(page)).toEqual(["People", "Status", "Priority", "Place", "Notes"])
    expect([await width("People"), await width("Priority")]).toEqual([210, 160])
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("checkbox", { name: "Due" }).check()
    await expect.poll(() => headers(page)).toEqual(["People", "Status", "Priority", "Due", "Place", "Notes"])
    await expectAccessible(page)
    const stored = (await people().api.boards.get({ id: boardId })).columns
    expect(stored.map(({ name }) => name)).toEqual(["Place", "Notes"])
  })

  it("are resized by a finger", async () => {
    const { boardId } = await withColumns("Fingers")
    const page = await here.visit({ hasTouch: true, width: 1024 })
    await openTable(page, people().owner, boardId)
    const session = await page.context().newCDPSession(page)
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...points: ReadonlyArray<readonly [number, number]>
    ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
    const [x, y] = await pointIn(page, header("People"), 1)
    await touch("touchStart", [x - 10, y])
    for (const by of [10, 30, 50]) await touch("touchMove", [x - 10 + by, y])
    await touch("touchEnd")
    await expect.poll(() => page.evaluate("localStorage['boardwright.width.assignees']")).toBe("200")
  })

  it("keep what an address has of a field that gets a column", async () => {
    const { boardId, ids } = await people().board("Addresses", ["Dig", "Sow", "Water"])
    for (const id of ids.slice(0, 2)) await people().api.tasks.update({ id, status: "done" })
    const page = await here.visit()
    await openTable(page, people().owner, boardId, "&f.status=done&sort=-status")
    await page.locator(row("Sow")).waitFor()
    const options = [
      { label: "Offen", value: "pending" },
      { label: "Erledigt", value: "done" }
    ]
    await people().api.boards.addColumn({ id: boardId, name: "Stand", type: "status", field: "status", options })
    await expect.poll(() => headers(page)).toEqual(["People", "Stand"])
    // The values of the tasks come after the column.
    await expect.poll(() => page.locator(".line.task").count()).toBe(2)
    expect(await page.getByRole("button", { name: "Sorted by Stand" }).count()).toBe(1)
    expect(await page.locator(`${header("Stand")}[aria-sort=descending]`).count()).toBe(1)
  })

  it("have names as wide as this browser was told", async () => {
    const { boardId } = await people().board("Wide names", ["Dig"])
    const page = await here.visit()
    await openTable(page, people().owner, boardId)
    const width = () => page.locator(header("Task")).evaluate((node) => (node as HTMLElement).offsetWidth)
    expect(await width()).toBe(340)
    const [x, y] = await pointIn(page, header("Task"), 1)
    await dragMouse(page, [x - 3, y], [x + 57, y])
    await expect.poll(width).toBe(400)
    await page.getByRole("columnheader", { name: "Task" }).getByRole("button").focus()
    await page.keyboard.press("Shift+ArrowLeft")
    await expect.poll(() => said(page)).toBe("Task is 390 pixels wide")
    await expect.poll(() => page.evaluate("localStorage['boardwright.width.name']")).toBe("390")
    await page.reload()
    await page.locator(row("Dig")).waitFor()
    expect(await width()).toBe(390)
    expect(await people().api.boards.get({ id: boardId })).toMatchObject({ columns: [] })
    await page.setViewportSize({ width: 375, height: 800 })
    expect(await width()).toBe(225)
  })

  it("have names of another width also for who only reads", async () => {
    const { boardId } = await withColumns("Read widely")
    await people().letIn(boardId)
    const page = await here.visit()
    await openTable(page, people().guest, boardId)
    const [x, y] = await pointIn(page, header("Task"), 1)
    await dragMouse(page, [x - 3, y], [x + 57, y])
    await expect.poll(() => page.evaluate("localStorage['boardwright.width.name']")).toBe("400")
    const notes = await pointIn(page, header("Notes"), 1)
    await dragMouse(page, [notes[0] - 3, notes[1]], [notes[0] + 57, notes[1]])
    expect((await people().api.boards.get({ id: boardId })).columns.map(({ width }) => width)).toEqual([null, null])
  })

  it("are moved by nobody who only reads", async () => {
    const { boardId } = await withColumns("Read")
    await people().letIn(boardId)
    const page = await here.visit()
    await openTable(page, people().guest, boardId)
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await dragMouse(page, await pointIn(page, row("Dig")), await pointIn(page, heading("Done")))
    await dragMouse(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    expect(await said(page)).toBe("")
    expect(await people().stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
  })
})
