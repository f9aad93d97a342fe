import type { Locator, Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { openBoard, type TwoPeople, twoPeople } from "./board.js"
import { site } from "./site.js"

const here = site()
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

const styleOf = (node: Locator, property: string): Promise<string> =>
  node.first().evaluate((each, name) => getComputedStyle(each).getPropertyValue(name), property)

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
