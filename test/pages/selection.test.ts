import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible } from "./accessibility.js"
import { openBoard, row, peopleOn } from "./board.js"
import { press } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** A board whose tasks were added to its two groups in turn: Dig and Sow are in Doing, Ask and Buy in Done. */
const given = async (name: string) => {
  const { api, board, owner, stored } = people()
  const { boardId, doing, done } = await board(name, [])
  for (const [task, groupId] of [
    ["Dig", doing],
    ["Ask", done],
    ["Sow", doing],
    ["Buy", done]
  ] as const)
    await api.tasks.create({ boardId, groupId, name: task })
  const page = await here.visit()
  await openBoard(page, owner, boardId)
  await row(page, "Buy").waitFor()
  return { page, stored: () => stored(boardId) }
}

const box = (page: Page, name: string) => page.getByLabel(`Select ${name}`)
/** The tasks with a tick, from top to bottom. */
const ticked = (page: Page) =>
  page
    .locator("[data-task]")
    .filter({ has: page.locator(".select:checked") })
    .locator(".task-name")
    .allInnerTexts()
const bar = (page: Page) => page.getByRole("group", { name: "Selected tasks" })
const counted = (page: Page) => bar(page).locator("strong").innerText()
const cell = (page: Page, name: string) => row(page, name).getByRole("gridcell").first()
/** A board with the tasks "Task 0" to "Task 59" in a low window. */
const lowWindow = async (name: string) => {
  const { api, board, owner } = people()
  const { boardId, doing } = await board(name, [])
  const operations = Array.from({ length: 60 }, (_, at) => ({
    op: "create" as const,
    task: { name: `Task ${at}`, groupId: doing }
  }))
  await api.tasks.bulk({ boardId, operations })
  const page = await here.visit({ width: 640 })
  await page.setViewportSize({ width: 640, height: 425 })
  await openBoard(page, owner, boardId)
  return page
}
const fold = (page: Page, group: string) => page.getByRole("rowheader", { name: group }).locator(".fold")
const upTo = (page: Page, name: string) => box(page, name).click({ modifiers: ["Shift"] })

describe("a range of selected tasks", () => {
  it("is what lies between on the screen, over groups, without those of a closed one", async () => {
    const { page, stored } = await given("Ranges")
    await box(page, "Dig").click()
    await upTo(page, "Sow")
    expect(await ticked(page)).toEqual(["Dig", "Sow"])
    await upTo(page, "Ask")
    expect(await ticked(page)).toEqual(["Dig", "Sow", "Ask"])
    await bar(page).getByRole("button", { name: "Clear selection" }).click()
    await page.getByRole("button", { name: "Add a group" }).click()
    await page.getByLabel("Name of the group").fill("Later")
    await page.keyboard.press("Enter")
    await page.getByLabel("Add a task to Later").fill("Rest")
    await page.keyboard.press("Enter")
    await row(page, "Rest").waitFor()
    await fold(page, "Done").click()
    await box(page, "Sow").click()
    await upTo(page, "Rest")
    expect(await counted(page)).toBe("2 selected")
    await bar(page).getByRole("button", { name: "Delete" }).click()
    await expect.poll(stored).toEqual(["Doing: Dig", "Done: Ask", "Done: Buy"])
  })

  it("is one task where the first one is not shown, is not selected any more, or is the same", async () => {
    const { page } = await given("First tasks")
    await box(page, "Ask").click()
    await fold(page, "Done").click()
    await upTo(page, "Sow")
    expect(await ticked(page)).toEqual(["Sow"])
    await upTo(page, "Sow")
    expect(await ticked(page)).toEqual(["Sow"])
    await box(page, "Sow").click()
    await upTo(page, "Dig")
    expect(await ticked(page)).toEqual(["Dig"])
    await bar(page).getByRole("button", { name: "Clear selection" }).click()
    await upTo(page, "Sow")
    expect(await ticked(page)).toEqual(["Sow"])
  })
})

describe("all tasks of a group", () => {
  it("are selected beside others by its menu, by keyboard, as far as the search shows them", async () => {
    const { page } = await given("Whole groups")
    const selectAll = async (group: string): Promise<void> => {
      await press(page, `Menu of the group ${group}`)
      await press(page, "Select all tasks")
      await page
        .getByRole("button", { name: `Menu of the group ${group}` })
        .and(page.locator(":focus"))
        .waitFor()
    }
    await box(page, "Ask").click()
    await selectAll("Doing")
    expect(await ticked(page)).toEqual(["Dig", "Sow", "Ask"])
    expect(await counted(page)).toBe("3 selected")
    await bar(page).getByRole("button", { name: "Clear selection" }).click()
    await page.getByLabel("Search this board").fill("buy")
    await row(page, "Dig").waitFor({ state: "detached" })
    await selectAll("Done")
    await page.getByLabel("Search this board").fill("")
    await row(page, "Dig").waitFor()
    expect(await ticked(page)).toEqual(["Buy"])
    await press(page, "Menu of the group Doing")
    await page.getByRole("button", { name: "Select all tasks" }).waitFor()
    await expectAccessible(page, { within: ".popup:popover-open" })
  })
})

describe("the bar of selected tasks", () => {
  it("counts and changes those that the search shows", async () => {
    const { page, stored } = await given("Searched")
    for (const name of ["Dig", "Sow", "Ask"]) await box(page, name).click()
    expect(await counted(page)).toBe("3 selected")
    await page.getByLabel("Search this board").fill("so")
    await expect.poll(() => counted(page)).toBe("1 selected")
    await page.getByLabel("Search this board").fill("buy")
    await bar(page).waitFor({ state: "detached" })
    await page.getByLabel("Search this board").fill("so")
    await bar(page).getByRole("button", { name: "Delete" }).click()
    await page.getByText("1 task is in the trash.").waitFor()
    await expect.poll(stored).toEqual(["Doing: Dig", "Done: Ask", "Done: Buy"])
  })

  it("counts and changes those of a closed group too, whose heading says how many they are", async () => {
    const { page, stored } = await given("Closed")
    for (const name of ["Dig", "Ask", "Buy"]) await box(page, name).click()
    await fold(page, "Done").click()
    await page.getByRole("rowheader", { name: "Done" }).getByText("2 selected").waitFor()
    expect(await counted(page)).toBe("3 selected")
    await bar(page).getByRole("button", { name: "Move to" }).click()
    await page.getByRole("dialog", { name: "Move to" }).getByRole("button", { name: "Doing" }).click()
    await expect
      .poll(async () => (await stored()).toSorted())
      .toEqual(["Doing: Ask", "Doing: Buy", "Doing: Dig", "Doing: Sow"])
  })

  it("gives the focus back to the tasks, and covers none that has it", async () => {
    const page = await lowWindow("Covered")
    await box(page, "Task 0").click()
    await cell(page, "Task 0").focus()
    const isCovered = () =>
      page.evaluate(() => {
        const { left, top } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
        return document.elementFromPoint(left + 5, top + 5)?.closest(".selection") instanceof Element
      })
    for (let down = 1; down <= 8; down += 1) {
      await page.keyboard.press("ArrowDown")
      await cell(page, `Task ${down}`).and(page.locator(":focus")).waitFor()
      expect(await isCovered()).toBe(false)
    }
    await bar(page).getByRole("button", { name: "Delete" }).click()
    await bar(page).waitFor({ state: "detached" })
    await cell(page, "Task 8").and(page.locator(":focus")).waitFor()
    await page.getByRole("grid").evaluate((node) => node.scrollTo(0, 1000))
    await page.getByLabel("Search this board").fill("Task")
    await expect.poll(() => page.getByRole("grid").evaluate((node) => node.scrollTop)).toBe(0)
  })

  it("gives the focus to the first task in the window where the last place is scrolled away", async () => {
    const page = await lowWindow("Scrolled away")
    await box(page, "Task 0").click()
    const grid = page.getByRole("grid")
    await grid.evaluate((node) => node.scrollTo(0, 1500))
    await row(page, "Task 0").waitFor({ state: "detached" })
    await bar(page).getByRole("button", { name: "Clear" }).click()
    await grid.locator("[data-cell]:focus").waitFor()
    expect(await grid.evaluate((node) => node.scrollTop)).toBeGreaterThan(1400)
  })

  it("changes more than are sent at once in one step, which is undone as one", async () => {
    const { api, board, owner } = people()
    const { boardId, doing } = await board("Hundreds", [])
    for (const from of [0, 200])
      await api.tasks.bulk({
        boardId,
        operations: Array.from({ length: 200 }, (_, at) => ({
          op: "create" as const,
          task: { name: `Task ${from + at}`, groupId: doing }
        }))
      })
    const changed = async () => (await api.tasks.list({ boardId, status: ["done"], limit: 1 })).pagination.total
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await box(page, "Task 0").click()
    await cell(page, "Task 0").focus()
    await page.keyboard.press("Control+End")
    await upTo(page, "Task 399")
    expect(await counted(page)).toBe("400 selected")
    await bar(page).getByRole("button", { name: "Set a value" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Status" }).click()
    await page.getByRole("option", { name: "Done" }).click()
    await expect.poll(changed).toBe(400)
    await page.getByRole("button", { name: "Undo", exact: true }).first().click()
    await expect.poll(changed).toBe(0)
    expect(await page.getByRole("button", { name: "Undo", exact: true }).first().isDisabled()).toBe(true)
  })
})

it("selected tasks get no value by Escape, whatever is marked", async () => {
  const { page } = await given("Escaped")
  await box(page, "Dig").click()
  await bar(page).getByRole("button", { name: "Set a value" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "People" }).click()
  await page.getByRole("combobox", { name: "People" }).press("Enter")
  await page.getByRole("option", { selected: true }).waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("combobox", { name: "People" }).waitFor({ state: "detached" })
  expect(await page.getByRole("button", { name: "Undo", exact: true }).first().isDisabled()).toBe(true)
  expect(await cell(page, "Dig").innerText()).toBe("")
})

it("selected tasks lose a value, a tick, labels and people, and get a text of several lines", async () => {
  const { api, board, owner } = people()
  const { id: ownerId } = await api.accounts.profile()
  const { boardId, ids } = await board("Cleared", ["Dig", "Sow"])
  const add = async (name: string, type: string) => (await api.boards.addColumn({ id: boardId, name, type })).column.id
  const watered = await add("Watered", "checkbox")
  const tools = await add("Tools", "labels")
  const hours = await add("Hours", "number")
  const notes = await add("Notes", "long text")
  for (const id of ids) {
    const columnValues = { [watered]: true, [tools]: ["rake"], [hours]: 4 }
    await api.tasks.update({ id, dueDate: "2027-03-01", assignees: [ownerId], columnValues })
  }
  const page = await here.visit()
  await openBoard(page, owner, boardId)
  await box(page, "Dig").click()
  await upTo(page, "Sow")
  const set = async (field: string) => {
    await bar(page).getByRole("button", { name: "Set a value" }).click()
    await page.getByRole("dialog").getByRole("button", { name: field, exact: true }).click()
  }
  const clear = () => page.getByRole("option", { name: "Clear" }).click()
  await set("Watered")
  await set("Tools")
  await clear()
  await set("People")
  await clear()
  await set("Hours")
  await page.keyboard.press("Enter")
  await set("Due")
  await page.keyboard.press("Enter")
  await set("Notes")
  await page.keyboard.type("One")
  await page.keyboard.press("Shift+Enter")
  await page.keyboard.type("Two")
  await page.keyboard.press("Enter")
  const stored = async () =>
    (await Promise.all(ids.map((id) => api.tasks.get({ id })))).map(({ assignees, columnValues, dueDate }) => ({
      ...{ assignees, dueDate, columnValues: { ...columnValues } }
    }))
  const cleared = { assignees: [], dueDate: null, columnValues: { [watered]: false, [notes]: "One\nTwo" } }
  await expect.poll(stored).toEqual([cleared, cleared])
})

it("all shown tasks are selected by Ctrl+A, and none by Escape from any cell", async () => {
  const { page } = await given("All")
  await page.getByLabel("Search this board").fill("s")
  await row(page, "Dig").waitFor({ state: "detached" })
  await cell(page, "Sow").focus()
  await page.keyboard.press("Control+a")
  await expect.poll(() => ticked(page)).toEqual(["Sow", "Ask"])
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Escape")
  await bar(page).waitFor({ state: "detached" })
  expect(await page.locator("[data-cell]:focus").count()).toBe(1)
  await page.keyboard.press("Control+a")
  await box(page, "Sow").focus()
  await page.keyboard.press("Escape")
  await bar(page).waitFor({ state: "detached" })
})
