import { createClient } from "@boardwright/client"
import { describe, expect, it } from "vitest"
import { somebody } from "../faults/given.js"
import { expectAccessible, SOME_LOOKS } from "./accessibility.js"
import { openBoard, twoPeople } from "./board.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()

/** Somebody with boards in two workspaces. */
const given = async () => {
  const person = await somebody(here.server, "Wanderer")
  const api = createClient({ baseUrl: here.server.url, token: person.token })
  const ids = new Map<string, string>()
  for (const [workspace, boards] of [
    ["Studio", ["Spring", "Summer"]],
    ["Garden", ["Beds", "Trees"]]
  ] as const) {
    const { id: workspaceId } = (await api.workspaces.create({ name: workspace })).workspace
    for (const name of boards) ids.set(name, (await api.boards.create({ name, workspaceId })).board.id)
  }
  return { person, idOf: (name: string) => ids.get(name) ?? "" }
}

describe("the menu of boards", () => {
  it("leads from one board to another by keyboard alone, recent boards first", async () => {
    const { idOf, person } = await given()
    const page = await here.visit()
    await openBoard(page, person, idOf("Trees"))
    await openBoard(page, person, idOf("Spring"))
    await press(page, "Go to another board")
    const menu = page.getByRole("menu", { name: "Go to another board" })
    const namesIn = (group: string) => menu.getByRole("group", { name: group }).getByRole("menuitemradio")
    await namesIn("Recent boards").and(page.locator(":focus")).waitFor()
    const groups = await menu.getByRole("group").evaluateAll((nodes) => nodes.map((node) => node.ariaLabel))
    expect([groups[0], groups.slice(1).toSorted()]).toEqual(["Recent boards", ["Garden", "Studio"]])
    expect(await namesIn("Recent boards").allInnerTexts()).toEqual(["Trees"])
    expect((await namesIn("Studio").allInnerTexts()).toSorted()).toEqual(["Spring", "Summer"])
    expect(await menu.getByRole("menuitemradio", { checked: true }).allInnerTexts()).toEqual(["Spring"])
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.keyboard.type("b")
    await menu.getByRole("menuitemradio", { name: "Beds" }).and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Beds" }).waitFor()
    expect(new URL(page.url()).searchParams.get("board")).toBe(idOf("Beds"))
    await press(page, "Go to another board")
    await page.keyboard.press("Escape")
    await tabTo(page, page.getByRole("button", { name: "Go to another board" }))
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
  })

  it.each([375, 1280])("has a line for a long name, and the page two, in a window of %d pixels", async (width) => {
    const person = await somebody(here.server, `Writer${width}`)
    const api = createClient({ baseUrl: here.server.url, token: person.token })
    const { id: workspaceId } = (await api.workspaces.create({ name: "Studio" })).workspace
    const name = "Spring".repeat(33)
    const { board } = await api.boards.create({ name, workspaceId })
    const page = await here.visit({ width })
    await openBoard(page, person, board.id)
    const title = page.getByRole("heading", { level: 1, name })
    expect(await title.getAttribute("title")).toBe(name)
    const lines = (node: Element) =>
      Math.round(node.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(node).lineHeight))
    expect(await title.evaluate(lines)).toBe(2)
    await press(page, "Go to another board")
    const item = page.getByRole("menuitemradio", { name })
    expect(await item.getAttribute("title")).toBe(name)
    const [needed = 0, given] = await page
      .locator(".menu-list")
      .evaluate(({ clientWidth, scrollWidth }) => [scrollWidth, clientWidth])
    expect(needed).toBeLessThanOrEqual(given ?? 0)
    expect((await item.boundingBox())?.height).toBeLessThan(44)
    await page.goto("/app")
    const card = page.locator(".board-card strong")
    await card.waitFor()
    expect(await card.evaluate((node) => node.getBoundingClientRect().height)).toBeLessThan(50)
  })
})

it("the keyboard shortcuts are listed by keyboard alone", async () => {
  const people = await twoPeople(here.server)
  const { boardId } = await people.board("Keys", ["Dig"])
  const page = await here.visit()
  await openBoard(page, people.owner, boardId)
  const button = page.getByRole("button", { name: /^Account of/ })
  await button.press("Enter")
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await dialog.getByText("Ctrl+Z").first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  await button.and(page.locator(":focus")).waitFor()
})
