import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible, hiddenSideways, SOME_LOOKS } from "./accessibility.js"
import { dragMouse, openBoard, pointIn, said, peopleOn } from "./board.js"
import { tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const NOVEMBER = "&view=calendar&month=2026-11"
const day = (date: string): string => `[data-day="${date}"]`

const dueOn = (page: Page, date: string): Promise<ReadonlyArray<string>> =>
  namesIn(page.locator(`${day(date)} .due-task`))

/** The names of tasks; one that is overdue says so before it. */
const namesIn = (tasks: Locator): Promise<ReadonlyArray<string>> =>
  tasks.evaluateAll((nodes) => nodes.map((node) => node.lastChild?.textContent ?? ""))

/** A board with tasks, some of them due on a day. */
const given = async (name: string, tasks: Readonly<Record<string, string | null>>) => {
  const board = await people().board(name, [])
  for (const [task, dueDate] of Object.entries(tasks))
    await people().api.tasks.create({ boardId: board.boardId, groupId: board.doing, name: task, dueDate })
  return board
}

const dates = async (boardId: string) =>
  (await people().api.tasks.list({ boardId })).tasks.map(
    ({ dueDate, name }) => `${name} ${dueDate?.slice(0, 10) ?? "-"}`
  )

describe("the calendar of a board", () => {
  it("is worked in by keyboard alone", async () => {
    const { boardId } = await given("Spring", { Dig: "2026-11-30T00:00:00.000Z" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, NOVEMBER)
    await tabTo(page, page.getByRole("gridcell").and(page.locator("[tabindex='0']")))
    // From the first day of the month, or from today.
    await page.locator(day("2026-11-30")).focus()
    await page.keyboard.press("Tab")
    await page.locator(".due-task:focus", { hasText: "Dig" }).waitFor()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("Moved to Tuesday, December 1, 2026")
    await page.locator(`${day("2026-12-01")} .due-task:focus`).waitFor()
    expect(page.url()).toContain("month=2026-12")
    await page.getByText("December 2026").waitFor()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => dates(boardId)).toEqual(["Dig 2026-12-08"])
    await page.keyboard.press("Control+z")
    await page.locator(`${day("2026-12-01")} .due-task:focus`).waitFor()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => dates(boardId)).toEqual(["Dig 2026-12-08"])
    await page.locator(`${day("2026-12-08")} .due-task:focus`).waitFor()
    await page.keyboard.press("ArrowRight")
    await page.locator(`${day("2026-12-09")}:focus`).waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.type("Sow")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.locator(`${day("2026-12-09")}:focus`).waitFor()
    await expect.poll(() => dates(boardId)).toEqual(["Dig 2026-12-08", "Sow 2026-12-09"])
    await expectAccessible(page)
  })

  it("moves tasks by mouse, from those without a date and back", async () => {
    const { boardId } = await given("Mouse", { Dig: "2026-11-10T00:00:00.000Z", Sow: null })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, NOVEMBER)
    await page.locator(".due-task", { hasText: "Sow" }).waitFor()
    await dragMouse(page, await pointIn(page, ".due-task >> text=Sow"), await pointIn(page, day("2026-11-12")))
    await expect.poll(() => dueOn(page, "2026-11-12")).toEqual(["Sow"])
    await expect.poll(() => said(page)).toBe("Moved to Thursday, November 12, 2026")
    await dragMouse(page, await pointIn(page, ".due-task >> text=Dig"), await pointIn(page, ".undated"))
    await expect.poll(() => said(page)).toBe("The date is removed")
    await expect.poll(() => dates(boardId)).toEqual(["Dig -", "Sow 2026-11-12"])
    await page.locator(day("2026-11-20")).click()
    await page.getByLabel("Add a task on Friday, November 20, 2026").fill("Water")
    await page.keyboard.press("Enter")
    await expect.poll(() => dates(boardId)).toContain("Water 2026-11-20")
    expect(page.url()).not.toContain("task=")
  })

  it("lists the tasks of a full day, and goes from month to month", async () => {
    const names = ["One", "Two", "Three", "Four", "Five", "Six"]
    const { boardId } = await given("Full", Object.fromEntries(names.map((name) => [name, "2026-11-10T00:00:00.000Z"])))
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, NOVEMBER)
    await page.getByRole("button", { name: "3 more tasks on Tuesday, November 10, 2026" }).click()
    await page.getByRole("dialog").getByRole("link").nth(5).waitFor()
    expect(await namesIn(page.getByRole("dialog").getByRole("link"))).toEqual(names)
    await expectAccessible(page, { looks: [{ colorScheme: "dark", width: 1280 }] })
    const dialog = page.getByRole("dialog")
    await tabTo(page, dialog.getByRole("link", { name: "Five" }))
    for (const next of ["Six", "Four"]) {
      await page.keyboard.press("Alt+ArrowRight")
      await dialog.getByRole("link", { name: next }).and(page.locator(":focus")).waitFor()
      await dialog.getByRole("status").filter({ hasText: "Moved to Wednesday, November 11, 2026" }).waitFor()
    }
    await page.keyboard.press("Escape")
    await page.locator(`${day("2026-11-10")}:focus`).waitFor()
    await expect.poll(() => dueOn(page, "2026-11-11")).toEqual(["Five", "Six"])
    await page.locator(".due-task", { hasText: "Six" }).focus()
    await page.keyboard.press("Alt+ArrowLeft")
    await page.getByRole("button", { name: "1 more task on Tuesday, November 10, 2026" }).waitFor()
    await page.getByRole("link", { name: "Next month" }).click()
    await page.getByText("December 2026").waitFor()
    await page.getByRole("link", { name: "Previous month" }).click()
    await page.getByText("November 2026").waitFor()
  })

  it("has no choice of columns, as the table and the lanes have", async () => {
    const { boardId } = await given("Columns", { Dig: "2026-11-10T00:00:00.000Z" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, NOVEMBER)
    const columns = page.getByRole("button", { name: "Columns" })
    await page.locator(".due-task", { hasText: "Dig" }).waitFor()
    expect(await columns.count()).toBe(0)
    await page.getByRole("link", { name: "Kanban" }).click()
    await columns.waitFor()
    await page.getByRole("link", { name: "Table" }).click()
    await columns.waitFor()
  })

  it("gives its whole width to the month while every task has a date", async () => {
    const { boardId } = await given("Dated", { Dig: "2026-11-10T00:00:00.000Z" })
    await people().letIn(boardId)
    const page = await here.visit()
    for (const person of [people().owner, people().guest]) {
      await openBoard(page, person, boardId, NOVEMBER)
      await page.locator(".due-task").waitFor()
      expect((await page.getByRole("grid").boundingBox())?.width).toBe(1280)
      expect(await page.getByText("Without a date").count()).toBe(0)
      const hint = page.getByText("Click a day to add a task. Drag a task here to remove its date.")
      expect(await hint.count()).toBe(person === people().owner ? 1 : 0)
    }
  })

  it("is an agenda on a phone", async () => {
    const { boardId } = await given("Phone", { Dig: "2026-11-10T00:00:00.000Z", Sow: "2026-12-10T00:00:00.000Z" })
    const page = await here.visit({ width: 375 })
    await openBoard(page, people().owner, boardId, NOVEMBER)
    await page.getByRole("heading", { name: "Tuesday, November 10, 2026" }).waitFor()
    await expect.poll(() => dueOn(page, "2026-11-10")).toEqual(["Dig"])
    expect(await page.getByRole("link", { name: "Sow" }).count()).toBe(0)
    expect(await hiddenSideways(page)).toBe(0)
    await page.getByLabel("Another day").fill("2026-12-24")
    await page.getByLabel("Another day").blur()
    await page.getByLabel("Add a task on Thursday, December 24, 2026").fill("Rest")
    await page.keyboard.press("Enter")
    await expect.poll(() => dueOn(page, "2026-12-24")).toEqual(["Rest"])
    await expectAccessible(page, { looks: SOME_LOOKS })
  })

  it("says that the filter hides a task that a key has moved, and the focus stays on a day", async () => {
    const { boardId } = await given("Filtered", { Dig: "2026-11-10T00:00:00.000Z" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, `${NOVEMBER}&f.dueDate.max=2026-11-10`)
    await page.locator(".due-task").focus()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("“Dig” is hidden by the filter now.")
    await page.locator(`${day("2026-11-11")}:focus`).waitFor()
  })

  it("has no controls for viewers, and moves nothing", async () => {
    const { boardId } = await given("Read", { Dig: "2026-11-10T00:00:00.000Z" })
    await people().letIn(boardId)
    const page = await here.visit()
    await openBoard(page, people().guest, boardId, NOVEMBER)
    await page.locator(".due-task").focus()
    await page.keyboard.press("Alt+ArrowRight")
    await dragMouse(page, await pointIn(page, ".due-task"), await pointIn(page, day("2026-11-12")))
    await page.locator(day("2026-11-20")).click()
    await expect.poll(() => dueOn(page, "2026-11-10")).toEqual(["Dig"])
    expect(await page.getByRole("textbox").count()).toBe(0)
  })
})
