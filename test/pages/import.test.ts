import { createClient } from "@boardwright/client"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import { get, post } from "../support/standalone.js"
import { xlsx } from "../support/xlsx.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"
import { focusedId } from "./keyboard.js"

const here = site()
let owner: SignedIn
let workspaceId: string
beforeAll(async () => {
  owner = await somebody(here.server, "importer")
  workspaceId = (await post(here.server, "/api/workspaces", { name: "Imports" }, owner.headers)).body.workspace.id
})

const openImport = async (): Promise<Page> => {
  const page = await here.visit()
  await openAs(page, owner.token, `/account?import=${workspaceId}`)
  return page
}

const choose = (page: Page, content: string | Buffer, name = "plan.csv", field = "Spreadsheet file"): Promise<void> =>
  page.getByLabel(field).setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(content)
  })

const becomes = (page: Page, column: string) => page.getByLabel(`Column ${column} becomes`)

const tasksOf = async (page: Page): Promise<ReadonlyArray<unknown>> => {
  await page.waitForURL("**/app?board=*")
  const boardId = new URL(page.url()).searchParams.get("board")
  return (await get(here.server, `/api/tasks?boardId=${boardId}`, owner.token)).body.tasks
}

describe("an import", () => {
  it("reads semicolons, quotes and dates of a German spreadsheet program, and makes what it said", async () => {
    const page = await openImport()
    const text =
      '\uFEFFAufgabe;Status;Fällig\r\n"Beete; graben";Done;01.03.2027\r\nErbsen säen;Working on it;25.03.2027\r\n'
    await choose(page, text)
    await page.getByText("plan.csv: 2 rows, 3 columns").waitFor()
    expect(await page.getByLabel("Name of the board").inputValue()).toBe("plan")
    await becomes(page, "Aufgabe").selectOption("Task name")
    await becomes(page, "Status").selectOption("Status")
    await becomes(page, "Fällig").selectOption("Date")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    expect(await tasksOf(page)).toMatchObject([
      { name: "Beete; graben", status: "done", dueDate: "2027-03-01T00:00:00.000Z" },
      { name: "Erbsen säen", status: "working", dueDate: "2027-03-25T00:00:00.000Z" }
    ])
    await page.getByText("Mar 25, 2027").waitFor()
  })

  it("reads back what was exported, with the meanings of its labels", async () => {
    const api = createClient({ baseUrl: here.server.url, token: owner.token })
    const { boardId } = await newBoard(here.server, owner, "Phases")
    const options = [
      { label: "Später", value: "pending" },
      { label: "Live", value: "done" }
    ]
    await api.boards.addColumn({ id: boardId, name: "Phase", type: "status", field: "status", options })
    for (const status of ["done", "pending"]) await api.tasks.create({ boardId, name: `Was ${status}`, status })
    const exported = await fetch(`${here.server.url}/api/boards/${boardId}/export?format=csv`, {
      headers: owner.headers
    })
    const page = await openImport()
    await choose(page, await exported.text())
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    expect(await tasksOf(page)).toMatchObject([{ status: "done" }, { status: "pending" }])
    const { columns } = await api.boards.get({ id: new URL(page.url()).searchParams.get("board") ?? "" })
    const phase = columns.find(({ field }) => field === "status")
    expect([phase?.name, phase?.options.map(({ label, value }) => [label, value])]).toEqual([
      "Phase",
      [
        ["Live", "done"],
        ["Später", "pending"]
      ]
    ])
  })

  it("shows each cell that it cannot read before it makes anything", async () => {
    const page = await openImport()
    await choose(page, "Task,Due,Hours\nDig,2027-03-01,4\nSow,sometime,a few\n")
    await becomes(page, "Due").selectOption("Date")
    await becomes(page, "Hours").selectOption("Number")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("2 tasks will be created, 2 warnings.").waitFor()
    const warnings = await page.getByRole("table", { name: "Warnings" }).locator("tbody tr").allInnerTexts()
    expect(warnings).toEqual([
      expect.stringMatching(/Line 3\s+Due\s+sometime\s+is not a date/),
      expect.stringMatching(/Line 3\s+Hours\s+a few\s+is not a number/)
    ])
    await expectAccessible(page)
    await becomes(page, "Due").selectOption("Text")
    expect(await page.getByRole("heading", { name: "What the import will do" }).isVisible()).toBe(false)
  })

  it("creates groups, assigns people on boards of the workspace, and lists them by name", async () => {
    const page = await openImport()
    const { email } = owner.person
    await choose(
      page,
      `Task,Bed,Section,Who,Reviewer\nDig,North,Now,${email},Importer\nSow,South,Later,nobody@example.com,Nobody\n`
    )
    await becomes(page, "Who").selectOption("Assignees")
    await becomes(page, "Reviewer").selectOption("Person")
    expect(await becomes(page, "Section").inputValue()).toBe("group")
    await becomes(page, "Bed").selectOption("Group")
    expect(await becomes(page, "Section").inputValue()).toBe("text")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("2 tasks will be created, 2 warnings.").waitFor()
    const warnings = await page.getByRole("table", { name: "Warnings" }).locator("tbody tr").allInnerTexts()
    expect(warnings).toEqual([
      expect.stringMatching(/Line 3\s+Who\s+nobody@example.com\s+matches no member/),
      expect.stringMatching(/Line 3\s+Reviewer\s+Nobody\s+matches no member/)
    ])
    await expectAccessible(page)
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    const { id } = (await get(here.server, "/api/auth/me", owner.token)).body
    expect(await tasksOf(page)).toMatchObject([
      { name: "Dig", assignees: [id] },
      { name: "Sow", assignees: [] }
    ])
    const board = await get(here.server, `/api/boards/${new URL(page.url()).searchParams.get("board")}`, owner.token)
    expect(board.body.groups).toMatchObject([{ name: "North" }, { name: "South" }])
    const reviewer = board.body.columns.find((column: { name: string }) => column.name === "Reviewer").id
    const path = `/api/tasks?include=columnValues&boardId=${board.body.id}`
    const { tasks } = (await get(here.server, path, owner.token)).body
    expect(tasks).toMatchObject([{ columnValues: { [reviewer]: [id] } }, { columnValues: { [reviewer]: "Nobody" } }])
  })

  it("assigns the members that a column of assignees names, and keeps other names", async () => {
    const page = await openImport()
    await choose(page, "Task,Assignee\nDig,importer\nSow,Somebody else\n")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("2 tasks will be created, 1 warning.").waitFor()
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    const { id } = (await get(here.server, "/api/auth/me", owner.token)).body
    expect(await tasksOf(page)).toMatchObject([
      { name: "Dig", assignees: [id] },
      { name: "Sow", assignees: [] }
    ])
    await page.getByText("Somebody else").waitFor()
  })

  it("makes a board of what Trello exports: lists, checklists, labels and when cards are due", async () => {
    const page = await openImport()
    const trello = readFileSync("packages/spreadsheet/test/fixtures/trello-board.json", "utf8")
    await choose(page, trello, "trello.json")
    await page.getByText("trello.json: 2 rows").waitFor()
    expect(await page.getByLabel("Name of the board").inputValue()).toBe("Website relaunch")
    expect(await page.getByLabel("The first row").count()).toBe(0)
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    expect(await tasksOf(page)).toMatchObject([{ name: "Write the imprint" }, { name: "Choose a font" }])
    await page.getByRole("button", { name: "To Do", exact: true }).waitFor()
  })

  it("reads an Excel file with its dates and numbers, and loads the reader for it then", async () => {
    const page = await openImport()
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
    await choose(page, "Task\nDig\n", "first.csv")
    await page.getByText("first.csv: 1 row, 1 column").waitFor()
    expect(loaded).toEqual(["/account/reading.js"])
    const rows = [
      ["Task", "Due", "Cost"],
      ["Dig", { date: "2027-03-01", format: "dd.mm.yyyy" } as const, 1234.5],
      ["Sow", null, 2]
    ]
    await choose(page, xlsx({ Plan: rows }), "plan.xlsx")
    await page.getByText("plan.xlsx: 2 rows, 3 columns").waitFor()
    expect(loaded).toEqual(["/account/reading.js", "/account/excel.js"])
    expect(await Promise.all(rows[0]!.map((header) => becomes(page, String(header)).inputValue()))).toEqual([
      "name",
      "date",
      "number"
    ])
    await expectAccessible(page)
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    expect(await tasksOf(page)).toMatchObject([{ name: "Dig", dueDate: "2027-03-01T00:00:00.000Z" }, { name: "Sow" }])
  })

  it("reads the sheet that is chosen of an Excel file, and what its dates of completion say", async () => {
    const page = await openImport()
    const notes = [["About"], ["This file"]]
    const rows = [
      ["Task", "Completed At"],
      ["Dig", { date: "2026-11-01", format: "dd.mm.yyyy" } as const],
      ["Sow", null]
    ]
    await choose(page, xlsx({ Notes: notes, Blank: [], Plan: rows }), "plan.xlsx")
    await page.getByText("plan.xlsx: 1 row, 1 column").waitFor()
    const sheet = page.getByLabel("Sheet", { exact: true })
    await sheet.selectOption("Blank")
    await page.getByText("plan.xlsx: has no rows").waitFor()
    expect(await sheet.inputValue()).toBe("Notes")
    await sheet.selectOption("Plan")
    await page.getByText("plan.xlsx: 2 rows, 2 columns").waitFor()
    expect(await sheet.inputValue()).toBe("Plan")
    expect(await becomes(page, "Completed At").inputValue()).toBe("done")
    await expectAccessible(page)
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    expect(await tasksOf(page)).toMatchObject([
      { name: "Dig", status: "done" },
      { name: "Sow", status: "pending" }
    ])
  })

  it("is in German for who reads German: the example, what the columns become, and warnings", async () => {
    const page = await openImport()
    await inGerman(page)
    await page.getByRole("button", { name: "Beispiel verwenden" }).press("Enter")
    await page.getByText("Gartenplan.csv: 4 Zeilen, 6 Spalten").waitFor()
    expect(await page.title()).toBe("Tabelle importieren - Boardwright")
    const kinds = {
      Aufgabe: "name",
      Beet: "text",
      Status: "status",
      Priorität: "priority",
      Fällig: "date",
      Stunden: "number"
    }
    for (const [column, kind] of Object.entries(kinds))
      expect([column, await page.getByLabel(`Spalte ${column} wird zu`).inputValue()]).toEqual([column, kind])
    await choose(page, "Aufgabe,Wer,Fällig\nSäen,niemand@example.com,bald\n", "plan.csv", "Tabellendatei")
    await page.getByText("plan.csv: 1 Zeile, 3 Spalten").waitFor()
    await page.getByLabel("Spalte Wer wird zu").selectOption("Zuständige")
    await page.getByLabel("Spalte Fällig wird zu").selectOption("Datum")
    await page.getByRole("button", { name: "Import prüfen" }).press("Enter")
    await page.getByText("1 Aufgabe wird angelegt, 2 Warnungen.").waitFor()
    const warnings = await page.getByRole("table", { name: "Warnungen" }).locator("tbody tr").allInnerTexts()
    expect(warnings).toEqual([
      expect.stringMatching(/Zeile 2\s+Fällig\s+bald\s+ist kein Datum von 1000 bis 9999; bleibt Text$/),
      expect.stringMatching(/Zeile 2\s+Wer\s+niemand@example.com\s+passt zu keinem Mitglied .*; ausgelassen$/)
    ])
    await expectAccessible(page)
    await choose(page, "Aufgabe\n", "leer.csv", "Tabellendatei")
    await page.getByText("leer.csv: hat eine Zeile mit Spaltennamen und sonst keine.").waitFor()
    await choose(page, "Aufgabe\nSäen\n", "plan.csv", "Tabellendatei")
    await page.getByRole("button", { name: "Import prüfen" }).press("Enter")
    await page.getByRole("button", { name: "1 Aufgabe importieren" }).press("Enter")
    await page.getByRole("grid").getByText("Neue Gruppe").waitFor()
  })

  it("asks how numbers are written where none shows it", async () => {
    const page = await openImport()
    await choose(page, "Task;Budget\nDig;1.500\nSow;500\n", "budget.csv")
    await page.getByText("budget.csv: 2 rows, 2 columns").waitFor()
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("The numbers of “Budget” can be read in two ways").waitFor()
    await becomes(page, "Budget").selectOption("Number, as 1.234,56")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByRole("button", { name: "Import 2 tasks" }).press("Enter")
    await page.getByRole("gridcell", { name: "1,500", exact: true }).waitFor()
    expect(await tasksOf(page)).toMatchObject([{ name: "Dig" }, { name: "Sow" }])
  })

  it("moves to what is wrong: no file of a spreadsheet, no names, no name", async () => {
    const page = await openImport()
    for (const content of ["", "Task,Due\n", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2, 3])]) {
      await choose(page, content)
      await page.locator("#file-error:not(:empty)").waitFor()
      expect(await focusedId(page)).toBe("file")
      // It begins with the name of the file, as it is.
      const isUpper = page
        .locator("#file-error")
        .evaluate((node) => getComputedStyle(node, "::first-letter").textTransform)
      expect(await isUpper).toBe("none")
      await choose(page, "Task\nDig\n", "good.csv")
      await page.getByText("good.csv: 1 row, 1 column").waitFor()
    }
    await becomes(page, "Task").selectOption("Leave out")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("No column has the names of the tasks").waitFor()
    expect(await focusedId(page)).toBe("import-alert")
    await expectAccessible(page)
    await becomes(page, "Task").selectOption("Task name")
    await page.getByLabel("Name of the board").fill("")
    await page.getByRole("button", { name: "Check" }).press("Enter")
    expect(await focusedId(page)).toBe("board-name")
    await expectAccessible(page)
  })

  it("tells that its workspace is gone meanwhile", async () => {
    const { body } = await post(here.server, "/api/workspaces", { name: "Gone" }, owner.headers)
    const page = await here.visit()
    await openAs(page, owner.token, `/account?import=${body.workspace.id}`)
    await choose(page, "Task\nDig\n")
    const authorization = owner.headers
    await fetch(`${here.server.url}/api/workspaces/${body.workspace.id}`, { method: "DELETE", headers: authorization })
    await page.getByRole("button", { name: "Check" }).press("Enter")
    await page.getByText("This workspace does not exist any more.").waitFor()
    expect(await focusedId(page)).toBe("import-alert")
    expect(await page.getByLabel("Name of the board").inputValue()).toBe("plan")
  })

  it("is refused at once to those who only share a board of the workspace", async () => {
    const { boardId } = await newBoard(here.server, owner, "Shared")
    const guest = await somebody(here.server, "guest")
    const [api, theirs] = [owner, guest].map(({ token }) => createClient({ baseUrl: here.server.url, token }))
    if (api === undefined || theirs === undefined) throw new Error("two clients")
    const { id: userId } = await theirs.accounts.profile()
    const { invitation } = await api.members.invite({ id: boardId, userId, role: "editor" })
    await theirs.invitations.accept({ id: invitation.id })
    const { workspaceId: shared } = await api.boards.get({ id: boardId })
    const page = await here.visit({ expected: /status of 403/ })
    await openAs(page, guest.token, `/account?import=${shared}`)
    await page.getByText("You may not import into this workspace.").waitFor()
    expect(await page.getByLabel("Spreadsheet file").count()).toBe(0)
    await expectAccessible(page)
  })
})
