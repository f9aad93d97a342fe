import { describe, expect, it } from "vitest"
import { newBoard } from "../faults/given.js"
import { expectAccessible } from "./accessibility.js"
import { chooseInMenu, openBoard, peopleOn } from "./board.js"
import { inGerman } from "./inGerman.js"
import { choose, press } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

/** A board with an editor, and tasks that were deleted, the last first. */
const given = async (name: string, deleted: ReadonlyArray<string>) => {
  const { api, letIn, owner, theirs } = people()
  const places = await newBoard(here.server, owner, name)
  const userId = await letIn(places.boardId, "editor")
  for (const task of deleted) {
    const made = await theirs.tasks.create({ boardId: places.boardId, name: task })
    await theirs.tasks.delete({ id: made.task.id })
  }
  return { ...places, api, userId }
}

describe("the trash of a board", () => {
  it("is restored and purged by keyboard alone", async () => {
    const { api, boardId } = await given("Spring", ["W".repeat(255), "Sow peas", "Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await chooseInMenu(page, "Trash")
    await page.getByText("3 deletions.").waitFor()
    expect(await page.title()).toBe("Trash of Spring - Boardwright")
    expect(await page.getByText("Task, deleted by Bob").count()).toBe(3)
    await expectAccessible(page)

    await press(page, "Restore Sow peas")
    await page.getByText("Sow peas is restored.").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("said")
    expect((await api.tasks.list({ boardId })).tasks.map(({ name }) => name)).toEqual(["Sow peas"])

    await press(page, "Delete Dig for good")
    const dialog = page.getByRole("dialog", { name: "Delete this for good?" })
    await dialog.waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    expect((await api.trash.list({ boardId })).deletions).toHaveLength(2)
    await press(page, "Delete Dig for good")
    await dialog.getByRole("button", { name: "Delete it for good" }).press("Enter")
    await page.getByText("Dig is deleted for good.").waitFor()
    await page.getByText("1 deletion.").waitFor()
    await inGerman(page)
    await page.getByText("1 Löschung.").waitFor()
    await page.getByText("Aufgabe, von Bob gelöscht").waitFor()
    expect(await page.title()).toBe("Papierkorb von Spring - Boardwright")
    await expectAccessible(page)
    await press(page, `${"W".repeat(255)} endgültig löschen`)
    await page.getByRole("dialog", { name: "Endgültig löschen?" }).waitFor()
    await expectAccessible(page)
  })

  it("is restored by editors, who purge nothing, and is not for others", async () => {
    const { api, boardId, userId } = await given("Summer", ["Sow peas"])
    const page = await here.visit()
    await openAs(page, people().guest.token, `/account?trash=${boardId}`)
    await page.getByText("Task, deleted by you").waitFor()
    expect(await page.getByRole("button", { name: /^Delete .* for good$/ }).count()).toBe(0)
    await press(page, "Restore Sow peas")
    await page.getByText("The trash is empty.").waitFor()
    await expectAccessible(page)
    await api.members.update({ id: boardId, userId, role: "viewer" })
    await openAs(page, people().guest.token, `/account?trash=${boardId}`)
    await page.getByText("You may not restore anything here.").waitFor()
    await openBoard(page, people().guest, boardId)
    await page.getByRole("button", { name: "More for this board" }).press("Enter")
    await page.getByRole("menuitem", { name: "Activity" }).waitFor()
    expect(await page.getByRole("menuitem", { name: "Trash" }).count()).toBe(0)
    await openAs(page, people().guest.token, "/account?trash=none")
    await page.getByText("There is no such board or workspace.").waitFor()
    await expectAccessible(page)
  })

  it("of many deletions is shown fifty at a time", async () => {
    const { boardId } = await given(
      "Many",
      Array.from({ length: 55 }, (_, at) => `Task ${at}`)
    )
    const page = await here.visit()
    await openAs(page, people().owner.token, `/account?trash=${boardId}`)
    await page.getByText("50 of 55 deletions are shown.").waitFor()
    await press(page, "Show more")
    await page.getByText("55 deletions.").waitFor()
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Task 4")
  })
})

describe("the trash of a workspace", () => {
  it("has its boards, and the tasks of those that are left", async () => {
    const { api, boardId, workspaceId } = await given("Autumn", ["Harvest"])
    const { board } = await api.boards.create({ name: "Winter", workspaceId })
    await api.boards.delete({ id: board.id })
    const page = await here.visit()
    await openAs(page, people().owner.token, "/account")
    await choose(page, "More for the workspace Autumn", "Trash")
    await page.getByText("2 deletions.").waitFor()
    await page.getByText("Board, deleted by you").waitFor()
    await page.getByText("Task on Autumn, deleted by Bob").waitFor()
    expect(await page.getByRole("button", { name: /^Delete .* for good$/ }).count()).toBe(2)
    await expectAccessible(page)
    await press(page, "Restore Winter")
    await page.getByText("Winter is restored.").waitFor()
    expect((await api.boards.get({ id: board.id })).name).toBe("Winter")
    await api.boards.delete({ id: boardId })
    await page.reload()
    await page.getByText("1 deletion.").waitFor()
    expect(await page.getByText("Harvest").count()).toBe(0)
  })

  it("is read by an admin of a board who reads no more of it", async () => {
    const { api, boardId, userId, workspaceId } = await given("Shared", [])
    await api.members.update({ id: boardId, userId, role: "admin" })
    await people().theirs.boards.delete({ id: boardId })
    const page = await here.visit()
    await openAs(page, people().guest.token, `/account?workspaceTrash=${workspaceId}`)
    await press(page, "Restore Shared")
    await page.getByText("Shared is restored.").waitFor()
    expect((await api.boards.get({ id: boardId })).name).toBe("Shared")
    await openAs(page, people().guest.token, "/account?workspaceTrash=none")
    await page.getByText("There is no such board or workspace.").waitFor()
  })
})
