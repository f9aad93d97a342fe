import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { openBoard, row, peopleOn } from "./board.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where the first elements of selectors are in the window. */
const boxesOf = (page: Page, ...selectors: ReadonlyArray<string>) =>
  page.evaluate<ReadonlyArray<Box>>(
    `${JSON.stringify(selectors)}.map((each) => {
      const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect()
      return { left, right, top, bottom }
    })`
  )

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe("the table of a board", () => {
  it.each([
    [360, "en"],
    [360, "de"],
    [768, "de"],
    [1280, "en"]
  ])(
    "stays where it is when the page goes offline and back, also with changes that wait: %i px, %s",
    async (width, locale) => {
      const { boardId } = await people().board(`Offline ${width} ${locale}`, ["Dig"])
      const page = await here.visit({ width, locale, expected: /ERR_/ })
      // What opens later shows that there is a connection.
      const streams = page.waitForResponse("**/api/changes/stream?*")
      await openBoard(page, people().owner, boardId)
      await row(page, "Dig").waitFor()
      await streams
      const state = page.locator(".state")
      const seen = async () => {
        const [table] = await boxesOf(page, ".table")
        const isWhole = await state
          .locator("span")
          .evaluateAll((all) => all.every((each) => each.scrollWidth <= each.clientWidth || each.clientWidth === 0))
        return [table?.top, isWhole]
      }
      const before = await seen()
      await page.context().setOffline(true)
      await state.getByText("Offline").waitFor()
      expect(await seen()).toEqual(before)
      const add = page.locator(".add-task").first()
      await add.fill("Sow")
      await add.press("Enter")
      await state.getByText(/Offline: 1 /).waitFor()
      expect(await seen()).toEqual(before)
      await page.context().setOffline(false)
      await page.evaluate(`dispatchEvent(new Event("online"))`)
      await state.getByText("Offline").waitFor({ state: "detached" })
      expect(await seen()).toEqual(before)
    }
  )

  it("has room for the next column beside the names of tasks on a phone, also after scrolling", async () => {
    const { boardId, doing } = await people().board("A phone", ["Dig the beds behind the house before the frost comes"])
    await people().api.boards.updateGroup({ boardId, groupId: doing, name: "What has to be done in the next weeks" })
    const page = await here.visit({ width: 375, hasTouch: true })
    await openBoard(page, people().owner, boardId)
    await page.locator("[data-task]").waitFor()
    const cells = ["[data-task] .cell.name", "[data-task] .cell.people"] as const
    const [name, next] = await boxesOf(page, ...cells)
    expect(name?.right).toBeLessThan(375 * 0.6)
    expect(next?.right).toBeLessThanOrEqual(375)
    const parts = ["[data-group] .fold", "[data-group] .count", "[data-group] .more"]
    const [cell, ...inside] = await boxesOf(page, "[data-group] .cell.name", ...parts)
    for (const [at, box] of inside.entries()) {
      expect([parts[at], box.left >= (cell?.left ?? 0), box.right <= (cell?.right ?? 0)]).toEqual([
        parts[at],
        true,
        true
      ])
      for (const other of inside.slice(at + 1)) expect(overlap(box, other)).toBe(false)
    }
    await page.locator(".table").evaluate((node) => node.scrollBy(200, 0))
    expect(await page.locator(".table").evaluate((node) => node.scrollLeft)).toBeGreaterThan(100)
    const [heading, task] = await boxesOf(page, ".line.head .cell.name", cells[0])
    expect([heading?.left, task?.left]).toEqual([0, 0])
  })

  it.each([375, 1280])("cuts the name of a group only beside a sum, or at the edge: %i px", async (width) => {
    const { api } = people()
    const { boardId, doing, done, ids } = await people().board(`Groups ${width}`, ["Dig"])
    const { column } = await api.boards.addColumn({ id: boardId, name: "Hours", type: "number" })
    await api.tasks.update({ id: ids[0] ?? "", columnValues: { [column.id]: 4 } })
    await api.boards.updateGroup({ boardId, groupId: doing, name: "Things to do before the frost comes" })
    await api.boards.updateGroup({ boardId, groupId: done, name: "Done in this spring or before" })
    await api.boards.addGroup({ id: boardId, name: "Later and ".repeat(20) })
    const page = await here.visit({ width, hasTouch: true })
    await openBoard(page, people().owner, boardId)
    await row(page, "Dig").waitFor()
    await page.locator(".table").evaluate((node) => node.scrollBy(100, 0))
    const areCut = await page
      .locator(".group-name")
      .evaluateAll((all) => all.map((each) => each.scrollWidth > each.clientWidth))
    expect(areCut).toEqual([true, false, true])
    const summed = ".line.group:has(.sum) .cell.name"
    const [table, task, heading] = await boxesOf(page, ".table", "[data-task] .cell.name", summed)
    expect(heading?.right).toBe(task?.right)
    const menus = await page
      .locator("[data-group] .more")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
    expect(Math.max(...menus)).toBeLessThanOrEqual(table?.right ?? 0)
  })

  it("shows the names of columns whole, and faces beside each other", async () => {
    const { boardId } = await people().board("Whole", [])
    await people().api.boards.addColumn({ id: boardId, name: "Hours of work", type: "number" })
    await people().letIn(boardId)
    const members = (await people().api.boards.people({ id: boardId })).people.map(({ id }) => id)
    await people().api.tasks.create({ boardId, name: "Dig", assignees: members })
    for (const hasTouch of [false, true]) {
      const page = await here.visit({ hasTouch })
      await openBoard(page, people().owner, boardId)
      await row(page, "Dig").waitFor()
      const hidden = await page.locator(".line.head .sort").evaluateAll((nodes) =>
        nodes.flatMap((node) => {
          const text = node.querySelector("span") ?? node
          const isCut = text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 1
          return isCut || node.scrollWidth > node.clientWidth ? [node.textContent] : []
        })
      )
      expect(hidden).toEqual([])
      const [first, second] = await boxesOf(page, "[data-task] .face", "[data-task] .face + .face")
      expect(second?.left).toBeGreaterThanOrEqual(first?.right ?? Infinity)
    }
  })
})

describe("the head of a board", () => {
  it.each([
    [1024, 60],
    [1280, 90],
    [1440, 90]
  ])("has its menu at the end, within the window of %i px, beside a name of %i letters", async (width, length) => {
    const { boardId } = await people().board(`${"The plan of the year ".repeat(5)}`.slice(0, length), ["Dig"])
    for (const description of ["", "Everything that is to be done. ".repeat(9)]) {
      await people().api.boards.update({ id: boardId, description })
      const page = await here.visit({ width })
      await openBoard(page, people().owner, boardId)
      await row(page, "Dig").waitFor()
      await page.getByRole("button", { name: "More for this board" }).click()
      const [acts, menu, state] = await boxesOf(page, ".board-acts", ".board-acts .menu-list", ".state")
      expect(acts?.right).toBeGreaterThan(width - 40)
      expect(menu?.left).toBeGreaterThanOrEqual(0)
      expect(acts !== undefined && state !== undefined && overlap(acts, state)).toBe(false)
    }
  })
})

describe("the calendar", () => {
  it("has its days on a window of 1280 by 1024 px at 400 %", async () => {
    const { boardId, ids } = await people().board("Zoomed", ["Dig"])
    await people().api.tasks.update({ id: ids[0] ?? "", dueDate: new Date().toISOString().slice(0, 10) })
    const page = await here.visit({ width: 320 })
    await page.setViewportSize({ width: 320, height: 256 })
    await openBoard(page, people().owner, boardId, "&view=calendar")
    await page.locator("[data-due]").first().scrollIntoViewIfNeeded()
    await page.getByRole("link", { name: "Dig" }).click()
    await expect.poll(() => page.title()).toBe("Dig - Zoomed - Boardwright")
  })
})

describe("the toolbar of a board", () => {
  it.each(["en-US", "de-DE"])("shows what its search is for, whole, on a small phone: %s", async (locale) => {
    const { boardId } = await people().board(`Search ${locale}`, ["Dig"])
    const page = await here.visit({ width: 360, locale })
    await openBoard(page, people().owner, boardId)
    const search = page.getByRole("searchbox")
    await search.fill((await search.getAttribute("placeholder")) ?? "")
    const [needed = 0, given] = await search.evaluate(({ clientWidth, scrollWidth }) => [scrollWidth, clientWidth])
    expect(needed).toBeGreaterThan(0)
    expect(needed).toBeLessThanOrEqual(given ?? 0)
  })

  it.each([
    ["upright", 360, 640, 0.45],
    ["on its side", 740, 360, 0.55],
    ["that is large, on its side", 932, 430, 0.55]
  ])("is whole on a phone %s, in pictures with names, and leaves room for tasks", async (how, width, height, most) => {
    const { boardId } = await people().board(`Phone ${how}`, ["Dig"])
    const page = await here.visit({ width, hasTouch: true, locale: "de-DE" })
    await page.setViewportSize({ width, height })
    await openBoard(page, people().owner, boardId)
    await row(page, "Dig").waitFor()
    for (const name of ["Nur meine", "Filter", "Sortieren", "Rückgängig", "Wiederholen", "Spalten"]) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox()
      expect([name, (box?.x ?? -1) >= 0, (box?.x ?? width) + (box?.width ?? 0) <= width]).toEqual([name, true, true])
    }
    const [table] = await boxesOf(page, ".table")
    expect(table?.top).toBeLessThan(height * most)
    await openBoard(page, people().owner, boardId, "&sort=-dueDate&f.status=done")
    for (const [name, mark] of [
      ["Filter (1)", "1"],
      ["Sortiert nach Fällig", "↓"]
    ] as const) {
      const shown = await page
        .getByRole("button", { name })
        .locator(".mark")
        .evaluate((node) => getComputedStyle(node, "::before").content)
      expect(shown).toContain(mark)
    }
  })

  it("has the headings of its filters below each other", async () => {
    const { boardId } = await people().board("Filters", ["Dig"])
    for (const [name, type] of [
      ["Bed", "text"],
      ["Hours", "number"],
      ["A name that is wider than those of others", "checkbox"],
      ["Sown", "date"]
    ] as const)
      await people().api.boards.addColumn({ id: boardId, name, type })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Filter" })
    await dialog.getByRole("group", { name: "Sown" }).waitFor()
    const places = await dialog
      .locator("fieldset")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, top }) => ({ left, top })))
    const first = places.filter(({ top }) => top === places[0]?.top)
    expect(first.length).toBeGreaterThan(1)
    expect(first.length).toBeLessThan(places.length)
    expect([...new Set(places.map(({ left }) => left))]).toEqual(first.map(({ left }) => left))
  })
})
