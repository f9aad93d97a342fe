import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { expectAccessible } from "./accessibility.js"
import { dragFinger, dragMouse, openBoard, pointIn, said, type TwoPeople, twoPeople } from "./board.js"
import { tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

const row = (name: string): string => `.line.task .name:has(a:text-is("${name}"))`
const heading = (name: string): string => `.line.group .name:has(.group-name:text-is("${name}"))`
const focused = (page: Page, name: string) => page.locator(`${row(name)}:focus`).waitFor()
const headers = (page: Page) => page.locator("[data-column] .sort").allInnerTexts()

/** A board with two columns besides. */
const withColumns = async (name: string) => {
  const board = await people.board(name, ["Dig", "Sow"])
  for (const column of ["Place", "Notes"])
    await people.api.boards.addColumn({ id: board.boardId, name: column, type: "text" })
  return board
}

describe("tasks of the table", () => {
  it("are moved by keyboard, across the borders of groups and several together", async () => {
    const { boardId } = await people.board("Keys", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 2 of 3")
    await focused(page, "Dig")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 3 of 3")
    await focused(page, "Dig")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Done, 1 of 1")
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Sow", "Doing: Water", "Done: Dig"])
    await focused(page, "Dig")
    await page.keyboard.press("ArrowUp")
    await focused(page, "Water")
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowUp")
    await focused(page, "Sow")
    await page.keyboard.press("Space")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => people.stored(boardId)).toEqual(["Done: Sow", "Done: Water", "Done: Dig"])
    await expectAccessible(page)
  })

  it("are moved by mouse, several selected ones together", async () => {
    const { boardId } = await people.board("Mouse", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    await page.locator(row("Water")).waitFor()
    await dragMouse(page, await pointIn(page, row("Water")), await pointIn(page, row("Dig"), 0.5, 0.2))
    await expect.poll(() => said(page)).toBe("Moved to Doing, 1 of 3")
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Water", "Doing: Dig", "Doing: Sow"])
    for (const name of ["Water", "Sow"]) await page.getByLabel(`Select ${name}`).check()
    await dragMouse(page, await pointIn(page, row("Sow")), await pointIn(page, heading("Done")))
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Dig", "Done: Water", "Done: Sow"])
    expect(page.url()).not.toContain("task=")
  })

  it("are moved by a finger on a phone, as groups are", async () => {
    const { boardId } = await people.board("Finger", ["Dig", "Sow", "Water"])
    const page = await here.visit({ hasTouch: true, width: 375 })
    await openBoard(page, people.owner, boardId)
    await page.locator(row("Water")).waitFor()
    await dragFinger(page, await pointIn(page, row("Water")), await pointIn(page, row("Dig"), 0.5, 0.2))
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Water", "Doing: Dig", "Doing: Sow"])
    expect(page.url()).not.toContain("task=")
    await dragFinger(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    await expect.poll(() => page.locator(".group-name").allInnerTexts()).toEqual(["Done", "Doing"])
  })

  it("are moved by buttons, several selected ones together, without dragging", async () => {
    const { boardId } = await people.board("Buttons", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    await page.locator(row("Water")).waitFor()
    for (const name of ["Sow", "Water"]) await page.getByLabel(`Select ${name}`).check()
    const bar = page.getByRole("group", { name: "Selected tasks" })
    await bar.getByRole("button", { name: "Move up" }).click()
    await expect.poll(() => said(page)).toBe("Moved to Doing, 1 of 3")
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Sow", "Doing: Water", "Doing: Dig"])
    for (let step = 0; step < 2; step += 1) await bar.getByRole("button", { name: "Move down" }).click()
    await expect.poll(() => people.stored(boardId)).toEqual(["Doing: Dig", "Done: Sow", "Done: Water"])
  })

  it("stay where they are while the table is sorted, which is said, and after Escape", async () => {
    const { boardId } = await people.board("Sorted", ["Dig", "Sow"])
    const page = await here.visit()
    await openBoard(page, people.owner, boardId, "&sort=name")
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await page.getByText("Remove the sorting to move tasks.").waitFor()
    await openBoard(page, people.owner, boardId)
    const [x, y] = await pointIn(page, row("Dig"))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 50, { steps: 3 })
    await page.locator(".drag-name").waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".drag-name").waitFor({ state: "detached" })
    await page.mouse.up()
    expect(await people.stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
  })
})

describe("groups and columns of the table", () => {
  it("are moved by keyboard, and columns are resized", async () => {
    const { boardId } = await withColumns("Keys of columns")
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    const before = await headers(page)
    const notes = page.getByRole("columnheader", { name: "Notes" }).getByRole("button").first()
    await tabTo(page, notes)
    await page.keyboard.press("Alt+Shift+ArrowLeft")
    await expect.poll(() => said(page)).toBe(`Notes moved, column ${before.length - 1} of ${before.length}`)
    await expect.poll(() => headers(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
    await notes.and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await expect.poll(() => said(page)).toBe("Notes is 200 pixels wide")
    const width = async () =>
      (await people.api.boards.get({ id: boardId })).columns.find(({ name }) => name === "Notes")?.width
    await expect.poll(width).toBe(200)
    await tabTo(page, page.getByRole("button", { name: "Done", exact: true }))
    await page.keyboard.press("Alt+Shift+ArrowUp")
    await expect.poll(() => said(page)).toBe("Done moved, group 1 of 2")
    await page.locator(".fold:focus", { hasText: "Done" }).waitFor()
  })

  it("are moved and resized by mouse", async () => {
    const { boardId } = await withColumns("Mouse of columns")
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    const header = (name: string) => `[data-column]:has-text("${name}")`
    const before = await headers(page)
    await dragMouse(page, await pointIn(page, header("Notes")), await pointIn(page, header("Place"), 0.2))
    await expect.poll(() => headers(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
    const [x, y] = await pointIn(page, header("Notes"), 1)
    await dragMouse(page, [x - 3, y], [x + 57, y])
    const width = async () =>
      (await people.api.boards.get({ id: boardId })).columns.find(({ name }) => name === "Notes")?.width
    await expect.poll(width).toBe(240)
    await dragMouse(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    await expect.poll(() => page.locator(".group-name").allInnerTexts()).toEqual(["Done", "Doing"])
    // Neither the drag nor the border sorted.
    expect(page.url()).not.toContain("sort=")
  })

  it("are moved by their menus, without dragging", async () => {
    const { boardId } = await withColumns("Menus")
    const page = await here.visit()
    await openBoard(page, people.owner, boardId)
    const before = await headers(page)
    await page.getByRole("button", { name: "Menu of the column Place" }).click()
    await page.getByRole("button", { name: "Move right" }).click()
    await expect.poll(() => said(page)).toBe(`Place moved, column ${before.length} of ${before.length}`)
    await expect.poll(() => headers(page)).toEqual([...before.slice(0, -2), "Notes", "Place"])
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
    await openBoard(page, people.owner, boardId)
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

  it("are moved by nobody who only reads", async () => {
    const { boardId } = await withColumns("Read")
    await people.letViewerIn(boardId)
    const page = await here.visit()
    await openBoard(page, people.viewer, boardId)
    await tabTo(page, page.locator(row("Dig")))
    await page.keyboard.press("Alt+ArrowDown")
    await dragMouse(page, await pointIn(page, row("Dig")), await pointIn(page, heading("Done")))
    await dragMouse(page, await pointIn(page, heading("Done"), 0.2), await pointIn(page, heading("Doing"), 0.2, 0))
    expect(await said(page)).toBe("")
    expect(await people.stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
  })
})
