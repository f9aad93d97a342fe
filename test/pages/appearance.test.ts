import type { Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { openBoard, type TwoPeople, twoPeople } from "./board.js"
import { site } from "./site.js"

const here = site()
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

const HEBREW = "שלום Ada!"
const NOVEMBER = "&view=calendar&month=2026-11"

const styleOf = (node: Locator, property: string): Promise<string> =>
  node.first().evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)

const directionOf = (node: Locator): Promise<string> => styleOf(node, "direction")

/** A board with a task of a name, and how it is opened. */
const given = async (name: string, task: object) => {
  const { boardId } = await people.board(name, ["Sow"])
  const [id = ""] = (await people.api.tasks.list({ boardId })).tasks.map((each) => each.id)
  await people.api.tasks.update({ id, ...task })
  return {
    boardId,
    id,
    open: async (query: string, page?: Page): Promise<Page> => {
      const opened = page ?? (await here.visit())
      await openBoard(opened, people.owner, boardId, query)
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

describe("text from right to left", () => {
  it("starts on the right in descriptions, comments, cards and the calendar", async () => {
    const { id, open } = await given("Directions", {
      name: HEBREW,
      dueDate: "2026-11-10",
      description: `${HEBREW}\n\nPlain\n\n- ${HEBREW}\n- Plain\n\n# ${HEBREW}`
    })
    await people.api.tasks.addComment({ id, content: HEBREW })
    const page = await open(`&task=${id}`)
    const text = page.locator(".markdown p")
    await text.first().waitFor()
    expect(await directionOf(text.filter({ hasText: "Ada" }))).toBe("rtl")
    expect(await directionOf(text.filter({ hasText: "Plain" }))).toBe("ltr")
    expect(await directionOf(page.locator(".markdown h4"))).toBe("rtl")
    // The mark of an entry is on the side of its list; its text is read by itself.
    expect(await directionOf(page.locator(".markdown ul"))).toBe("rtl")
    expect(await styleOf(page.locator(".markdown li"), "unicode-bidi")).toBe("plaintext")
    expect(await directionOf(page.locator(".comment-text"))).toBe("rtl")
    await open("&view=kanban", page)
    expect(await directionOf(page.locator(".card-name"))).toBe("rtl")
    await open(NOVEMBER, page)
    await page.locator(".due-task .visually-hidden").waitFor({ state: "attached" })
    expect(await directionOf(page.locator(".due-task"))).toBe("rtl")
  })
})
