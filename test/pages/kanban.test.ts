import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible, hiddenSideways } from "./accessibility.js"
import { dragMouse, openBoard, pointIn, said, peopleOn } from "./board.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** The lanes and the cards in each. */
const lanes = (page: Page): Promise<ReadonlyArray<string>> =>
  page
    .locator(".lane")
    .evaluateAll((nodes) =>
      nodes.map((node) =>
        [node.querySelector(".lane-name"), ...node.querySelectorAll(".card-name")]
          .map((each) => each?.textContent ?? "")
          .join(" | ")
      )
    )

const card = (page: Page, name: string) => page.locator(".card", { hasText: name })

describe("the lanes of a board", () => {
  it("are worked in by keyboard alone", async () => {
    const { api, boardId } = { ...people(), ...(await people().board("Spring", ["Dig", "Sow", "Water"])) }
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await tabTo(page, page.getByRole("link", { name: "Kanban" }))
    await page.keyboard.press("Enter")
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("ArrowDown")
    await card(page, "Sow").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("Moved to In progress, 1 of 1")
    await card(page, "Sow").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("Moved to Done, 1 of 1")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig | Water", "In progress", "Done | Sow"])
    await expect
      .poll(async () => (await api.tasks.list({ boardId })).tasks.map(({ name, status }) => `${name} ${status}`))
      .toEqual(["Dig pending", "Sow done", "Water pending"])
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig | Water", "In progress | Sow", "Done"])
    await card(page, "Sow").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig | Water", "In progress", "Done | Sow"])
    await page.keyboard.press("ArrowLeft")
    await card(page, "Dig").and(page.locator(":focus")).waitFor()
    await tabTo(page, page.getByLabel("Add a task to In progress"))
    await page.keyboard.type("Weed")
    await page.keyboard.press("Enter")
    await card(page, "Weed").waitFor()
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig | Water", "In progress | Weed", "Done | Sow"])
    await expectAccessible(page)
  })

  it("are renamed and moved by the menu of each, on a board of the API too", async () => {
    const { api, boardId, ids } = { ...people(), ...(await people().board("Menus", ["Dig", "Sow"])) }
    await api.tasks.update({ id: ids[1] ?? "", status: "review" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    const names = async () => (await lanes(page)).map((lane) => lane.split(" | ")[0])
    const menuOf = (name: string) => page.getByRole("button", { name: `Menu of the lane ${name}`, exact: true })
    await press(page, "Menu of the lane review")
    await press(page, "Move left")
    await expect.poll(names).toEqual(["To do", "In progress", "review", "Done"])
    await expect.poll(() => said(page)).toBe("review moved, lane 3 of 4")
    await press(page, "Menu of the lane review")
    await press(page, "Move left")
    await expect.poll(names).toEqual(["To do", "review", "In progress", "Done"])
    await menuOf("review").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Enter")
    await page.getByLabel("Name of the lane").fill("Check")
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig", "Check | Sow", "In progress", "Done"])
    await menuOf("Check").and(page.locator(":focus")).waitFor()
    const { columns } = await api.boards.get({ id: boardId })
    expect(
      columns.find(({ field }) => field === "status")?.options.map(({ label, value }) => `${label}: ${value}`)
    ).toEqual(["To do: pending", "Check: review", "In progress: working", "Done: done"])
    for (const left of [
      ["To do", "review", "In progress", "Done"],
      ["To do", "In progress", "review", "Done"],
      ["To do", "In progress", "Done", "review"]
    ]) {
      await page.keyboard.press("Control+z")
      await expect.poll(names).toEqual(left)
    }
    await page.keyboard.press("Enter")
    await expectAccessible(page)
    await press(page, "Edit labels")
    await page.getByRole("dialog", { name: "Labels of Status" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByLabel("Lanes by").selectOption("Group")
    await press(page, "Menu of the group Doing")
    await page.getByLabel("Name of the group").waitFor()
  })

  it("are dragged by their headings, whose text that does not select", async () => {
    const { boardId } = await people().board("Dragged", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await card(page, "Dig").waitFor()
    const drag = async (from: number, to: number, x: number) =>
      dragMouse(
        page,
        await pointIn(page, `.lane:nth-child(${from}) .lane-name`),
        await pointIn(page, `.lane:nth-child(${to})`, x)
      )
    await drag(1, 2, 0.8)
    await expect.poll(() => said(page)).toBe("To do moved, lane 2 of 3")
    await expect.poll(() => lanes(page)).toEqual(["In progress", "To do | Dig", "Done"])
    await drag(1, 3, 0.9)
    await expect.poll(() => said(page)).toBe("In progress moved, lane 3 of 3")
    await drag(2, 1, 0.2)
    await expect.poll(() => lanes(page)).toEqual(["Done", "To do | Dig", "In progress"])
    expect(await page.evaluate(() => String(getSelection()))).toBe("")
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig", "Done", "In progress"])
    await page.getByLabel("Lanes by").selectOption("Group")
    await expect.poll(() => lanes(page)).toEqual(["Doing | Dig", "Done"])
    await drag(2, 1, 0.2)
    await expect.poll(() => lanes(page)).toEqual(["Done", "Doing | Dig"])
  })

  it("have cards that stand out when they are due today", async () => {
    const { api, boardId, ids } = { ...people(), ...(await people().board("Due", ["Dig", "Sow"])) }
    const page = await here.visit({ timezoneId: "UTC" })
    await api.tasks.update({ id: ids[0] ?? "", dueDate: new Date().toISOString().slice(0, 10) })
    await api.tasks.update({ id: ids[1] ?? "", dueDate: "2999-01-01" })
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await card(page, "Dig").getByText("Today").waitFor({ state: "attached" })
    const weight = (name: string) =>
      card(page, name)
        .locator(".due")
        .evaluate((node) => getComputedStyle(node).fontWeight)
    expect([await weight("Dig"), await weight("Sow")]).toEqual(["600", "400"])
    await api.tasks.update({ id: ids[0] ?? "", status: "done" })
    await expect.poll(() => weight("Dig")).toBe("400")
  })

  it("have tasks in the order of their groups, and keep a lane that somebody else has just added", async () => {
    const { api } = people()
    const { boardId, doing } = await people().board("Lanes", ["Dig", "Sow"])
    const { group } = await api.boards.addGroup({ id: boardId, name: "First" })
    await api.boards.updateGroup({ boardId, groupId: group.id, beforeGroupId: doing })
    const { column } = await api.boards.addColumn({ id: boardId, name: "Stage", type: "status", field: "status" })
    await api.tasks.create({ boardId, groupId: group.id, name: "Weed" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await expect.poll(async () => (await lanes(page))[0]).toMatch(/ \| Weed \| Dig \| Sow$/)
    // Nothing of it comes to the page before the page adds one.
    await page.route("**/api/boards/*", (route) => (route.request().method() === "GET" ? undefined : route.continue()))
    await api.boards.updateColumn({ boardId, columnId: column.id, options: [{ label: "Theirs" }], knownOptions: [] })
    await page.getByRole("button", { name: "Add a lane" }).click()
    await page.getByLabel("Name of the lane").fill("Ours")
    await page.keyboard.press("Enter")
    await expect
      .poll(async () => (await api.boards.get({ id: boardId })).columns.at(-1)?.options.map(({ label }) => label))
      .toEqual(expect.arrayContaining(["Theirs", "Ours"]))
  })

  it("say that the filter hides a card that a key has moved, and the focus goes on to its neighbour", async () => {
    const { boardId, ids } = await people().board("Filtered", ["Dig", "Sow"])
    for (const id of ids) await people().api.tasks.update({ id, status: "working" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban&f.status=working")
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("“Dig” is hidden by the filter now.")
    await card(page, "Sow").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => said(page)).toBe("“Sow” is hidden by the filter now.")
    await page.locator("#main:focus").waitFor()
    await page.getByRole("button", { name: "Clear filters" }).press("Enter")
    await card(page, "Sow").waitFor()
    expect(await page.locator(".card:focus").count()).toBe(0)
  })

  it("of groups have an order that keys change", async () => {
    const { boardId } = await people().board("Order", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await page.getByLabel("Lanes by").selectOption("Group")
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 2 of 3")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to Doing, 3 of 3")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Doing: Water", "Doing: Dig"])
    expect(page.url()).toContain("by=group")
  })

  it("take cards by mouse, at the place where they are dropped", async () => {
    const { boardId } = await people().board("Mouse", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban&by=group")
    await card(page, "Water").waitFor()
    await dragMouse(page, await pointIn(page, ".card >> text=Dig"), await pointIn(page, ".lane:nth-child(2) .cards"))
    await expect.poll(() => said(page)).toBe("Moved to Done, 1 of 1")
    const above = await pointIn(page, ".card >> text=Dig", 0.5, 0)
    await dragMouse(page, await pointIn(page, ".card >> text=Water"), above)
    await expect.poll(() => said(page)).toBe("Moved to Done, 1 of 2")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Done: Water", "Done: Dig"])
    // The click at the end of a drag opens nothing.
    expect(page.url()).not.toContain("task=")
  })

  it("of a status take cards between those of their group, with one step to undo", async () => {
    const { boardId } = await people().board("Ranked", ["Dig", "Sow", "Water"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig | Sow | Water", "In progress", "Done"])
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(() => said(page)).toBe("Moved to To do, 2 of 3")
    await dragMouse(page, await pointIn(page, ".card >> text=Water"), await pointIn(page, ".lane:nth-child(2) .cards"))
    await expect.poll(() => lanes(page)).toEqual(["To do | Sow | Dig", "In progress | Water", "Done"])
    const above = await pointIn(page, ".card >> text=Water", 0.5, 0)
    await dragMouse(page, await pointIn(page, ".card >> text=Dig"), above)
    await expect.poll(() => lanes(page)).toEqual(["To do | Sow", "In progress | Dig | Water", "Done"])
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Doing: Dig", "Doing: Water"])
    await dragMouse(page, await pointIn(page, ".card >> text=Sow"), await pointIn(page, ".card >> text=Water", 0.5, 1))
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress | Dig | Water | Sow", "Done"])
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do | Sow", "In progress | Dig | Water", "Done"])
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Sow", "Doing: Dig", "Doing: Water"])
    await page.goto(`/app?board=${boardId}&view=kanban&sort=name`)
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowDown")
    await page.getByText("Remove the sorting to move tasks.").waitFor()
  })

  it("have no controls for viewers, and move nothing", async () => {
    const { boardId } = await people().board("Read", ["Dig"])
    await people().letIn(boardId)
    const page = await here.visit()
    await openBoard(page, people().guest, boardId, "&view=kanban")
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowRight")
    await dragMouse(page, await pointIn(page, ".card"), await pointIn(page, ".lane:nth-child(2) .cards"))
    await expect.poll(() => lanes(page)).toEqual(["To do | Dig", "In progress", "Done"])
    expect(await page.getByRole("textbox").count()).toBe(0)
  })

  it("with thousands of tasks have only the cards near the window in the document, on a phone too", async () => {
    const { boardId, doing } = await people().board("Many", [])
    for (let part = 0; part < 10; part += 1)
      await people().api.tasks.bulk({
        boardId,
        operations: Array.from({ length: 200 }, (_, at) => ({
          op: "create" as const,
          task: { name: `Task ${part * 200 + at}`, groupId: doing }
        }))
      })
    const page = await here.visit({ width: 375 })
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await page.locator(".lane .count", { hasText: "2,000 tasks" }).waitFor()
    expect(await page.locator(".card").count()).toBeLessThan(80)
    expect(await hiddenSideways(page)).toBe(0)
    await tabTo(page, page.locator(".card").first())
    await page.keyboard.press("End")
    await page.locator(".card:focus", { hasText: "Task 1999" }).waitFor()
    expect(await page.locator(".card").count()).toBeLessThan(80)
  })
})
