import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { openBoard, peopleOn } from "./board.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const HEBREW = "שלום Ada!"
const NOVEMBER = "&view=calendar&month=2026-11"

const styleOf = (node: Locator, property: string): Promise<string> =>
  node.first().evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)

const directionOf = (node: Locator): Promise<string> => styleOf(node, "direction")

/** A board with a task of a name, and how it is opened. */
const given = async (name: string, task: object) => {
  const { boardId } = await people().board(name, ["Sow"])
  const [id = ""] = (await people().api.tasks.list({ boardId })).tasks.map((each) => each.id)
  await people().api.tasks.update({ id, ...task })
  return {
    boardId,
    id,
    open: async (query: string, page?: Page): Promise<Page> => {
      const opened = page ?? (await here.visit())
      await openBoard(opened, people().owner, boardId, query)
      return opened
    }
  }
}

describe("a description", () => {
  it("shows the numbers of its lists", async () => {
    const { id, open } = await given("Lists", { description: "1. Dig\n2. Sow\n\n- Rake" })
    const page = await open(`&task=${id}`)
    const item = (text: string) => page.locator(".markdown li", { hasText: text })
    await item("Dig").waitFor()
    expect(await styleOf(item("Dig"), "list-style-type")).toBe("decimal")
    expect(await styleOf(item("Rake"), "list-style-type")).toBe("disc")
  })
})

describe("the panel of a task", () => {
  it("has every value in one line from top to bottom, and a link beside its button", async () => {
    const { boardId, id, open } = await given("In line", {})
    const column = async (name: string, type: string) =>
      (await people().api.boards.addColumn({ id: boardId, name, type })).column.id
    const [site, box] = [await column("Site", "link"), await column("Watered", "checkbox")]
    await people().api.tasks.update({ id, columnValues: { [site]: "https://example.com", [box]: true } })
    const page = await open(`&task=${id}`)
    const field = (name: string) => page.locator(".task-field", { hasText: name })
    const left = async (node: Locator) => (await node.boundingBox())?.x
    const status = await left(field("Status").locator(".chip"))
    expect(await left(field("Site").getByRole("link"))).toBe(status)
    expect(await left(field("Watered").getByRole("checkbox"))).toBe(status)
    const [link, edit] = [
      await field("Site").getByRole("link").boundingBox(),
      await field("Site").getByRole("button").boundingBox()
    ]
    expect((link?.y ?? 0) + (link?.height ?? 0)).toBeGreaterThan(edit?.y ?? Infinity)
  })

  it("has values in line with their names for viewers too", async () => {
    const { boardId, id } = await given("Read in line", {})
    const { column } = await people().api.boards.addColumn({ id: boardId, name: "Watered", type: "checkbox" })
    await people().api.tasks.update({ id, columnValues: { [column.id]: true } })
    await people().letIn(boardId)
    const page = await here.visit()
    await openBoard(page, people().guest, boardId, `&task=${id}`)
    const field = (name: string) => page.locator(".task-field", { hasText: name })
    const boxOf = async (node: Locator) => {
      const { height = 0, x = 0, y = 0 } = (await node.boundingBox()) ?? {}
      return { left: x, middle: y + height / 2 }
    }
    const [name, status] = [await boxOf(field("Status").locator("dt")), await boxOf(field("Status").locator(".chip"))]
    expect(Math.abs(status.middle - name.middle)).toBeLessThan(1)
    expect((await boxOf(field("Watered").getByRole("checkbox"))).left).toBe(status.left)
  })

  it("moves the task by a dialog with the buttons that others have", async () => {
    const { id, open } = await given("Moved", {})
    await people().board("Another board", [])
    const page = await open(`&task=${id}`)
    await page.getByRole("button", { name: "Move to board" }).click()
    const dialog = page.getByRole("dialog", { name: "Move “Sow” to another board" })
    await dialog.getByLabel("Board", { exact: true }).waitFor()
    const names = dialog.getByRole("button").evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent))
    expect(await names).toEqual(["Close", "Cancel", "Move"])
  })
})

describe("the dialog that shares a board", () => {
  it("has roles below names on a phone, not below faces", async () => {
    const { boardId, open } = await given("Shared", {})
    await people().letIn(boardId)
    const page = await open("", await here.visit({ width: 375 }))
    await page.getByRole("button", { name: "Share" }).click()
    const lines = page.locator(".sheet .rows > li")
    await lines.nth(1).waitFor()
    const starts = await lines.evaluateAll((all) =>
      all.flatMap((line) => {
        const [, name, ...others] = [...line.children].map((each) => each.getBoundingClientRect().left)
        return others.map((left) => left >= (name ?? Infinity))
      })
    )
    expect(starts.length).toBeGreaterThan(2)
    expect(starts).toEqual(starts.map(() => true))
  })

  it("has the buttons of each member in one line on a desk, also in German", async () => {
    const { boardId, open } = await given("Shared with an admin", {})
    await people().letIn(boardId)
    const { members } = await people().api.boards.get({ id: boardId })
    const userId = members.find(({ role }) => role === "viewer")?.userId ?? ""
    await people().api.members.update({ id: boardId, userId, role: "admin" })
    const page = await open("", await here.visit({ locale: "de-DE" }))
    await page.getByRole("button", { name: "Teilen" }).click()
    const lines = page.locator(".sheet .rows > li")
    await lines.nth(1).waitFor()
    const tops = await lines.evaluateAll((all) =>
      all.map((line) => [...line.querySelectorAll("button")].map((each) => each.getBoundingClientRect().top))
    )
    expect(tops.map(([first, ...others]) => others.map((top) => top === first))).toEqual([[true], [true]])
  })
})

describe("the head of a board", () => {
  it("has the views below the name and what the board offers at its end, however short the name is", async () => {
    for (const name of ["Bed", "Beds of spring and summer"]) {
      const { open } = await given(name, {})
      const page = await open("")
      const boxOf = async (selector: string) => {
        const { height = 0, width = 0, x = 0, y = 0 } = (await page.locator(selector).boundingBox()) ?? {}
        return { top: y, bottom: y + height, end: x + width }
      }
      const [title, acts, tabs, state] = await Promise.all([".board-name", ".board-acts", ".tabs", ".state"].map(boxOf))
      expect(tabs?.top).toBeGreaterThanOrEqual(title?.bottom ?? Infinity)
      expect(acts?.end).toBe(1280 - 16)
      expect(state?.end).toBe(1280 - 16)
      expect(state?.top).toBeGreaterThan(tabs?.top ?? Infinity)
      expect(state?.bottom).toBeLessThan(tabs?.bottom ?? 0)
    }
  })
})

describe("the line of a task", () => {
  it("is as high while a cell is edited", async () => {
    const { open } = await given("Edited", {})
    const page = await open("")
    const cells = page.locator("[data-task] > *")
    const heights = async () => [
      ...new Set(await cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height)))
    ]
    const before = await heights()
    for (const at of [0, 1, 4]) {
      await cells.nth(at).focus()
      await page.keyboard.press("F2")
      await page.locator(".cell-input").waitFor()
      expect(await heights()).toEqual(before)
      await page.keyboard.press("Escape")
    }
    expect(before.length).toBe(1)
  })
})

describe("a day of the agenda on a phone", () => {
  it("is chosen in a field like others", async () => {
    const { open } = await given("Another day", {})
    const page = await open("&view=calendar", await here.visit({ width: 375 }))
    const field = page.getByLabel("Another day")
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  })
})

describe("text from right to left", () => {
  it("starts on the right in descriptions, comments, cards and the calendar", async () => {
    const { id, open } = await given("Directions", {
      name: HEBREW,
      dueDate: "2026-11-10",
      description: `${HEBREW}\n\nPlain\n\n- ${HEBREW}\n- Plain\n\n# ${HEBREW}`
    })
    await people().api.tasks.addComment({ id, content: HEBREW })
    const page = await open(`&task=${id}`)
    const text = page.locator(".markdown:not(.comment *) p")
    await text.first().waitFor()
    expect(await directionOf(text.filter({ hasText: "Ada" }))).toBe("rtl")
    expect(await directionOf(text.filter({ hasText: "Plain" }))).toBe("ltr")
    expect(await directionOf(page.locator(".markdown h4"))).toBe("rtl")
    // The mark of an entry is on the side of its list; its text is read by itself.
    expect(await directionOf(page.locator(".markdown ul"))).toBe("rtl")
    expect(await styleOf(page.locator(".markdown li"), "unicode-bidi")).toBe("plaintext")
    expect(await directionOf(page.locator(".comment p[dir]"))).toBe("rtl")
    await open("&view=kanban", page)
    expect(await directionOf(page.locator(".card-name"))).toBe("rtl")
    await open(NOVEMBER, page)
    await page.locator(".due-task .visually-hidden").waitFor({ state: "attached" })
    expect(await directionOf(page.locator(".due-task"))).toBe("rtl")
  })
})

describe("a card", () => {
  it("leaves a second line to a name that needs it, and to no other", async () => {
    const { boardId, open } = await given("Lines", {})
    for (let dots = 0; dots < 16; dots += 1)
      await people().api.tasks.create({ boardId, name: `Agree on the announcement ${".".repeat(dots)}` })
    const page = await open("&view=kanban")
    const names = page.locator(".card-name")
    await expect.poll(() => names.count()).toBeGreaterThan(5)
    const lines = await names.evaluateAll((nodes) =>
      nodes.map((node) => {
        const text = document.createRange()
        text.selectNodeContents(node)
        const tops = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)))
        return `${node.textContent}: ${tops.size} of ${node.getAttribute("data-lines")}`
      })
    )
    expect(lines.filter((line) => !/1 of 1|2 of 2/.test(line))).toEqual([])
    expect(new Set(lines.map((line) => line.at(-1)))).toEqual(new Set(["1", "2"]))
  })
})

describe("in forced colors", () => {
  it("the current view, groups, the entry that Enter takes, and what is pressed are marked", async () => {
    const { id, open } = await given("Forced", { status: "done" })
    const page = await open("", await here.visit({ forcedColors: "active" }))
    const canvas = await styleOf(page.locator("body"), "background-color")
    const tabs = page.locator(".tabs a")
    const [current, other] = [tabs.and(page.locator("[aria-current]")), tabs.and(page.locator(":not([aria-current])"))]
    expect(await styleOf(other, "border-bottom-color")).toBe(canvas)
    expect(await styleOf(current, "border-bottom-color")).not.toBe(canvas)
    expect(await styleOf(page.locator(".fold .arrow"), "background-color")).not.toBe(canvas)
    await page.locator(`[data-cell="${id} status"]`).click()
    const entry = (active: boolean) => page.locator(`.choice[data-active="${active}"]`)
    await entry(true).waitFor()
    expect(await styleOf(entry(true), "outline-style")).toBe("solid")
    expect(await styleOf(entry(false), "outline-style")).toBe("none")
    await page.keyboard.press("Escape")
    const mine = page.getByRole("button", { name: "Only mine" })
    const before = await styleOf(mine, "background-color")
    await mine.click()
    await mine.and(page.locator("[aria-pressed=true]")).waitFor()
    expect(await styleOf(mine, "background-color")).not.toBe(before)
  })

  it("tasks in the calendar have the color of their status, and an edge", async () => {
    const { boardId, open } = await given("Forced days", { dueDate: "2026-11-10", status: "done" })
    await people().api.tasks.create({ boardId, name: "Dig", dueDate: "2026-11-11" })
    const page = await open(NOVEMBER, await here.visit({ forcedColors: "active" }))
    const task = (name: string) => page.locator(".due-task", { hasText: name })
    await task("Dig").waitFor()
    expect(await styleOf(task("Sow"), "background-color")).toBe("rgb(0, 200, 117)")
    expect(await styleOf(task("Dig"), "background-color")).not.toBe("rgb(0, 200, 117)")
    expect(await styleOf(task("Dig"), "border-top-style")).toBe("solid")
  })
})
