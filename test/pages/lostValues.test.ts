import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { expectAccessible } from "./accessibility.js"
import { openBoard, row, peopleOn } from "./board.js"
import { inGerman } from "./inGerman.js"
import { tabTo } from "./keyboard.js"
import { site } from "./site.js"

const here = site()
const BULK = "**/api/tasks/bulk"
const REFUSED = /status of 40[049]|ERR_FAILED/
const people = peopleOn(here)

/** A board with the task Dig, open in German or English. */
const given = async (name: string, isGerman = false) => {
  const { api, board, owner } = people()
  const {
    boardId,
    ids: [id = ""]
  } = await board(name, ["Dig"])
  const page = await here.visit({ expected: REFUSED })
  const answers = { areConflicts: false }
  await page.route(BULK, (route) =>
    answers.areConflicts ? route.fulfill({ status: 409, json: CONFLICT }) : route.continue()
  )
  await openBoard(page, owner, boardId)
  if (isGerman) await inGerman(page)
  await row(page, "Dig").waitFor()
  return { answers, api, boardId, id, page }
}

it.each(["en", "de"] as const)("a name typed for a task that is deleted meanwhile is shown: %s", async (lang) => {
  const isGerman = lang === "de"
  const { api, id, page } = await given("Deleted", isGerman)
  await row(page, "Dig").getByRole("rowheader").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("Dig deep")
  await api.tasks.delete({ id })
  const dialog = page.getByRole("dialog", { name: isGerman ? "Die Aufgabe ist gelöscht" : "The task is deleted" })
  await dialog.getByText(isGerman ? "„Dig“" : "“Dig”").waitFor()
  await dialog.getByText("Dig deep").waitFor()
  expect(await page.locator(".notices").getByText("not found").count()).toBe(0)
  await dialog.getByRole("button", { name: isGerman ? /wiederherstellen$/ : /^Restore/ }).click()
  await row(page, "Dig deep").waitFor()
  await expect.poll(async () => (await api.tasks.get({ id })).name).toBe("Dig deep")
})

it.each(["en", "de"] as const)("a value for a column that is deleted meanwhile is shown, and why: %s", async (lang) => {
  const isGerman = lang === "de"
  const { api, boardId, page } = await given("Column", isGerman)
  const { column } = await api.boards.addColumn({ id: boardId, name: "Bed", type: "text" })
  await page.getByRole("columnheader", { name: "Bed" }).waitFor()
  await row(page, "Dig").getByRole("gridcell").last().focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("North")
  await api.boards.deleteColumn({ boardId, columnId: column.id })
  await page.keyboard.press("Enter")
  const said = isGerman ? /North.*Jemand hat die Spalte gelöscht\./ : /North.*Somebody has deleted the column\./
  await page.locator(".notices").getByText(said).waitFor()
  expect(await page.locator(".notices").getByText(column.id).count()).toBe(0)
})

it.each([
  ["en", "Not saved: “Rake”. Group not found"],
  ["de", "Nicht gespeichert: „Rake“. Das gibt es nicht. Vielleicht wurde es gelöscht."]
] as const)("a name typed for a group that is deleted meanwhile is shown, and why: %s", async (lang, said) => {
  const { api, boardId, page } = await given("Group", lang === "de")
  const done = (await api.boards.get({ id: boardId })).groups.at(-1)?.id ?? ""
  await page.getByLabel(lang === "de" ? "Aufgabe zu Done hinzufügen" : "Add a task to Done").fill("Rake")
  await api.boards.deleteGroup({ boardId, groupId: done })
  await expect.poll(() => page.locator(".notices p > span").allInnerTexts()).toEqual([said])
})

it("two values of one field are shown again after a reload, until the user has decided", async () => {
  const { answers, api, id, page } = await given("Reloaded")
  answers.areConflicts = true
  await row(page, "Dig").getByRole("rowheader").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("Mine")
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Two values for one field" })
  await dialog.getByText("Mine").waitFor()
  answers.areConflicts = false
  await page.reload()
  await dialog.getByText("Mine").waitFor()
  await dialog.getByRole("button", { name: "Keep my value" }).click()
  await expect.poll(async () => (await api.tasks.get({ id })).name).toBe("Mine")
  await page.reload()
  await row(page, "Mine").waitFor()
  expect(await dialog.count()).toBe(0)
})

/** Renames the task Dig while no change reaches the server. */
const renameAway = async (page: Page): Promise<void> => {
  await page.route(BULK, (route) => route.abort())
  await row(page, "Dig").getByRole("rowheader").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type("Mine")
  await page.keyboard.press("Enter")
  await page.getByText("1 change waits to be sent.").waitFor()
}

it("changes that wait are shown when the board is opened again, and are sent once the server can be reached", async () => {
  const { api, id, page } = await given("Waiting")
  await renameAway(page)
  await page.getByRole("link", { name: "Home", exact: true }).click()
  await page.getByRole("link", { name: "Waiting", exact: true }).first().click()
  await row(page, "Mine").waitFor()
  await page.reload()
  await row(page, "Mine").waitFor()
  await page.unroute(BULK)
  await page.evaluate(`dispatchEvent(new Event("online"))`)
  await expect.poll(async () => (await api.tasks.get({ id })).name).toBe("Mine")
})

it.each([
  ["Send now", "Mine"],
  ["Discard", "Dig"]
])("changes of over a day ago are sent only if the user says so, by keyboard: %s", async (choice, name) => {
  const { api, id, page } = await given("Old")
  await renameAway(page)
  const board = page.url()
  await page.goto("/api/health")
  await page.evaluate((day) => {
    for (const [key, value] of Object.entries(localStorage))
      localStorage.setItem(
        key,
        value.replace(/(?<="madeAt":)\d+/g, (at: string) => String(Number(at) - day))
      )
  }, 25 * 3_600_000)
  await page.unroute(BULK)
  await page.goto(board)
  const dialog = page.getByRole("dialog", { name: "Unsent changes" })
  await dialog.getByText("1 change to this board was made over a day ago and never sent.").waitFor()
  await dialog
    .getByRole("listitem")
    .filter({ hasText: /^Dig, / })
    .waitFor()
  await expectAccessible(page)
  await row(page, "Dig").waitFor()
  // It is hidden before the page knows that it was closed.
  const closed = page.locator("dialog.sheet")
  await page.keyboard.press("Escape")
  await closed.waitFor({ state: "detached" })
  await page.locator(".state").getByText("1 change of an earlier visit was never sent.").waitFor()
  await expectAccessible(page)
  const show = page.locator(".state").getByRole("button", { name: "Show" })
  await tabTo(page, show)
  await page.keyboard.press("Enter")
  await dialog.waitFor()
  await page.keyboard.press("Escape")
  await closed.waitFor({ state: "detached" })
  await show.and(page.locator(":focus")).waitFor()
  await page.keyboard.press("Enter")
  await tabTo(page, dialog.getByRole("button", { name: choice }))
  await page.keyboard.press("Enter")
  await dialog.waitFor({ state: "detached" })
  await row(page, name).waitFor()
  expect(await show.count()).toBe(0)
  await expect.poll(async () => (await api.tasks.get({ id })).name).toBe(name)
})

it("a conflict that is closed by Escape is followed by the next one", async () => {
  const { answers, api, boardId, page } = await given("Several")
  const { groups } = await api.boards.get({ id: boardId })
  await api.tasks.create({ boardId, groupId: groups[0]?.id ?? "", name: "Sow" })
  await row(page, "Sow").waitFor()
  answers.areConflicts = true
  await row(page, "Dig").getByRole("rowheader").focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", "First\nSecond")
    clipboardData.setData("text/html", "<table><tr><td>")
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
    )
  })
  const dialog = page.getByRole("dialog", { name: "Two values for one field" })
  await dialog.getByText("First").waitFor()
  await page.keyboard.press("Escape")
  await dialog.getByText("Second").waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect((await api.tasks.list({ boardId })).tasks.map(({ name }) => name)).toEqual(["Dig", "Sow"])
})

it("a date of which a part was erased leaves the cell as it was", async () => {
  const { api, boardId, id, page } = await given("Half")
  await api.boards.addColumn({ id: boardId, name: "Due", type: "date", field: "dueDate" })
  await api.tasks.update({ id, dueDate: "2026-02-15" })
  const cell = row(page, "Dig").getByText("Feb 15, 2026")
  await cell.waitFor()
  await row(page, "Dig").getByRole("gridcell").last().focus()
  await page.keyboard.press("F2")
  await page.keyboard.press("Backspace")
  await page.keyboard.press("Enter")
  await cell.waitFor()
  await api.tasks.update({ id, name: "Dig deep" })
  await row(page, "Dig deep").getByText("Feb 15, 2026").waitFor()
  expect((await api.tasks.get({ id })).dueDate).toBe("2026-02-15T00:00:00.000Z")
})

/** The answer to a change of names that somebody else has changed. */
const CONFLICT = {
  error: "Conflict",
  code: "BulkConflict",
  details: ["0", "1"].map((at) => ({
    ...{ path: ["operations", at, "expect", "name"], message: "has changed", current: "Theirs" }
  }))
}
