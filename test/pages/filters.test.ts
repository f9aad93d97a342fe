import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible, SOME_LOOKS } from "./accessibility.js"
import { openBoard, row, said, peopleOn } from "./board.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** Midnight in UTC of a day that is so many days from now. */
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`

const names = (page: Page) => page.locator("[data-task] .task-name").allTextContents()

/** A board with columns of four types, and a task that is overdue, one that is done and one without values. */
const given = async (name: string) => {
  const { api, board, owner } = people()
  const { boardId, doing: groupId } = await board(name, [])
  const column = async (label: string, type: string) =>
    (await api.boards.addColumn({ id: boardId, name: label, type })).column.id
  const [text, number, box, date] = [
    await column("Bed", "text"),
    await column("Hours", "number"),
    await column("Watered", "checkbox"),
    await column("Sown", "date")
  ]
  const late = inDays(-3)
  await api.tasks.create({
    ...{ boardId, groupId, name: "Dig", dueDate: late },
    columnValues: { [text]: "North end", [number]: 4, [box]: true, [date]: "2026-03-01" }
  })
  await api.tasks.create({
    ...{ boardId, groupId, name: "Sow", dueDate: late, status: "done" },
    columnValues: { [text]: "South", [number]: 8.5, [date]: "2026-04-01" }
  })
  await api.tasks.create({ boardId, groupId, name: "Ask" })
  return { boardId, owner }
}

describe("the filters of a board", () => {
  it("take texts, numbers, days and checkboxes by keyboard alone, and are in the address", async () => {
    const { boardId, owner } = await given("Conditions")
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await row(page, "Ask").waitFor()
    const dialog = page.getByRole("dialog", { name: /^Filter/ })
    const of = (group: string) => dialog.getByRole("group", { name: group, exact: true })
    await press(page, "Filter")
    for (const [group, label, typed, found, query] of [
      ["Due", "Overdue", " ", ["Dig"], "=overdue"],
      ["Bed", "No value", " ", ["Ask"], "=none"],
      ["Bed", "Has a value", " ", ["Dig", "Sow"], "=any"],
      ["Bed", "Contains", "north", ["Dig"], ".contains=north"],
      ["Hours", "At least", "4,5", ["Sow"], ".min=4%2C5"],
      ["Hours", "At most", "4.5", ["Dig"], ".max=4.5"],
      ["Watered", "Not checked", " ", ["Sow", "Ask"], "=no"],
      ["Sown", "From", "03152026", ["Sow"], ".min=2026-03-15"],
      ["Sown", "To", "03152026", ["Dig"], ".max=2026-03-15"]
    ] as const) {
      const control = of(group).getByLabel(label, { exact: true })
      await tabTo(page, control)
      await page.keyboard.type(typed)
      await expect.poll(() => names(page)).toEqual(found)
      expect(page.url()).toContain(query)
      if (typed === " ") await page.keyboard.type(" ")
      else await control.fill("")
      await expect.poll(() => names(page)).toEqual(["Dig", "Sow", "Ask"])
    }
    await of("Sown").getByLabel("From").fill("2026-02-01")
    await of("Sown").getByLabel("To", { exact: true }).fill("2026-03-31")
    await expect.poll(() => names(page)).toEqual(["Dig"])
    await of("Hours").getByLabel("At least").fill("5")
    await page.getByText("No task matches the filters.").waitFor()
    await page.reload()
    await page.getByText("No task matches the filters.").waitFor()
    await press(page, "Filter (2)")
    expect(await of("Sown").getByLabel("From").inputValue()).toBe("2026-02-01")
    await of("Hours").getByLabel("At least").fill("")
    await expect.poll(() => names(page)).toEqual(["Dig"])
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.keyboard.press("Escape")
    await press(page, "Clear filters")
    await expect.poll(() => names(page)).toEqual(["Dig", "Sow", "Ask"])
  })

  it("take labels that tasks have beside those of the column", async () => {
    const { boardId, owner } = await given("Labels")
    const { column } = await people().api.boards.addColumn({ id: boardId, name: "Came by", type: "status" })
    await people().api.tasks.create({ boardId, name: "Call", columnValues: { [column.id]: "phone" } })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await press(page, "Filter")
    const tick = (label: string) => page.getByRole("group", { name: "Came by" }).getByLabel(label)
    await tick("phone").check()
    await expect.poll(() => names(page)).toEqual(["Call"])
    const { columns } = await people().api.boards.get({ id: boardId })
    const [option] = columns.find(({ id }) => id === column.id)?.options ?? []
    const renamed = [{ id: option?.id, label: "by phone" }]
    await people().api.boards.updateColumn({ boardId, columnId: column.id, options: renamed })
    await tick("by phone").waitFor()
    expect(await tick("by phone").isChecked()).toBe(true)
    expect(await names(page)).toEqual(["Call"])
    await tick("by phone").uncheck()
    await expect.poll(() => names(page)).toEqual(["Dig", "Sow", "Ask", "Call"])
    await page.evaluate((key) => {
      history.replaceState(null, "", `${location.href}&f.${key}=by+phone`)
      dispatchEvent(new PopStateEvent("popstate"))
    }, column.id)
    await expect.poll(() => tick("by phone").isChecked()).toBe(true)
  })

  it("hold in every view", async () => {
    const { boardId, owner } = await given("Views")
    const page = await here.visit()
    await openBoard(page, owner, boardId, "&view=kanban&f.dueDate=overdue")
    await page.locator(".card", { hasText: "Dig" }).waitFor()
    expect(await page.locator(".card").count()).toBe(1)
    await page.getByRole("link", { name: "Calendar" }).click()
    await page.getByRole("status").filter({ hasText: "1 of 3 tasks" }).waitFor()
  })
})

/** A board of three tasks with a column of hours, from 1 to 3, and where its cells are. */
const withHours = async (name: string, query: string) => {
  const { api, board, owner } = people()
  const { boardId, ids } = await board(name, ["One", "Two", "Three"])
  const { column } = await api.boards.addColumn({ id: boardId, name: "Hours", type: "number" })
  for (const [at, id] of ids.entries()) await api.tasks.update({ id, columnValues: { [column.id]: at + 1 } })
  const page = await here.visit()
  await openBoard(page, owner, boardId, query.replace("HOURS", column.id))
  const cell = (at: number) => page.locator(`[data-cell="${ids[at]} ${column.id}"]`)
  const focused = (at: number) => cell(at).and(page.locator(":focus")).waitFor()
  const enter = async (text: string, key: string): Promise<void> => {
    await page.keyboard.press("F2")
    await page.keyboard.press("Control+A")
    await page.keyboard.type(text)
    await page.keyboard.press(key)
  }
  return { cell, enter, focused, page, ids, key: column.id }
}

describe("a search or a filter that no task matches", () => {
  it.each(["table", "kanban", "calendar"])(
    "says so where the tasks were, with a button to clear it: %s",
    async (view) => {
      const { boardId, owner } = await given(`Nothing in the ${view}`)
      const page = await here.visit()
      await openBoard(page, owner, boardId, view === "table" ? "" : `&view=${view}`)
      await page.getByText("3 tasks").first().waitFor()
      await page.getByLabel("Search this board").fill("rhubarb")
      const empty = page.locator(".board-view > .empty")
      await empty.getByText("No task matches the filters.").waitFor()
      await page.getByRole("status").filter({ hasText: "0 of 3 tasks" }).waitFor()
      await expectAccessible(page, { looks: SOME_LOOKS })
      await tabTo(page, empty.getByRole("button", { name: "Show all tasks" }))
      await page.keyboard.press("Enter")
      await page.getByRole("status").filter({ hasText: "3 tasks" }).waitFor()
      await empty.waitFor({ state: "detached" })
      expect(await page.getByLabel("Search this board").inputValue()).toBe("")
      await page.locator(":is([data-cell], [data-card], [data-due], #main):focus").waitFor()
    }
  )
})

describe("a change that the filter hides the task after", () => {
  it("is said, and leaves the focus on the line that takes its place", async () => {
    const { cell, enter, focused, page } = await withHours("Hidden", "&f.HOURS.max=5")
    await cell(1).focus()
    await enter("8", "Enter")
    await row(page, "Two").waitFor({ state: "detached" })
    await focused(2)
    expect(await said(page)).toBe("“Two” is hidden by the filter now.")
    // The last one, after which the one before it follows.
    await enter("9", "Enter")
    await row(page, "Three").waitFor({ state: "detached" })
    await focused(0)
    expect(await said(page)).toBe("“Three” is hidden by the filter now.")
    await enter("7", "Enter")
    await page.getByText("No task matches the filters.").waitFor()
    expect(await page.locator(".table :focus").count()).toBe(1)
    await press(page, "Clear filters")
    await expect.poll(() => names(page)).toEqual(["One", "Two", "Three"])
  })

  it("is said where a key clears a cell, and leaves the focus in the table also where somebody else makes it", async () => {
    const { cell, focused, ids, key, page } = await withHours("Cleared", "&f.HOURS=any")
    await cell(0).focus()
    await page.keyboard.press("Delete")
    await focused(1)
    expect(await said(page)).toBe("“One” is hidden by the filter now.")
    await people().api.tasks.update({ id: ids[1] ?? "", columnValues: { [key]: null } })
    await focused(2)
    expect(await said(page)).toBe("“One” is hidden by the filter now.")
  })

  it("is said of a new task, with a button that shows it", async () => {
    const { page } = await withHours("New", "&q=v")
    await page.getByText("No task matches the filters.").waitFor()
    const add = page.getByLabel("Add a task to Doing")
    await add.fill("Five")
    await add.press("Enter")
    await row(page, "Five").waitFor()
    expect(await page.locator(".toast").count()).toBe(0)
    await add.fill("Six")
    await add.press("Enter")
    const notice = page.locator(".notices")
    await notice.getByText("“Six” is added. The filter hides it.").waitFor()
    await notice.getByRole("button", { name: "Clear filters" }).click()
    await row(page, "Six").waitFor()
    expect(await page.getByLabel("Search this board").inputValue()).toBe("")
  })
})

describe("a sorted table", () => {
  it("is filled downwards: Enter goes to the line that was below", async () => {
    const { cell, enter, focused, page } = await withHours("Downwards", "&sort=HOURS")
    await cell(0).focus()
    await enter("9", "Enter")
    await focused(1)
    await enter("8", "Enter")
    await focused(2)
    await expect.poll(() => names(page)).toEqual(["Three", "Two", "One"])
  })
})

describe("a task that is overdue", () => {
  it("is marked in the table and the panel as on its card, and said to be by screen readers", async () => {
    const { boardId, owner } = await given("Late")
    const page = await here.visit({ locale: "de-DE" })
    await openBoard(page, owner, boardId)
    const mark = row(page, "Dig").locator(".overdue")
    await mark.waitFor()
    expect(await page.locator("[data-task] .overdue").count()).toBe(1)
    const look = () =>
      page
        .locator(".overdue")
        .first()
        .evaluate((node) => {
          const { color, fontWeight } = getComputedStyle(node)
          return { color, fontWeight, before: getComputedStyle(node, "::before").content, text: node.textContent }
        })
    const inTable = await look()
    expect(inTable.text).toMatch(/^Überfällig \d/)
    await expectAccessible(page, { looks: SOME_LOOKS })
    await row(page, "Dig").getByRole("link").click()
    await page.locator(".task-fields .overdue").waitFor()
    await openBoard(page, owner, boardId, "&view=kanban")
    await page.locator(".card .overdue").waitFor()
    expect(await look()).toEqual(inTable)
  })
})

describe("an address of what a board does not have any more", () => {
  it("has no sort by a column that is gone, and tasks can be moved", async () => {
    const { boardId, ids } = await people().board("Unsorted", ["Dig", "Sow"])
    const { column } = await people().api.boards.addColumn({ id: boardId, name: "Bed", type: "text" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, `&sort=${column.id}`)
    await page.getByRole("button", { name: "Sorted by Bed" }).waitFor()
    await people().api.boards.deleteColumn({ boardId, columnId: column.id })
    await page.getByRole("button", { name: "Sort", exact: true }).waitFor()
    await expect.poll(() => page.url()).not.toContain("sort=")
    await page.locator(`[data-cell="${ids[0]} name"]`).focus()
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => names(page)).toEqual(["Sow", "Dig"])
  })

  it("has a box for a label that nothing has, which can be unchecked", async () => {
    const { boardId } = await people().board("Unknown label", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&f.status=Waiting")
    await press(page, "Filter (1)")
    const group = page.getByRole("group", { name: "Status" })
    await group.waitFor()
    expect(await group.getByRole("checkbox", { checked: true }).count()).toBe(1)
    // It goes with its mark.
    await group.getByLabel("Waiting").click()
    await expect.poll(() => names(page)).toEqual(["Dig"])
    await openBoard(page, people().owner, boardId, "&f.status=pending")
    await press(page, "Filter (1)")
    await group.waitFor()
    expect(await group.getByRole("checkbox", { checked: true }).count()).toBe(1)
    expect(await group.getByLabel("To do").isChecked()).toBe(true)
  })
})

it("people without an account are chosen in the filter as members are", async () => {
  const { boardId } = await people().board("Guests", ["Dig"])
  const { column } = await people().api.boards.addColumn({ id: boardId, name: "Helpers", type: "person" })
  for (const [name, helpers] of [
    ["Sow", ["bob@example.com"]],
    ["Ask", ["carla", "bob@example.com"]]
  ] as const)
    await people().api.tasks.create({ boardId, name, columnValues: { [column.id]: helpers } })
  const page = await here.visit()
  await openBoard(page, people().owner, boardId)
  await press(page, "Filter")
  const group = page.getByRole("group", { name: "Helpers" })
  await group.getByLabel("bob@example.com").check()
  await expect.poll(() => names(page)).toEqual(["Sow", "Ask"])
  await group.getByLabel("bob@example.com").uncheck()
  await group.getByLabel("carla").check()
  await expect.poll(() => names(page)).toEqual(["Ask"])
  expect(await group.getByLabel("bob@example.com").count()).toBe(1)
})
