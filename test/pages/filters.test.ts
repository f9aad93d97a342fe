import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { expectAccessible, SOME_LOOKS } from "./accessibility.js"
import { openBoard, row, type TwoPeople, twoPeople } from "./board.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

/** Midnight in UTC of a day that is so many days from now. */
const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`

const names = (page: Page) => page.locator("[data-task] .task-name").allTextContents()

/** A board with columns of four types, and a task that is overdue, one that is done and one without values. */
const given = async (name: string) => {
  const { api, board, owner } = people
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
    const { column } = await people.api.boards.addColumn({ id: boardId, name: "Came by", type: "status" })
    await people.api.tasks.create({ boardId, name: "Call", columnValues: { [column.id]: "phone" } })
    const page = await here.visit()
    await openBoard(page, owner, boardId)
    await press(page, "Filter")
    await page.getByRole("group", { name: "Came by" }).getByLabel("phone").check()
    await expect.poll(() => names(page)).toEqual(["Call"])
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
