import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { goTo, openBoard, row, peopleOn } from "./board.js"
import { site, type Visit } from "./site.js"

const here = site()
const people = peopleOn(here)

/** A board with two tasks, and what is read of them. */
const given = async (name: string) => {
  const { api, board, owner } = people()
  const {
    boardId,
    ids: [dig = "", sow = ""]
  } = await board(name, ["Dig", "Sow"])
  return {
    boardId,
    dig,
    sow,
    addColumn: async (column: { name: string; type: string; field?: "status" }) =>
      (await api.boards.addColumn({ id: boardId, ...column })).column.id,
    open: async (visit: Visit = {}, query = ""): Promise<Page> => {
      const page = await here.visit(visit)
      await openBoard(page, owner, boardId, query)
      return page
    },
    valueOf: async (id: string, columnId: string) => (await api.tasks.get({ id })).columnValues[columnId] ?? null
  }
}

const focused = (page: Page) => page.locator(":focus")
const cell = (page: Page, taskId: string, key: string) => page.locator(`[data-cell="${taskId} ${key}"]`)
/** The task and the column of the cell with the focus. */
const focusedCell = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-cell"))
const editor = (page: Page, taskId: string, key: string) => cell(page, taskId, key).locator(".cell-input")

it.each(["text", "email", "number"])("a text of several lines keeps them in a cell of type %s", async (type) => {
  const { addColumn, boardId, dig, open, valueOf } = await given(`Lines ${type}`)
  const place = await addColumn({ name: "Address", type })
  await people().api.tasks.update({ id: dig, columnValues: { [place]: "5 Low Rd\r\nParis" } })
  const { changes } = await people().api.changes.listOfBoard({ id: boardId, limit: 100 })
  const page = await open()
  for (const key of ["Enter", "Tab"]) {
    await cell(page, dig, place).focus()
    await page.keyboard.press("F2")
    await editor(page, dig, place).waitFor()
    await page.keyboard.press(key)
    await editor(page, dig, place).waitFor({ state: "detached" })
  }
  await cell(page, dig, place).focus()
  await page.keyboard.press("F2")
  await page.keyboard.press("End")
  await page.keyboard.press("Control+End")
  await page.keyboard.type(" 75001")
  await page.keyboard.press("Enter")
  await expect.poll(() => valueOf(dig, place)).toBe("5 Low Rd\nParis 75001")
  const after = (await people().api.changes.listOfBoard({ id: boardId, limit: 100 })).changes
  expect(after).toHaveLength(changes.length + 1)
})

describe("a number that is typed into a cell", () => {
  it.each([
    ["en-US", "2,500", 2500, "2,500", "2500"],
    ["en-US", "-1,250,000.5", -1_250_000.5, "-1,250,000.5", "-1250000.5"],
    ["de-DE", "1.800", 1800, "1.800", "1800"],
    ["de-DE", "1,8", 1.8, "1,8", "1,8"],
    ["de-DE", "1.800,50", 1800.5, "1.800,5", "1800,5"],
    ["de-DE", "2500.5", 2500.5, "2.500,5", "2500,5"]
  ])(
    "in %s as %s is read and shown as that, and edited as it is shown",
    async (locale, typed, value, shown, edited) => {
      const { addColumn, dig, open, valueOf } = await given(`Numbers ${locale} ${typed}`)
      const hours = await addColumn({ name: "Hours", type: "number" })
      const page = await open({ locale })
      await cell(page, dig, hours).focus()
      await page.keyboard.type(typed)
      await page.keyboard.press("Enter")
      await cell(page, dig, hours).getByText(shown, { exact: true }).waitFor()
      await expect.poll(() => valueOf(dig, hours)).toBe(value)
      await cell(page, dig, hours).focus()
      await page.keyboard.press("F2")
      expect(await editor(page, dig, hours).inputValue()).toBe(edited)
    }
  )
})

it.each(["1e400", "9007199254740993"])(
  "%s stays text in a column of numbers, where it would be another one",
  async (typed) => {
    const { addColumn, dig, open, valueOf } = await given(`Digits ${typed}`)
    const hours = await addColumn({ name: "Hours", type: "number" })
    const page = await open()
    await cell(page, dig, hours).focus()
    await page.keyboard.type(typed)
    await page.keyboard.press("Enter")
    await cell(page, dig, hours).getByText(typed).waitFor()
    await expect.poll(() => valueOf(dig, hours)).toBe(typed)
  }
)

describe("the focus after a cell with labels", () => {
  it.each([
    ["a label that is typed", ["Enter", "D", "o", "n", "Enter"], "dig"],
    ["a label that arrows reach", ["F2", "ArrowDown", "Enter"], "dig"],
    ["Escape", ["Enter", "Escape"], "dig"],
    ["Tab", ["F2", "Tab"], "next"]
  ])("%s is in the table", async (how, keys, where) => {
    const { addColumn, dig, open } = await given(`Focus after ${how}`)
    const status = await addColumn({ name: "Status", type: "status", field: "status" })
    const bed = await addColumn({ name: "Bed", type: "text" })
    const page = await open()
    await cell(page, dig, status).focus()
    for (const key of keys) await page.keyboard.press(key)
    await page.getByRole("combobox").waitFor({ state: "detached" })
    await expect.poll(() => focusedCell(page)).toBe(`${dig} ${where === "next" ? bed : status}`)
  })

  it.each(["Enter", "Escape"])("that were marked is in the table after %s, and they are stored", async (key) => {
    const { addColumn, dig, open, valueOf } = await given(`Marked, then ${key}`)
    const skills = await addColumn({ name: "Skills", type: "labels" })
    const page = await open()
    await cell(page, dig, skills).focus()
    await page.keyboard.type("sow")
    await page.keyboard.press("Enter")
    await page.keyboard.type("dig")
    await page.keyboard.press("Enter")
    await page.keyboard.press(key)
    await expect.poll(() => valueOf(dig, skills)).toEqual(["sow", "dig"])
    await expect.poll(() => focusedCell(page)).toMatch(new RegExp(` ${skills}$`))
  })

  it("is on the next cell by Tab also where a text stayed as it was", async () => {
    const { addColumn, dig, open } = await given("Focus after a text")
    const bed = await addColumn({ name: "Bed", type: "text" })
    const hours = await addColumn({ name: "Hours", type: "number" })
    const page = await open()
    await cell(page, dig, bed).focus()
    await page.keyboard.press("F2")
    await editor(page, dig, bed).waitFor()
    await page.keyboard.press("Tab")
    await expect.poll(() => focusedCell(page)).toBe(`${dig} ${hours}`)
  })
})

describe("a value that does not fit its column", () => {
  it.each([
    ["en-US", "This value does not fit: it must be"],
    ["de-DE", "Dieser Wert passt nicht: muss ein"]
  ])("is marked in the table as the panel says it: %s", async (locale, said) => {
    const { addColumn, dig, open, sow } = await given(`Misfits ${locale}`)
    const columns = [
      ["number", "about 5", "-1.5e3"],
      ["link", "example.com", "https://example.com/a"],
      ["email", "ada", "ada@example.com"],
      ["date", "soon", "2026-03-04"]
    ] as const
    for (const [type, wrong, right] of columns) {
      const id = await addColumn({ name: type, type })
      await people().api.tasks.update({ id: dig, columnValues: { [id]: wrong } })
      await people().api.tasks.update({ id: sow, columnValues: { [id]: right } })
    }
    const page = await open({ locale }, `&task=${dig}`)
    const inPanel = page.locator(".task-panel .warning")
    await expect.poll(() => inPanel.count()).toBe(columns.length)
    const warnings = await inPanel.allInnerTexts()
    for (const warning of warnings) expect(warning).toContain(said)
    const marks = page.locator("[data-task] .misfit")
    expect(await marks.evaluateAll((all) => all.map((each) => each.getAttribute("title")))).toEqual(warnings)
    expect(await marks.allTextContents()).toEqual(columns.map(([, wrong], at) => `${wrong} ${warnings[at]}`))
  })
})

describe("the sum of a column in its group", () => {
  it("has no more decimals than its values, and stays in its cell", async () => {
    const { addColumn, dig, open, sow } = await given("Sums")
    const cost = await addColumn({ name: "Cost", type: "number" })
    await people().api.tasks.update({ id: dig, columnValues: { [cost]: 606_475.1 } })
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: 0.2 } })
    const page = await open({ locale: "en-US" })
    const sum = page.locator(".sum")
    await page.getByTitle("Sum of Cost: 606,475.3", { exact: true }).waitFor()
    expect(await sum.innerText()).toBe("606,475.3")
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: "about 5" } })
    await page.getByTitle("Sum of Cost: 606,475.1. 1 cell has no number.", { exact: true }).waitFor()
    expect(await sum.innerText()).toBe("606,475.1*")
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: 0.2 } })
    await people().api.tasks.update({ id: dig, columnValues: { [cost]: 1_234_567_890_123.4 } })
    await page.getByTitle("Sum of Cost: 1,234,567,890,123.6", { exact: true }).waitFor()
    const [inner, outer] = [
      await sum.boundingBox(),
      await page.locator(".line.group .cell.number").first().boundingBox()
    ]
    expect(inner?.x).toBeGreaterThanOrEqual(outer?.x ?? Number.NaN)
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
  })
})

it("Shift+Tab stores what is edited, and goes to the cell before", async () => {
  const { addColumn, dig, open, valueOf } = await given("Backwards")
  const [bed, tools] = [
    await addColumn({ name: "Bed", type: "text" }),
    await addColumn({ name: "Tools", type: "labels" })
  ]
  const page = await open()
  await cell(page, dig, tools).focus()
  await page.keyboard.type("Spade")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Shift+Tab")
  await expect.poll(() => focusedCell(page)).toBe(`${dig} ${bed}`)
  await page.keyboard.type("North")
  await page.keyboard.press("Shift+Tab")
  await expect.poll(() => focusedCell(page)).toBe(`${dig} dueDate`)
  await expect.poll(() => Promise.all([valueOf(dig, bed), valueOf(dig, tools)])).toEqual(["North", ["Spade"]])
})

it("an address is stored as it was typed", async () => {
  const { addColumn, dig, open, valueOf } = await given("Addresses")
  const email = await addColumn({ name: "Email", type: "email" })
  const page = await open()
  await cell(page, dig, email).focus()
  await page.keyboard.type("Max@Müller.de")
  await page.keyboard.press("Enter")
  await expect.poll(() => valueOf(dig, email)).toBe("Max@Müller.de")
})

it("a list without choices says so, and has the labels that were added to it", async () => {
  const { addColumn, dig, open, valueOf } = await given("First labels")
  const bed = await addColumn({ name: "Bed", type: "labels" })
  const page = await open()
  await cell(page, dig, "assignees").focus()
  await page.keyboard.type("nobody")
  await page.getByRole("listbox").getByText("No match").waitFor()
  await page.keyboard.press("Escape")
  await cell(page, dig, bed).click()
  await page.getByRole("listbox").getByText("Type a new label").waitFor()
  for (const label of ["North", "South"]) {
    await page.keyboard.type(label)
    await page.keyboard.press("Enter")
    await page.getByRole("option", { name: label, exact: true, selected: true }).waitFor()
  }
  await page.getByRole("option", { name: "North" }).click()
  await page.getByRole("option", { name: "North", selected: true }).waitFor({ state: "detached" })
  await page.keyboard.press("Tab")
  await expect.poll(() => valueOf(dig, bed)).toEqual(["South"])
})

describe("a label", () => {
  it.each(["Enter", "F2"])("that a task has stays by %s and Enter, also one of a column", async (key) => {
    const { addColumn, dig, open, sow, valueOf } = await given(`Kept by ${key}`)
    await people().api.tasks.update({ id: dig, status: "done", priority: "low" })
    const bed = await addColumn({ name: "Bed", type: "dropdown" })
    for (const label of ["North", "South"]) await people().api.tasks.update({ id: dig, columnValues: { [bed]: label } })
    const page = await open()
    for (const [field, label] of [
      ["status", "Done"],
      ["priority", "Low"],
      [bed, "South"]
    ] as const) {
      await cell(page, dig, field).focus()
      await page.keyboard.press(key)
      const current = await page.getByRole("combobox").getAttribute("aria-activedescendant")
      expect(await page.locator(`#${current}`).innerText()).toBe(label)
      await page.keyboard.press("Enter")
      await page.getByRole("combobox").waitFor({ state: "detached" })
    }
    await cell(page, sow, bed).focus()
    await page.keyboard.press(key)
    await page.keyboard.press("Enter")
    await expect.poll(() => valueOf(sow, bed)).toBe("North")
    const { columnValues, priority, status } = await people().api.tasks.get({ id: dig })
    expect([status, priority, columnValues[bed]]).toEqual(["done", "low", "South"])
  })

  it("of a field that every task has is not cleared, and nothing is sent or undone", async () => {
    const { boardId, dig, open, sow } = await given("Built in")
    await people().api.tasks.update({ id: dig, status: "done" })
    const page = await open()
    const sent: Array<string> = []
    page.on("request", (request) => void (request.method() === "GET" || sent.push(request.url())))
    await cell(page, dig, "status").focus()
    await page.keyboard.press("Delete")
    await page.keyboard.press("Enter")
    await page.getByRole("option").first().waitFor()
    expect(await page.locator(".choices").getByText("Clear").count()).toBe(0)
    await page.keyboard.press("Escape")
    expect(await page.getByRole("button", { name: "Undo" }).isEnabled()).toBe(false)
    // A change after it shows that nothing is on its way.
    await people().api.tasks.update({ id: sow, name: "Sow peas" })
    await row(page, "Sow peas").waitFor()
    expect(sent).toEqual([])
    expect((await people().api.tasks.list({ boardId, status: "done" })).tasks.map(({ name }) => name)).toEqual(["Dig"])
  })

  it("of a column is cleared by keyboard, in the table and in the panel", async () => {
    const { addColumn, dig, open, valueOf } = await given("Cleared")
    const bed = await addColumn({ name: "Bed", type: "dropdown" })
    for (const label of ["North", "South"]) await people().api.tasks.update({ id: dig, columnValues: { [bed]: label } })
    const page = await open({}, `&task=${dig}`)
    const clear = async (): Promise<void> => {
      await page.getByRole("combobox", { name: "Bed" }).waitFor()
      for (const _ of ["South", "Clear", "the end"]) await page.keyboard.press("ArrowDown")
      const current = await focused(page).getAttribute("aria-activedescendant")
      expect(await page.locator(`#${current}`).innerText()).toBe("Clear")
      await page.keyboard.press("Enter")
      await expect.poll(() => valueOf(dig, bed)).toBe(null)
    }
    await page.getByRole("dialog", { name: /^Task/ }).getByRole("button", { name: /^Bed/ }).press("Enter")
    await clear()
    await people().api.tasks.update({ id: dig, columnValues: { [bed]: "North" } })
    await cell(page, dig, bed).getByText("North").waitFor()
    await goTo(page, "Dig", 5)
    await page.keyboard.press("F2")
    await clear()
    await expect.poll(() => focusedCell(page)).toBe(`${dig} ${bed}`)
    await people().api.tasks.update({ id: dig, columnValues: { [bed]: "North" } })
    await cell(page, dig, bed).getByText("North").waitFor()
    // A search that finds no label does not offer to clear.
    await page.keyboard.press("F2")
    await page.keyboard.type("Clear")
    expect(await page.locator(".choices").getByRole("option").allInnerTexts()).toEqual(["Add “Clear”"])
    await page.keyboard.press("Escape")
  })
})

it.each([
  ["en-US", "12/25/2026", "3/4/27", "April 3, 2028", "10/2", "12242026"],
  ["de-DE", "25.12.2026", "4.3.27", "3. März 2028", "2.10.", "241226"],
  ["en-GB", "25/12/2026", "4/3/27", "3 Apr 2028", "2 oct", "20261224"]
])(
  "a date is typed from its first character on, as the user writes it: %s",
  async (locale, first, second, named, short, figures) => {
    const { addColumn, dig, open, sow, valueOf } = await given(`Typed dates ${locale}`)
    const start = await addColumn({ name: "Start", type: "date" })
    await people().api.tasks.update({ id: dig, columnValues: { [start]: "2026-01-01" } })
    const page = await open({ locale })
    const stored = () => Promise.all([dig, sow].map((id) => valueOf(id, start)))
    const type = async (one: string, other: string): Promise<void> => {
      await cell(page, dig, start).focus()
      await page.keyboard.type(one)
      await page.keyboard.press("Enter")
      await expect.poll(() => focusedCell(page)).toBe(`${sow} ${start}`)
      await page.keyboard.type(other)
      await page.keyboard.press("Enter")
    }
    await type(first, second)
    await expect.poll(stored).toEqual(["2026-12-25", "2027-03-04"])
    await type(named, short)
    const year = await page.evaluate(() => new Date().getFullYear())
    await expect.poll(stored).toEqual([locale === "de-DE" ? "2028-03-03" : "2028-04-03", `${year}-10-02`])
    await type(first, "2 weeks")
    await expect.poll(stored).toEqual(["2026-12-25", "2 weeks"])
    await cell(page, sow, start).locator(".misfit").waitFor()
    // A click opens the field of the browser, which reads dates in the browser's own language.
    for (const [text, day] of [
      [figures, "2026-12-24"],
      [named, locale === "de-DE" ? "2028-03-03" : "2028-04-03"]
    ] as const) {
      await cell(page, dig, start).click()
      await editor(page, dig, start).and(page.locator("[type=date]")).waitFor()
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
      await expect.poll(() => valueOf(dig, start)).toBe(day)
    }
  }
)

describe("a date with a time", () => {
  it("has the same time on another day, in a cell and in the history", async () => {
    const { boardId, dig, open } = await given("Meetings")
    await people().api.tasks.update({ id: dig, dueDate: "2026-11-23T15:30:00.000Z" })
    const page = await open({ locale: "de-DE" }, `&task=${dig}`)
    await cell(page, dig, "dueDate").click()
    await editor(page, dig, "dueDate").fill("2026-11-25")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await people().api.tasks.get({ id: dig })).dueDate).toBe("2026-11-25T15:30:00.000Z")
    const { column } = await people().api.boards.addColumn({ id: boardId, name: "Start", type: "date" })
    await people().api.tasks.update({ id: dig, columnValues: { [column.id]: "2026-11-20" } })
    await page.getByRole("heading", { name: "Verlauf" }).click()
    await page.locator(".history", { hasText: "Start auf 20.11.2026" }).waitFor()
  })
})

describe("people in a cell", () => {
  it("are those that were clicked, also where Enter follows, and former members by no id", async () => {
    const { addColumn, boardId, dig, open, sow, valueOf } = await given("Crew")
    await people().letIn(boardId)
    const crew = await addColumn({ name: "Crew", type: "person" })
    const gone = "01a2225f-ea86-7a9c-8c94-370725f31aa2"
    await people().api.tasks.update({ id: sow, columnValues: { [crew]: [gone, "Kim"] } })
    const page = await open()
    await cell(page, sow, crew).getByText("A former member, Kim").waitFor()
    expect(await cell(page, sow, crew).locator(".face.in-words").count()).toBe(1)
    await cell(page, dig, crew).focus()
    await page.keyboard.press("Enter")
    const second = page.getByRole("option").nth(1)
    const name = (await second.innerText()).trim()
    await second.click()
    await page.keyboard.press("Enter")
    await expect.poll(() => focusedCell(page)).toBe(`${sow} ${crew}`)
    await cell(page, dig, crew).getByText(name).waitFor()
    await expect.poll(() => valueOf(dig, crew)).toHaveLength(1)
  })
})

it.each(["text", "number"])("people are shown by their names in a column that becomes one of type %s", async (type) => {
  const { addColumn, boardId, dig, open, sow, valueOf } = await given(`Names ${type}`)
  const columnId = await addColumn({ name: "Gardener", type: "person" })
  const { id } = await people().api.accounts.profile()
  const value = [id, "Zoe", "00000000-0000-7000-8000-000000000000"]
  await people().api.tasks.update({ id: dig, columnValues: { [columnId]: value } })
  await people().api.boards.updateColumn({ boardId, columnId, type })
  const page = await open()
  const names = "Ada, Zoe, A former member"
  await expect.poll(() => cell(page, dig, columnId).innerText()).toContain(names)
  await page.getByRole("searchbox", { name: "Search this board" }).fill("ada zoe")
  await cell(page, sow, columnId).waitFor({ state: "detached" })
  await row(page, "Dig").getByRole("link").click()
  await page.locator(".task-field", { hasText: "Gardener" }).getByRole("button", { name: names }).waitFor()
  expect(await valueOf(dig, columnId)).toEqual(value)
})

it("a strict column is named where it refuses a value, in the language of the user", async () => {
  const { boardId, dig, open } = await given("Strict")
  const { column } = await people().api.boards.addColumn({ id: boardId, name: "Mail", type: "email", strict: true })
  const page = await open({ locale: "de-DE", expected: /400/ })
  await cell(page, dig, column.id).focus()
  await page.keyboard.type("bad")
  await page.keyboard.press("Enter")
  const said = page.getByText(/^Nicht gespeichert/)
  await said.waitFor()
  expect(await said.innerText()).toContain("„bad“. Mail: Dieser Wert passt nicht: muss eine E-Mail-Adresse sein.")
})

it("the page asks before it is left with a text that is typed in a cell or for a new task", async () => {
  const { dig, open } = await given("Left")
  // The browser's question, which is answered by staying.
  const page = await open({ expected: /^dialog/ })
  const asked: Array<string> = []
  page.on("dialog", (dialog) => asked.push(dialog.type()))
  await cell(page, dig, "name").focus()
  await page.keyboard.press("F2")
  await editor(page, dig, "name").waitFor()
  await page.keyboard.type("Dig deep")
  await page.evaluate("location.reload()")
  await expect.poll(() => asked).toEqual(["beforeunload"])
  await page.keyboard.press("Escape")
  await page.locator(".add-task").first().fill("Weed")
  await page.evaluate("location.reload()")
  await expect.poll(() => asked).toEqual(["beforeunload", "beforeunload"])
})

it("the choices that begin with what is typed come before those that have it elsewhere", async () => {
  const { dig, open } = await given("Typed choices")
  const page = await open({ locale: "en-US" })
  await cell(page, dig, "status").focus()
  await page.keyboard.type("d")
  await expect.poll(() => page.locator(".choices").getByRole("option").first().innerText()).toBe("Done")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await people().api.tasks.get({ id: dig })).status).toBe("done")
})

it("a due date that is not understood is said in the words of the user, with what was typed", async () => {
  const { dig, open } = await given("Short")
  await people().api.tasks.update({ id: dig, dueDate: "2027-03-15" })
  const page = await open({ locale: "de-DE" })
  await cell(page, dig, "dueDate").focus()
  await page.keyboard.type("bald")
  await page.keyboard.press("Enter")
  const notice = page.locator(".notices", { hasText: "bald" })
  await notice.waitFor()
  expect(await notice.textContent()).not.toContain("must be")
})

it("the focus of a cell whose column is deleted goes on to the name of its task", async () => {
  const { addColumn, boardId, dig, open } = await given("Gone")
  const columnId = await addColumn({ name: "Bed", type: "text" })
  const page = await open()
  await cell(page, dig, columnId).focus()
  await people().api.boards.deleteColumn({ boardId, columnId })
  await expect.poll(() => focusedCell(page)).toBe(`${dig} name`)
})

it.each([
  ["a wide window", 1280],
  ["a phone", 375]
])("the choices of a cell in the last line of %s are all in the window", async (name, width) => {
  const { boardId, doing } = await people().board(`Low ${name}`, [])
  const operations = Array.from({ length: 40 }, (_, at) => ({
    op: "create" as const,
    task: { name: `Task ${at}`, groupId: doing }
  }))
  await people().api.tasks.bulk({ boardId, operations })
  const page = await here.visit({ width })
  await openBoard(page, people().owner, boardId)
  await row(page, "Task 0").waitFor()
  const places = await page
    .locator("[data-cell$=' status']")
    .evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().bottom, each.getAttribute("data-cell")]))
  const [, last] = places.findLast(([bottom]) => Number(bottom) < 800 && Number(bottom) > 700) ?? []
  await page.locator(`[data-cell="${last}"]`).click()
  const options = page.getByRole("option")
  await options.first().waitFor()
  const shown = await options.evaluateAll((all) =>
    all.map((each) => {
      const { bottom, left, right, top } = each.getBoundingClientRect()
      return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight
    })
  )
  expect(shown.length).toBeGreaterThan(2)
  expect(shown).toEqual(shown.map(() => true))
  await options.getByText("Done").click()
  await page.locator(`[data-cell="${last}"]`, { hasText: "Done" }).waitFor()
})

it("a link that is typed without its scheme gets one, and other text none", async () => {
  const { addColumn, dig, open, sow, valueOf } = await given("Links")
  const site = await addColumn({ name: "Site", type: "link" })
  const page = await open()
  for (const [task, typed, stored] of [
    [dig, "example.com/a?b=c", "https://example.com/a?b=c"],
    [sow, "soon", "soon"],
    [dig, "http://example.org", "http://example.org"],
    [sow, "example.org:8080", "https://example.org:8080"],
    [dig, "mailto:ada@example.com", "mailto:ada@example.com"],
    [sow, "ada@example.com", "ada@example.com"]
  ] as const) {
    await cell(page, task, site).focus()
    await page.keyboard.press("Delete")
    await page.keyboard.type(typed)
    await page.keyboard.press("Enter")
    await expect.poll(() => valueOf(task, site)).toBe(stored)
  }
})

describe("numbers of a column", () => {
  it("line up: each has as many decimals as another one needs, three at most", async () => {
    const { addColumn, dig, open, sow } = await given("Decimals")
    const cost = await addColumn({ name: "Cost", type: "number" })
    await people().api.tasks.update({ id: dig, columnValues: { [cost]: 6718.5 } })
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: 702.38 } })
    const page = await open({ locale: "en-US" })
    await expect.poll(() => cell(page, dig, cost).innerText()).toBe("6,718.50")
    expect(await cell(page, sow, cost).innerText()).toBe("702.38")
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: 0.123456 } })
    await expect.poll(() => cell(page, sow, cost).innerText()).toBe("0.123456")
    expect(await cell(page, dig, cost).innerText()).toBe("6,718.500")
  })

  it("have a sum that can be read in the default width", async () => {
    const { addColumn, dig, open, sow } = await given("Wide sums")
    const cost = await addColumn({ name: "Cost", type: "number" })
    await people().api.tasks.update({ id: dig, columnValues: { [cost]: 10_359_000.5 } })
    await people().api.tasks.update({ id: sow, columnValues: { [cost]: 932.38 } })
    const page = await open({ locale: "en-US" })
    const sum = page.getByTitle("Sum of Cost: 10,359,932.88", { exact: true })
    await sum.waitFor()
    expect((await sum.innerText()).replaceAll("\u200b", "")).toBe("10,359,932.88")
    const [needed = 0, given_] = await sum.evaluate(({ clientWidth, scrollWidth }) => [scrollWidth, clientWidth])
    expect(needed).toBeLessThanOrEqual(given_ ?? 0)
  })
})
