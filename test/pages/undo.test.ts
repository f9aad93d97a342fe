import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard } from "../faults/given.js"
import { openBoard, row, peopleOn } from "./board.js"
import { inGerman } from "./inGerman.js"
import { press } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** The open panel of a task that was renamed from Dig to Dig deep in it, and what is stored of the task. */
const given = async (name: string) => {
  const { api, board, owner } = people()
  const {
    boardId,
    doing,
    ids: [id = ""]
  } = await board(name, ["Dig"])
  const page = await here.visit()
  await openBoard(page, owner, boardId, `&task=${id}`)
  const panel = page.getByRole("dialog", { name: /^Task/ })
  await panel.getByRole("heading", { name: "Comments (0)" }).waitFor()
  await press(page, "Dig")
  await page.keyboard.press("Control+A")
  await page.keyboard.type("Dig deep")
  await page.keyboard.press("Enter")
  const stored = async (): Promise<string> => {
    const { description: _, ...task } = await api.tasks.get({ id })
    const subtasks = task.subtasks.map((each) => `${each.name}${each.completed ? "!" : ""}`)
    const times = task.timeEntries.map(({ duration }) => duration)
    return [task.name, ...subtasks, ...times, ...task.comments.map(({ content }) => content)].join(", ")
  }
  await expect.poll(stored).toBe("Dig deep")
  return { api, boardId, doing, id, page, panel, stored }
}

const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).first().click()

describe("undo", () => {
  it("takes back subtasks, times and comments, last first, before what was done earlier", async () => {
    const { page, panel, stored } = await given("Parts")
    const add = panel.getByLabel("Add a subtask")
    await add.fill("Rake")
    await add.press("Enter")
    await panel.getByRole("checkbox", { name: "Rake" }).check()
    await expect.poll(stored).toBe("Dig deep, Rake!")
    await panel.getByLabel("Duration").fill("45")
    await page.keyboard.press("Enter")
    await panel.getByText("45 min in all").waitFor()
    await panel.getByLabel(/^Write a comment/).fill("Wet")
    await page.keyboard.press("Control+Enter")
    await panel.getByText("Wet", { exact: true }).waitFor()
    expect(await stored()).toBe("Dig deep, Rake!, 45, Wet")
    for (const left of ["Dig deep, Rake!, 45", "Dig deep, Rake!", "Dig deep, Rake", "Dig deep", "Dig"]) {
      await undo(page)
      await expect.poll(stored).toBe(left)
    }
  })

  it("gives the text of a comment back to its field, and offers nothing that would bring the comment back", async () => {
    const { page, panel, stored } = await given("Sent too early")
    const field = panel.getByLabel(/^Write a comment/)
    await field.fill("Wet")
    await page.keyboard.press("Control+Enter")
    await panel.getByText("Wet", { exact: true }).waitFor()
    await undo(page)
    await expect.poll(stored).toBe("Dig deep")
    await expect.poll(() => field.inputValue()).toBe("Wet")
    expect(await page.getByRole("button", { name: "Redo" }).isDisabled()).toBe(true)
  })

  it("of the deletion of a subtask or a time ends its notice", async () => {
    const { page, panel, stored } = await given("Parts deleted")
    await panel.getByLabel("Add a subtask").fill("Rake")
    await page.keyboard.press("Enter")
    await panel.getByLabel("Duration").fill("45")
    await page.keyboard.press("Enter")
    await expect.poll(stored).toBe("Dig deep, Rake, 45")
    for (const [button, left] of [
      ["Delete Rake", "Dig deep, 45"],
      ["Delete 45 min", "Dig deep, Rake"]
    ] as const) {
      await panel.getByRole("button", { name: button }).click()
      await expect.poll(stored).toBe(left)
      const notice = page.locator(".notices").getByRole("button", { name: "Undo" })
      await notice.waitFor()
      await page.getByRole("group", { name: "Filter and sort" }).getByRole("button", { name: "Undo" }).click()
      await expect.poll(stored).toBe("Dig deep, Rake, 45")
      await notice.waitFor({ state: "detached" })
    }
  })

  it("of a deletion ends its notice, by any button and in the panel", async () => {
    const { page, panel, stored } = await given("Deleted")
    const notice = page.locator(".notices").getByText("in the trash")
    const toolbar = page.getByRole("group", { name: "Filter and sort" })
    const takeBack = async (): Promise<void> => {
      await notice.waitFor()
      await toolbar.getByRole("button", { name: "Undo" }).click()
      await row(page, "Dig deep").waitFor()
      await notice.waitFor({ state: "detached" })
      expect(await stored()).toBe("Dig deep")
    }
    await panel.getByRole("button", { name: "Delete", exact: true }).click()
    await takeBack()
    await page.getByLabel("Select Dig deep").check()
    await page.getByRole("group", { name: "Selected tasks" }).getByRole("button", { name: "Delete" }).click()
    await takeBack()
  })

  it("says that a deleted comment stays deleted, and leaves what was done earlier", async () => {
    const { api, id, page, panel, stored } = await given("Comment")
    await api.tasks.addComment({ id, content: "Wet" })
    await panel.getByRole("button", { name: "Delete the comment by Ada" }).click()
    await panel.getByRole("button", { name: "Delete for good" }).click()
    await panel.getByRole("heading", { name: "Comments (0)" }).waitFor()
    await undo(page)
    await page.getByText("This change cannot be undone.").waitFor()
    expect(await stored()).toBe("Dig deep")
    await undo(page)
    await expect.poll(stored).toBe("Dig")
  })

  it("takes back a copy and a move to another board", async () => {
    const { api, boardId, page, panel, stored } = await given("Whole")
    const other = await newBoard(here.server, people().owner, "Elsewhere")
    const names = async (of: string) => (await api.tasks.list({ boardId: of })).tasks.map(({ name }) => name)
    await panel.getByRole("button", { name: "Duplicate" }).click()
    await expect.poll(() => names(boardId)).toEqual(["Dig deep", "Dig deep"])
    await page.getByText("This is the copy.").waitFor()
    await undo(page)
    await expect.poll(() => names(boardId)).toEqual(["Dig deep"])
    await page.goBack()
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    await panel.getByRole("button", { name: "Move to board" }).click()
    await page.getByLabel("Board", { exact: true }).selectOption(other.boardId)
    await page.getByRole("button", { name: "Move", exact: true }).click()
    await expect.poll(() => names(other.boardId)).toEqual(["Dig deep"])
    await panel.waitFor({ state: "detached" })
    await undo(page)
    await expect.poll(() => names(boardId)).toEqual(["Dig deep"])
    expect(await stored()).toBe("Dig deep")
  })

  it("by Ctrl+Z is the board's where the focused field has nothing to undo", async () => {
    const { api, boardId, page, panel, stored } = await given("Keys")
    const names = async () => (await api.tasks.list({ boardId })).tasks.map(({ name }) => name)
    const subtask = panel.getByLabel("Add a subtask")
    await subtask.fill("Rake")
    await subtask.press("Enter")
    const checkbox = panel.getByRole("checkbox", { name: "Rake" })
    await checkbox.press("Space")
    await expect.poll(stored).toBe("Dig deep, Rake!")
    await page.keyboard.press("Control+z")
    await expect.poll(stored).toBe("Dig deep, Rake")
    const add = page.getByLabel("Add a task to Doing")
    await add.fill("Sow")
    await add.press("Enter")
    await expect.poll(names).toEqual(["Dig deep", "Sow"])
    await row(page, "Sow").waitFor()
    await add.pressSequentially("P")
    await page.keyboard.press("Control+z")
    await expect.poll(() => add.inputValue()).toBe("")
    await add.pressSequentially("P")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Control+z")
    await expect.poll(() => add.inputValue()).toBe("P")
    expect(await names()).toEqual(["Dig deep", "Sow"])
    await add.press("Enter")
    await expect.poll(names).toEqual(["Dig deep", "Sow", "P"])
    for (const left of [["Dig deep", "Sow"], ["Dig deep"]]) {
      await page.keyboard.press("Control+z")
      await expect.poll(names).toEqual(left)
    }
  })

  it.each(["en", "de"] as const)(
    "says in words that a group whose tasks were moved stays deleted: %s",
    async (lang) => {
      const isGerman = lang === "de"
      const { api, board, owner } = people()
      const { boardId, done } = await board("Groups", [])
      await api.tasks.create({ boardId, groupId: done, name: "Dig" })
      const page = await here.visit({ expected: /status of 409/ })
      await openBoard(page, owner, boardId)
      if (isGerman) await inGerman(page)
      await page.getByRole("button", { name: isGerman ? "Menü der Gruppe Done" : "Menu of the group Done" }).click()
      await page.locator(".menu").getByRole("button", { name: "Doing" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText(isGerman ? "Das lässt sich nicht rückgängig machen." : "This cannot be undone.").waitFor()
      await dialog.getByRole("button", { name: isGerman ? "Löschen" : "Delete" }).click()
      await expect.poll(async () => (await api.boards.get({ id: boardId })).groups.length).toBe(1)
      await page
        .getByRole("button", { name: isGerman ? "Rückgängig" : "Undo" })
        .and(page.locator(":enabled"))
        .click()
      await page
        .getByText(
          isGerman
            ? "Lässt sich jetzt nicht rückgängig machen: die Aufgaben wurden in eine andere Gruppe verschoben"
            : "Cannot be undone now: the tasks were moved to another group"
        )
        .waitFor()
    }
  )
})
