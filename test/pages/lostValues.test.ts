import { beforeAll, expect, it } from "vitest"
import { openBoard, row, type TwoPeople, twoPeople } from "./board.js"
import { inGerman } from "./inGerman.js"
import { site } from "./site.js"

const here = site()
const REFUSED = /status of 40[049]/
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

/** A board with the task Dig, open in German or English. */
const given = async (name: string, isGerman = false) => {
  const { api, board, owner } = people
  const {
    boardId,
    ids: [id = ""]
  } = await board(name, ["Dig"])
  const page = await here.visit({ expected: REFUSED })
  const answers = { areConflicts: false }
  await page.route("**/api/tasks/bulk", (route) =>
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

/** The answer to a change of a name that somebody else has changed. */
const CONFLICT = {
  error: "Conflict",
  code: "BulkConflict",
  details: [{ path: ["operations", "0", "expect", "name"], message: "has changed", current: "Theirs" }]
}
