import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { expectAccessible, hiddenSideways } from "./accessibility.js"
import { chooseInMenu, openBoard, peopleOn } from "./board.js"
import { inGerman } from "./inGerman.js"
import { press } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** A board with the groups Doing and Done, and a task in the first. */
const given = async (name: string) => {
  const {
    ids: [id = ""],
    ...places
  } = await people().board(name, ["Sow peas"])
  return { ...places, api: people().api, id }
}

const sentences = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("#events .event p:first-child").allInnerTexts()

describe("the activity of a board", () => {
  it("is read and undone by keyboard alone", async () => {
    const { api, boardId, done, doing, id } = await given("Spring")
    await api.tasks.move({ id, groupId: done })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await chooseInMenu(page, "Activity")
    await page.getByText("You moved it from Doing to Done.").first().waitFor()
    expect(await sentences(page)).toEqual([
      "Sow peas: You moved it from Doing to Done.",
      "Sow peas: You created it in Doing.",
      "You renamed the group from “New group” to “Doing”.",
      "You added the group “Done”.",
      "You created the board “Spring”."
    ])
    expect(await page.title()).toBe("Activity of Spring - Boardwright")
    await expectAccessible(page)
    await press(page, "Undo You moved it from Doing to Done.")
    await page.getByText("The change is undone.").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("said")
    expect((await sentences(page))[0]).toBe("Sow peas: You moved it from Done to Doing.")
    expect((await api.tasks.get({ id })).groupId).toBe(doing)
    await press(page, "Undo You created it in Doing.")
    await page.getByText("You deleted it.").first().waitFor()
    expect((await sentences(page)).slice(0, 2)).toEqual([
      "Sow peas: You deleted it.",
      "Sow peas: You moved it from Done to Doing."
    ])
    expect(await page.getByRole("link", { name: "Sow peas" }).count()).toBe(0)
    await inGerman(page)
    await page.getByText("Du hast die Aufgabe gelöscht.").first().waitFor()
    expect((await sentences(page)).slice(-2)).toEqual([
      "Du hast die Gruppe „Done“ hinzugefügt.",
      "Du hast das Board „Spring“ angelegt."
    ])
    expect(await page.title()).toBe("Aktivität von Spring - Boardwright")
    await expectAccessible(page)
    await press(page, "Rückgängig Du hast die Aufgabe gelöscht.")
    await page.getByText("Die Änderung ist rückgängig gemacht.").waitFor()
    expect((await api.tasks.get({ id })).groupId).toBe(doing)
  })

  it("says why something cannot be undone", async () => {
    const { api, boardId, id } = await given("Conflicts")
    const { column } = await api.boards.addColumn({ id: boardId, name: "Size", type: "number" })
    for (const size of [4, 5]) await api.tasks.update({ id, columnValues: { [column.id]: size } })
    const page = await here.visit()
    await openAs(page, people().owner.token, `/account?activity=${boardId}`)
    await page.getByRole("button", { name: "Undo You set Size to 4." }).click()
    await page.getByText("Cannot be undone now: Size has changed since").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("problem")
    await expectAccessible(page)
    await inGerman(page)
    await page.getByRole("button", { name: "Du hast Size auf 4 gesetzt." }).click()
    await page.getByText("Lässt sich jetzt nicht rückgängig machen: jemand hat Size seither geändert").waitFor()
  })

  it("shows others by name, older changes on demand, and nothing to undo to a viewer", async () => {
    const { api, boardId, id } = await given("Shared")
    const userId = await people().letIn(boardId)
    await people().theirs.tasks.addComment({ id, content: "Soon" })
    for (let count = 0; count < 30; count += 1) await api.tasks.update({ id, status: `step ${count}` })
    const page = await here.visit()
    await openAs(page, people().guest.token, `/account?activity=${boardId}`)
    await page.getByText("Ada changed the status from step 28 to step 29.").waitFor()
    expect(await sentences(page)).toHaveLength(25)
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0)
    await press(page, "Older")
    await page.getByText("You joined the board as viewer.").waitFor()
    expect(await page.evaluate("document.activeElement.textContent")).toContain("step 3 to step 4")
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(1)
    expect(await page.getByRole("button", { name: "Undo You commented “Soon”.", exact: true }).count()).toBe(1)
    expect(await page.getByRole("button", { name: "Older" }).count()).toBe(0)
    await openAs(page, people().owner.token, `/account?activity=${boardId}`)
    await page.getByRole("button", { name: "Older" }).click()
    await page.getByText("Bob joined the board as viewer.").waitFor()
    await api.members.remove({ id: boardId, userId })
    await openAs(page, people().owner.token, `/account?activity=${boardId}`)
    await page.getByText("You removed Bob from the board.").waitFor()
    await openAs(page, people().guest.token, `/account?activity=${boardId}`)
    await page.getByText("You may not read this board").waitFor()
    await expectAccessible(page)
  })
})

describe("the activity of a task", () => {
  it("is opened where the task is, and leads to that of the board", async () => {
    const { api, boardId, done, id } = await given("Summer")
    await api.tasks.addSubtask({ id, name: "Dig" })
    await api.tasks.create({ boardId, name: "Another" })
    await api.tasks.move({ id, groupId: done })
    const page = await here.visit()
    await openAs(page, people().owner.token, `/account?activity=${boardId}&task=${id}`)
    await page.getByText("You moved it from Doing to Done.").first().waitFor()
    expect(await sentences(page)).toEqual([
      "You moved it from Doing to Done.",
      "You added the subtask “Dig”.",
      "You created it in Doing."
    ])
    await expectAccessible(page)
    await press(page, "Activity of the whole board", "link")
    await page.getByText("You added the group “Done”.").first().waitFor()
    await openAs(page, people().owner.token, `/account?activity=${boardId}&task=none`)
    await page.getByText("There is no such board or task.").waitFor()
  })

  it("of long words, and of texts too large for one response, fits", async () => {
    const { api, boardId, id } = await given("Long")
    const long = "W".repeat(255)
    for (let count = 0; count < 12; count += 1)
      await api.tasks.update({
        id,
        description: String.fromCharCode(97 + count).repeat(60_000),
        name: `${count}${long}`.slice(0, 255)
      })
    const page = await here.visit({ width: 360 })
    await openAs(page, people().owner.token, `/account?activity=${boardId}`)
    await page.getByText("changed the description").first().waitFor()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await hiddenSideways(page)).toBe(0)
    }
    await page.getByRole("button", { name: "Older" }).click()
    await page.locator("#events > li:focus").waitFor()
    await expectAccessible(page)
  })
})
