import { createClient } from "@boardwright/client"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { post } from "../support/standalone.js"
import { expectAccessible, hiddenSideways, SOME_LOOKS } from "./accessibility.js"
import { goTo, openBoard, row, peopleOn } from "./board.js"
import { press, tabTo, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const lanes = (page: Page) => page.locator(".lane-name").allInnerTexts()
const laneOf = (page: Page, name: string) =>
  page
    .locator(".lane", { has: page.locator(".card-name", { hasText: name }) })
    .locator(".lane-name")
    .innerText()
const headers = (page: Page) => page.getByRole("columnheader").locator(".sort").allInnerTexts()
const cells = async (page: Page, name: string) =>
  (await row(page, name).getByRole("gridcell").allInnerTexts()).map((text) => text.trim())
const card = (page: Page, name: string) => page.locator(".card", { hasText: name })

/** Somebody with a workspace, on the home page. */
const atHome = async (name: string, locale = "en-US", expected = /ERR_FAILED/) => {
  const given = await somebody(here.server, name)
  await post(here.server, "/api/workspaces", { name: "Studio" }, given.headers)
  const page = await here.visit({ locale, expected })
  await openAs(page, given.token, "/app")
  return { api: createClient({ baseUrl: here.server.url, token: given.token }), page }
}

const boardIn = (page: Page): string => new URL(page.url()).searchParams.get("board") ?? ""

describe("a board that is made in the app", () => {
  it("has columns for status, priority and date, and lanes that stay and can be added", async () => {
    const { api, page } = await atHome("Maker")
    await press(page, "New board in Studio")
    await typeInto(page, "Name of the board", "Spring")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
    await expect.poll(() => headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due"])
    await page.locator("#main:focus").waitFor()
    await tabTo(page, page.getByLabel(/^Add a task to/))
    await page.keyboard.type("Dig")
    await page.keyboard.press("Enter")
    await expect.poll(() => cells(page, "Dig")).toEqual(["", "To do", "Medium", ""])
    // Nobody chose it.
    expect(await row(page, "Dig").locator(".chip", { hasText: "Medium" }).getAttribute("class")).toContain("no-color")
    await tabTo(page, page.getByRole("link", { name: "Kanban" }))
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done"])
    expect(await laneOf(page, "Dig")).toBe("To do")
    await expectAccessible(page, { looks: SOME_LOOKS })

    await press(page, "Add a lane")
    await page.getByLabel("Name of the lane").fill("Review")
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Review"])
    await card(page, "Dig").focus()
    for (const lane of ["In progress", "Done", "Review", "Done"]) {
      await page.keyboard.press(
        lane === "Done" && (await laneOf(page, "Dig")) === "Review" ? "Alt+ArrowLeft" : "Alt+ArrowRight"
      )
      await expect.poll(() => laneOf(page, "Dig")).toBe(lane)
    }
    await expect.poll(async () => (await api.tasks.list({ boardId: boardIn(page) })).tasks[0]?.status).toBe("done")
    expect(await lanes(page)).toEqual(["To do", "In progress", "Done", "Review"])

    await press(page, "Edit lanes")
    const dialog = page.getByRole("dialog", { name: "Labels of Status" })
    await dialog.getByLabel("Label", { exact: true }).first().fill("Backlog")
    await dialog.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => lanes(page)).toEqual(["Backlog", "In progress", "Done", "Review"])
    await api.tasks.update({
      id: (await api.tasks.list({ boardId: boardIn(page) })).tasks[0]?.id ?? "",
      status: "pending"
    })
    await expect.poll(() => laneOf(page, "Dig")).toBe("Backlog")
    await page.getByRole("button", { name: "Filter" }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByLabel("Backlog").check()
    expect(await page.locator(".card").count()).toBe(1)
  })

  it("gives tasks another label for one that is deleted, also for the one that they have by default", async () => {
    const { api, page } = await atHome("Deleter", "en-US", /status of 400/)
    await press(page, "New board in Studio")
    await typeInto(page, "Name of the board", "Autumn")
    await page.keyboard.press("Enter")
    await page.getByLabel(/^Add a task to/).fill("Rake")
    await page.keyboard.press("Enter")
    await row(page, "Rake").waitFor()
    await page.getByRole("link", { name: "Kanban" }).click()
    await press(page, "Edit lanes")
    const dialog = page.getByRole("dialog", { name: "Labels of Status" })
    const first = dialog.getByLabel("Label", { exact: true }).first()
    await first.fill("Done")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByRole("alert").getByText("The label is a duplicate").waitFor()
    await first.fill("To do")
    await dialog.getByRole("button", { name: "Delete To do" }).click()
    await dialog.getByLabel("Tasks with “To do” get").selectOption("Done")
    await dialog.getByRole("status").filter({ hasText: "It cannot be undone." }).waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    await dialog.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => lanes(page)).toEqual(["In progress", "Done"])
    expect(await laneOf(page, "Rake")).toBe("Done")
    expect((await api.tasks.list({ boardId: boardIn(page) })).tasks.map(({ status }) => status)).toEqual(["done"])
  })

  it("has a label in the place of the one that meant done, and says where none does", async () => {
    const { api, page } = await atHome("Finisher", "de-DE")
    await press(page, "Neues Board in Studio")
    await typeInto(page, "Name des Boards", "Winter")
    await page.keyboard.press("Enter")
    await page.getByLabel(/^Aufgabe zu .* hinzufügen/).fill("Rake")
    await page.keyboard.press("Enter")
    await row(page, "Rake").waitFor()
    await press(page, "Menü der Spalte Status")
    await press(page, "Labels bearbeiten")
    const dialog = page.getByRole("dialog", { name: "Labels von Status" })
    const meanings = () =>
      dialog.getByLabel(/^Bedeutung von/).evaluateAll((nodes) => nodes.map((node) => (node as HTMLSelectElement).value))
    await dialog.getByRole("button", { name: "Erledigt löschen" }).click()
    const warning = dialog.getByRole("status").filter({ hasText: "Kein Label bedeutet „Erledigt“" })
    await warning.waitFor()
    for (const label of ["Fertig", "Prüfung"]) {
      await dialog.getByRole("button", { name: "Label hinzufügen" }).press("Enter")
      await page.keyboard.type(label)
    }
    await dialog.getByLabel("Bedeutung von Fertig").selectOption("done")
    await warning.waitFor({ state: "detached" })
    expect(await meanings()).toEqual(["pending", "working", "done", ""])
    await expectAccessible(page, { looks: SOME_LOOKS })
    await dialog.getByLabel("Bedeutung von In Arbeit").selectOption("")
    await dialog.getByRole("button", { name: "Speichern" }).click()
    await dialog.waitFor({ state: "detached" })
    const { columns } = await api.boards.get({ id: boardIn(page) })
    expect(
      columns.find(({ field }) => field === "status")?.options.map(({ label, value }) => `${label} ${value}`)
    ).toEqual(["Offen pending", "In Arbeit In Arbeit", "Fertig done", "Prüfung Prüfung"])
    await goTo(page, "Rake", 2)
    await page.keyboard.type("Fert")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await api.tasks.list({ boardId: boardIn(page) })).tasks[0]?.status).toBe("done")
  })

  it("has labels in German for who works in German", async () => {
    const { api, page } = await atHome("Anlegerin", "de-DE")
    await press(page, "Neues Board in Studio")
    await typeInto(page, "Name des Boards", "Frühling")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Frühling" }).waitFor()
    const { columns, groups } = await api.boards.get({ id: boardIn(page) })
    expect(groups.map(({ name }) => name)).toEqual(["Neue Gruppe"])
    expect(
      columns.map(({ field, options }) => [field, options.map(({ label, value }) => `${label} ${value}`)])
    ).toEqual([
      ["assignees", []],
      ["status", ["Offen pending", "In Arbeit working", "Erledigt done"]],
      ["priority", ["Kritisch critical", "Hoch high", "Mittel medium", "Niedrig low"]],
      ["dueDate", []]
    ])
  })

  it("is there although its columns could not be made", async () => {
    const { page } = await atHome("Unlucky")
    await page.route("**/columns", (route) => route.abort())
    await press(page, "New board in Studio")
    await typeInto(page, "Name of the board", "Bare")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Bare" }).waitFor()
    await page.getByText("The board is created, but its columns are not.").waitFor()
    await expect.poll(() => headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due"])
  })
})

describe("a board without columns", () => {
  it("shows known values in words, and no color for a priority that nobody chose", async () => {
    const { boardId } = await people().board("Plain", ["Dig"])
    await people().api.tasks.create({ boardId, name: "Sow", status: "review", priority: "high" })
    const page = await here.visit({ locale: "de-DE" })
    await openBoard(page, people().owner, boardId)
    await expect.poll(() => cells(page, "Dig")).toEqual(["", "Offen", "Mittel", ""])
    expect(await cells(page, "Sow")).toEqual(["", "review", "Hoch", ""])
    const colorOf = (text: string) => page.locator(".chip", { hasText: text }).evaluate((node) => node.style.background)
    expect([await colorOf("Mittel"), await colorOf("Hoch")]).toEqual(["", "rgb(64, 22, 148)"])
    await goTo(page, "Dig", 2)
    await page.keyboard.type("erled")
    await page.keyboard.press("Enter")
    await expect.poll(() => cells(page, "Dig")).toEqual(["", "Erledigt", "Mittel", ""])
    await page.goto(`/app?board=${boardId}&view=kanban`)
    await expect.poll(() => lanes(page)).toEqual(["Offen", "In Arbeit", "Erledigt", "review"])
    expect((await people().api.tasks.list({ boardId })).tasks.map(({ status }) => status)).toEqual(["done", "review"])
    expect(await page.locator(".card .chip").allInnerTexts()).toEqual(["Hoch"])
  })

  it("has known values in words in the history of a task, and others as they are", async () => {
    const { boardId } = await people().board("Told", ["Dig"])
    const id = (await people().api.tasks.list({ boardId })).tasks[0]?.id ?? ""
    await people().api.tasks.update({ id, status: "working", priority: "low" })
    await people().api.tasks.update({ id, status: "review" })
    const page = await here.visit({ locale: "de-DE" })
    await openBoard(page, people().owner, boardId, `&task=${id}`)
    await page.getByRole("heading", { name: "Verlauf" }).click()
    const told = page.locator(".history li span:first-child")
    await told.nth(2).waitFor()
    const texts = (await told.allInnerTexts()).join(" ")
    expect(texts).toMatch(/Status von In Arbeit zu review/)
    expect(texts).toMatch(/Status von Offen zu In Arbeit .*Priorität von Mittel zu Niedrig/)
  })

  it("keeps all lanes of a column of states without labels, which gets the usual ones with the first", async () => {
    const { boardId } = await people().board("Open", ["Dig", "Sow"])
    const { column } = await people().api.boards.addColumn({ id: boardId, name: "Phase", type: "status" })
    const phases = async () =>
      (await people().api.boards.get({ id: boardId })).columns.flatMap(({ id, options }) =>
        id === column.id ? options.map(({ label }) => label) : []
      )
    const page = await here.visit({ locale: "de-DE" })
    await openBoard(page, people().owner, boardId, `&view=kanban&by=${column.id}`)
    await expect.poll(() => lanes(page)).toEqual(["Kein Wert", "Offen", "In Arbeit", "Erledigt"])
    expect(await phases()).toEqual([])
    await tabTo(page, card(page, "Dig"))
    await page.keyboard.press("Alt+ArrowRight")
    // Before the column has its labels.
    await card(page, "Sow").focus()
    await page.keyboard.press("Alt+ArrowRight")
    await expect.poll(() => laneOf(page, "Dig")).toBe("Offen")
    await expect.poll(() => laneOf(page, "Sow")).toBe("Offen")
    await expect.poll(() => lanes(page)).toEqual(["Offen", "In Arbeit", "Erledigt"])
    await expect.poll(phases).toEqual(["Offen", "In Arbeit", "Erledigt"])
    await press(page, "Liste hinzufügen")
    await page.getByLabel("Name der Liste").fill("Prüfung")
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["Offen", "In Arbeit", "Erledigt", "Prüfung"])
    expect(await phases()).toEqual(["Offen", "In Arbeit", "Erledigt", "Prüfung"])

    const { column: plain } = await people().api.boards.addColumn({ id: boardId, name: "Stage", type: "text" })
    await page.goto(`/app?board=${boardId}`)
    await press(page, "Menü der Spalte Stage")
    await page.getByLabel(/^Typ/).selectOption("priority")
    await expect
      .poll(async () =>
        (await people().api.boards.get({ id: boardId })).columns
          .find(({ id }) => id === plain.id)
          ?.options.map(({ label, value }) => [label, value])
      )
      .toEqual([
        ["Kritisch", "critical"],
        ["Hoch", "high"],
        ["Mittel", "medium"],
        ["Niedrig", "low"]
      ])
  })

  it("gets columns for its fields when their labels are edited, which keep what tasks have", async () => {
    const given = await somebody(here.server, "Definer")
    const { boardId } = await newBoard(here.server, given, "Defined")
    const api = createClient({ baseUrl: here.server.url, token: given.token })
    await api.tasks.create({ boardId, name: "Dig", status: "review" })
    const page = await here.visit({ width: 375 })
    await openBoard(page, given, boardId)
    await press(page, "Menu of the column Status")
    await press(page, "Edit labels")
    const dialog = page.getByRole("dialog", { name: "Labels of Status" })
    await dialog.waitFor()
    expect(
      await dialog
        .getByLabel("Label", { exact: true })
        .evaluateAll((nodes) => nodes.map((node) => (node as HTMLInputElement).value))
    ).toEqual(["To do", "In progress", "Done", "review"])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect((await api.boards.get({ id: boardId })).columns).toEqual([])
    expect(await cells(page, "Dig")).toEqual(["", "review", "Medium", ""])

    await press(page, "Menu of the column Status")
    await press(page, "Edit labels")
    await dialog.getByRole("button", { name: "Add a label" }).press("Enter")
    await page.keyboard.type("Not yet")
    expect(await dialog.getByLabel("Label", { exact: true }).last().inputValue()).toBe("Not yet")
    await dialog.getByRole("button", { name: "Delete Not yet" }).click()
    expect(await dialog.getByText("It cannot be undone.").count()).toBe(0)
    await dialog.getByLabel("Label", { exact: true }).first().fill("Backlog")
    await dialog.getByRole("button", { name: "Delete review" }).click()
    await dialog.getByLabel(/review/).selectOption("In progress")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "detached" })
    await expect.poll(() => cells(page, "Dig")).toEqual(["", "In progress", "Medium", ""])
    expect(await headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due"])
    const { columns } = await api.boards.get({ id: boardId })
    expect(columns.map(({ field, options }) => [field, options.map(({ label, value }) => [label, value])])).toEqual([
      [
        "status",
        [
          ["Backlog", "pending"],
          ["In progress", "working"],
          ["Done", "done"]
        ]
      ],
      ["priority", ["Critical", "High", "Medium", "Low"].map((label) => [label, label.toLowerCase()])],
      ["dueDate", []]
    ])
    expect((await api.tasks.list({ boardId })).tasks[0]?.status).toBe("working")
    expect(await hiddenSideways(page)).toBe(0)
    await page.goto(`/app?board=${boardId}&view=kanban`)
    await expect.poll(() => lanes(page)).toEqual(["Backlog", "In progress", "Done"])
    await expectAccessible(page, { looks: SOME_LOOKS })
  })

  it("takes back the first change of its labels in one step, and keeps the texts that tasks have", async () => {
    const { boardId } = await people().board("Stepped", ["Dig"])
    await people().api.tasks.create({ boardId, name: "Sow", status: "Todo" })
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Todo"])
    const isUndone = () => page.getByRole("button", { name: "Undo", exact: true }).isDisabled()
    await press(page, "Edit lanes")
    const dialog = page.getByRole("dialog", { name: "Labels of Status" })
    await dialog.getByLabel("Label", { exact: true }).first().fill("Backlog")
    await dialog.getByLabel("Meaning of Todo").selectOption("done")
    await dialog.getByRole("button", { name: "Save" }).click()
    await expect.poll(() => lanes(page)).toEqual(["Backlog", "In progress", "Done", "Todo"])
    const statuses = async () => (await people().api.tasks.list({ boardId })).tasks.map(({ status }) => status)
    expect(await statuses()).toEqual(["pending", "done"])
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Todo"])
    expect(await statuses()).toEqual(["pending", "Todo"])
    expect(await isUndone()).toBe(true)
    await press(page, "Add a lane")
    await page.getByLabel("Name of the lane").fill("Review")
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Todo", "Review"])
    await page.locator(".card").first().focus()
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Todo"])
    expect(await isUndone()).toBe(true)
    await page.getByRole("link", { name: "Table" }).click()
    await expect.poll(() => headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due"])
    expect(await cells(page, "Sow")).toEqual(["", "Todo", "Medium", ""])
  })

  it("shows what it did, and one column more, after a column is added", async () => {
    const { boardId } = await people().board("Grown", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    await expect.poll(() => headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due"])
    await press(page, "Add a column")
    await typeInto(page, "Name of the column", "Bed")
    await page.keyboard.press("Enter")
    await expect.poll(() => headers(page)).toEqual(["Task", "People", "Status", "Priority", "Due", "Bed"])
  })

  it("gets a column of its status when a lane is added", async () => {
    const { boardId } = await people().board("Laned", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, "&view=kanban")
    await press(page, "Add a lane")
    await page.getByLabel("Name of the lane").fill("Review")
    await page.keyboard.press("Enter")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done", "Review"])
    expect(await laneOf(page, "Dig")).toBe("To do")
    const { columns } = await people().api.boards.get({ id: boardId })
    expect(columns.map(({ field }) => field)).toEqual(["status", "priority", "dueDate"])
    await page.locator(".card").first().focus()
    await page.keyboard.press("Control+z")
    await expect.poll(() => lanes(page)).toEqual(["To do", "In progress", "Done"])
    expect(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled()).toBe(true)
  })
})

/** What has the focus. */
const focusName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent)

it("the focus stays in the dialog of labels where one is moved to an end or deleted", async () => {
  const { boardId } = await people().board("Labels in order", ["Dig"])
  const page = await here.visit()
  await openBoard(page, people().owner, boardId, "&view=kanban")
  await press(page, "Edit lanes")
  await page.getByRole("button", { name: "Move In progress up" }).press("Enter")
  await expect.poll(() => focusName(page)).toBe("Move In progress down")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await expect.poll(() => focusName(page)).toBe("Move In progress up")
  await page.getByRole("button", { name: "Delete To do" }).press("Enter")
  await expect.poll(() => focusName(page)).toBe("Delete Done")
  await page.getByRole("button", { name: "Delete In progress" }).press("Enter")
  await expect.poll(() => focusName(page)).toBe("Delete Done")
  await page.keyboard.press("Enter")
  await expect.poll(() => focusName(page)).toBe("Add a label")
})

it("the focus goes to the tasks where a column is deleted by its menu", async () => {
  const { boardId } = await people().board("Column deleted", ["Dig"])
  await people().api.boards.addColumn({ id: boardId, name: "Bed", type: "text" })
  const page = await here.visit()
  await openBoard(page, people().owner, boardId)
  await row(page, "Dig").waitFor()
  await page.getByRole("button", { name: "Menu of the column Bed" }).press("Enter")
  // It has the focus a moment after its buttons are there.
  await page.getByRole("dialog").locator(":focus").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter")
  await page
    .getByRole("dialog", { name: /Delete the column/ })
    .getByRole("button", { name: "Delete" })
    .press("Enter")
  await page.getByRole("columnheader", { name: "Bed" }).waitFor({ state: "detached" })
  await expect.poll(() => page.locator("[data-cell]:focus").count()).toBe(1)
})
