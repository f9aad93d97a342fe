import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { openBoard, row, peopleOn } from "./board.js"
import { site } from "./site.js"

const here = site()
const people = peopleOn(here)

const TYPES = ["number", "date", "person", "status", "labels", "checkbox", "text"] as const

/** Where the status is, after the name and the people. */
const STATUS = 2 + TYPES.indexOf("status")
const FIELDS = { status: "status", date: "dueDate" } as const

/** A board with people and a column of each type, named after it, and two tasks in its first group. */
const given = async (name: string) => {
  const { api, board, owner } = people()
  const { boardId } = await board(name, ["Dig", "Sow"])
  const columns = new Map<string, string>()
  for (const type of TYPES) {
    const { column } = await api.boards.addColumn({
      ...{ id: boardId, name: type, type },
      ...(type === "status" || type === "date" ? { field: FIELDS[type] } : {})
    })
    columns.set(type, column.id)
  }
  const idOf = (type: (typeof TYPES)[number]): string => columns.get(type) ?? ""
  return {
    boardId,
    idOf,
    open: async (): Promise<Page> => {
      const page = await here.visit()
      await openBoard(page, owner, boardId)
      return page
    },
    /** The names of the tasks with their cells, in the order of the types. */
    stored: async () => {
      const { tasks } = await api.tasks.list({ boardId, include: ["columnValues"] })
      return tasks.map(({ assignees, columnValues, name }) => [
        name,
        assignees,
        ...TYPES.map((type) => columnValues?.[idOf(type)] ?? null)
      ])
    }
  }
}

/** Pastes into the cell that has the focus what a spreadsheet program puts on the clipboard, or another one with its HTML. */
const paste = (page: Page, text: string, html = "<table><tr><td>") =>
  page.evaluate(
    (pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", pasted.text)
      clipboardData.setData("text/html", pasted.html)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
      )
    },
    { text, html }
  )

const cellOf = (page: Page, name: string, key: string) => row(page, name).locator(`[data-cell$=" ${key}"]`)

describe("a table that is pasted", () => {
  it("becomes tasks with values where one is added", async () => {
    const { open, stored } = await given("Added")
    const page = await open()
    await page.getByLabel("Add a task to Doing").focus()
    await paste(page, 'Rake\t\t4\n"Sow ""late""\npeas"\tBob\t5\n')
    await row(page, 'Sow "late" peas').waitFor()
    await page.getByText("1 cell was not pasted: its value does not fit in People.").waitFor()
    await expect
      .poll(async () => (await stored()).map(([name, , number]) => [name, number]))
      .toEqual([
        ["Dig", null],
        ["Sow", null],
        ["Rake", 4],
        ['Sow "late" peas', 5]
      ])
  })

  it("fills the cells from there on as their columns read them, and its other rows become tasks: one step to undo", async () => {
    const { open, stored } = await given("Filled")
    const { id, name } = await people().api.accounts.profile()
    const page = await open()
    const before = await stored()
    await row(page, "Sow").getByRole("rowheader").focus()
    await paste(
      page,
      [
        `Sow peas\t${name}\t1,234.5\t12/24/2026\t${name.toUpperCase()}\tdone\tseeds, spring\tTRUE\t"two\nlines"`,
        "Weed\t\t7\t1/2/2027\tSomebody else\tOn hold\tseeds\tno\t",
        ""
      ].join("\r\n")
    )
    await row(page, "Weed").waitFor()
    await expect.poll(stored).toEqual([
      ["Dig", [], ...TYPES.map(() => null)],
      ["Sow peas", [id], 1234.5, "2026-12-24", [id], "Done", ["seeds", "spring"], true, "two\nlines"],
      ["Weed", [], 7, "2027-01-02", ["Somebody else"], "On hold", ["seeds"], false, null]
    ])
    await page.keyboard.press("Control+z")
    await expect.poll(stored).toEqual(before)
  })

  it("clears with a blank cell, and says what had no place or does not fit", async () => {
    const { boardId, idOf, open, stored } = await given("Left")
    const { api } = people()
    await api.boards.updateColumn({ boardId, columnId: idOf("number"), strict: true })
    const page = await open()
    await cellOf(page, "Dig", idOf("labels")).focus()
    await paste(page, "a\tyes\tx\tno such column\nb\tmaybe\ty\nno such task\t\t")
    await page.getByText("1 cell was not pasted: its value does not fit in checkbox.").waitFor()
    await page.getByText("2 cells were not pasted: there is no place for them.").waitFor()
    const values = async () => (await stored()).map((values) => values.slice(-3))
    await expect.poll(values).toEqual([
      [["a"], true, "x"],
      [["b"], null, "y"]
    ])
    await cellOf(page, "Dig", idOf("labels")).focus()
    await paste(page, "\t\tz")
    await expect.poll(values).toEqual([
      [null, null, "z"],
      [["b"], null, "y"]
    ])
    await cellOf(page, "Dig", idOf("number")).focus()
    await paste(page, "many\t2026-12-24")
    await page.getByText("1 cell was not pasted: its value does not fit in number.").waitFor()
    await expect.poll(async () => (await stored())[0]?.slice(2, 4)).toEqual([null, "2026-12-24"])
    await paste(page, "1\t2\n".repeat(1001))
    await page.getByText("At most 1,000 rows are pasted at once.").waitFor()
    await row(page, "Dig").getByRole("rowheader").focus()
    await paste(page, '"Dig\n deep"')
    await row(page, "Dig deep").waitFor()
    await cellOf(page, "Dig deep", idOf("text")).focus()
    await paste(page, "two\nlines", "")
    await expect.poll(async () => (await stored())[0]?.at(-1)).toBe("two\nlines")
  })

  it("fills the cells also from a cell whose editor a click has opened, and clears them if it is blank", async () => {
    const { idOf, open, stored } = await given("Clicked")
    const page = await open()
    const cells = async () => (await stored()).map((values) => [values[STATUS], values[2]])
    await cellOf(page, "Dig", idOf("number")).click()
    await page.getByRole("textbox", { name: "number" }).waitFor()
    await paste(page, "1\n2\n", "")
    const focused = () => page.evaluate<string>("document.activeElement.dataset.cell")
    await expect.poll(focused).toContain(` ${idOf("number")}`)
    const empty = [null, null] as const
    await expect.poll(cells).toEqual([
      [null, 1],
      [null, 2]
    ])
    await cellOf(page, "Dig", idOf("number")).focus()
    await paste(page, "1.200,50 €\n1.234\n")
    await expect.poll(cells).toEqual([
      [null, 1200.5],
      [null, 1234]
    ])
    await page.keyboard.press("Control+z")
    await cellOf(page, "Dig", idOf("status")).click()
    await page.getByRole("combobox", { name: "status" }).waitFor()
    await paste(page, "Stuck\r\nDone")
    await expect.poll(cells).toEqual([
      ["Stuck", 1],
      ["Done", 2]
    ])
    await cellOf(page, "Dig", idOf("number")).focus()
    await paste(page, "\t\t\t\n\t\t\t\n")
    await expect.poll(cells).toEqual([empty, empty])
    await cellOf(page, "Sow", idOf("text")).click()
    await paste(page, "not\ncells", "")
    await page.getByRole("textbox", { name: "text" }).waitFor()
    await page.keyboard.type("new")
    await paste(page, "not\tcells")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await stored()).map((values) => values.at(-1))).toEqual([null, "new"])
  })
})

it("a value that is pasted over itself and then changed is the new one, without a conflict", async () => {
  const { idOf, open } = await given("Repeated")
  const page = await open()
  const shown = () => page.locator(`[data-cell$=" ${idOf("text")}"]`).allTextContents()
  for (const [dig, sow] of ["a", "ab", "cd", "ef"].map((values) => [...values])) {
    await cellOf(page, "Dig", idOf("text")).focus()
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/tasks/bulk"))
    await paste(page, sow === undefined ? `${dig}` : `${dig}\n${sow}`)
    expect((await answered).status()).toBe(200)
    await expect.poll(shown).toEqual([dig, sow ?? ""])
  }
})

it("selected tasks are copied as rows, which can be pasted again", async () => {
  const { boardId, idOf, stored } = await given("Copied")
  const { api, owner } = people()
  const { tasks } = await api.tasks.list({ boardId })
  const columnValues = {
    [idOf("number")]: 2.5,
    [idOf("person")]: [(await api.accounts.profile()).id],
    [idOf("text")]: 'a "quoted"\nline'
  }
  await api.tasks.update({ id: tasks[0]?.id ?? "", columnValues })
  const before = await stored()
  const page = await here.visit()
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await openBoard(page, owner, boardId)
  await page.getByLabel("Select Dig").check()
  await page.getByLabel("Select Sow").check()
  await row(page, "Dig").getByRole("rowheader").focus()
  await page.keyboard.press("Control+c")
  const copied = () => page.evaluate<string>("navigator.clipboard.readText()")
  await expect.poll(copied).toMatch(/^Dig\t.*2\.5\t.*\nSow\t/s)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Control+v")
  const [dig = [], sow = []] = before
  // What was shown without being stored is stored then.
  const pasted = (values: ReadonlyArray<unknown>) => values.with(STATUS, "To do")
  await expect.poll(stored).toEqual([dig, pasted(dig), pasted(sow)])
})
