import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, type SignedIn } from "../faults/given.js"
import { expectAccessible, SOME_LOOKS } from "./accessibility.js"
import { expectHarmless, hostile } from "./hostile.js"
import { inGerman } from "./inGerman.js"
import { press, tabTo } from "./keyboard.js"
import { site } from "./site.js"
import { peopleOn } from "./board.js"

const here = site()
const people = peopleOn(here, "Bob.Lee")

/** A board with the groups Doing and Done, and a task in the first. */
const given = async (name: string, task = "Sow peas") => {
  const { api, owner } = people()
  const { boardId } = await newBoard(here.server, owner, name)
  const { group: done } = await api.boards.addGroup({ id: boardId, name: "Done" })
  const made = await api.tasks.create({ boardId, name: task })
  return { api, boardId, done: done.id, id: made.task.id, path: `/app?board=${boardId}&task=${made.task.id}` }
}

const panelOf = (page: Page): Locator => page.getByRole("dialog", { name: /^Task/ })
const open = async (who: SignedIn, path: string, visit = {}): Promise<readonly [Page, Locator]> => {
  const page = await here.visit(visit)
  // The stream of changes never ends, so that the network is not idle.
  await page.goto("/api/health")
  await page.evaluate(
    `for (const storage of [localStorage, sessionStorage]) storage.setItem("boardwright.token", ${JSON.stringify(who.token)})`
  )
  await page.goto(path)
  const panel = panelOf(page)
  return [page, panel]
}
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement?.dataset.cell ?? document.activeElement?.className")
/** Takes back what a notice tells of. */
const undo = async (page: Page): Promise<void> => {
  await tabTo(page, page.locator(".notices").getByRole("button", { name: "Undo" }))
  await page.keyboard.press("Enter")
}

describe("the panel of a task", () => {
  it("goes from an edited field to the next one by Tab, and to the one before by Shift+Tab", async () => {
    const { api, boardId, id, path } = await given("Fields by Tab")
    for (const name of ["Area", "Notes"]) await api.boards.addColumn({ id: boardId, name, type: "text" })
    const [page, panel] = await open(people().owner, path)
    const value = (name: string) => panel.getByRole("button", { name: new RegExp(`^${name}`) })
    const isFocused = (name: string) => value(name).and(page.locator(":focus")).waitFor()
    await value("Area").press("Enter")
    await page.keyboard.type("North")
    await page.keyboard.press("Tab")
    await isFocused("Notes")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Wet")
    await page.keyboard.press("Shift+Tab")
    await isFocused("Area")
    await value("Status").press("Enter")
    await page.keyboard.press("Tab")
    await isFocused("Priority")
    const stored = async () => Object.values((await api.tasks.get({ id })).columnValues)
    await expect.poll(stored).toEqual(["North", "Wet"])
  })

  it("is loaded again where that failed", async () => {
    const { boardId, id } = await given("Offline")
    const [page, panel] = await open(people().owner, `/app?board=${boardId}`, { expected: /ERR_FAILED/ })
    const cell = page.locator(`[data-cell="${id} name"]`)
    await cell.waitFor()
    await page.route("**/TaskPanel-*.js", (route) => route.abort())
    await cell.getByRole("link").click()
    await page.locator(".notices .toast").first().waitFor()
    await page.unroute("**/TaskPanel-*.js")
    expect(await panel.count()).toBe(0)
    await page.evaluate(`dispatchEvent(new Event("online"))`)
    await panel.waitFor()
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
  })

  it("opens and closes by keyboard, with the focus back in the cell, and by its address", async () => {
    const { boardId, id, path } = await given("Spring")
    const [page, panel] = await open(people().owner, `/app?board=${boardId}`)
    const cell = page.locator(`[data-cell="${id} name"]`)
    await tabTo(page, cell)
    await page.keyboard.press("Enter")
    await panel.getByRole("heading", { name: "Sow peas" }).waitFor()
    expect(page.url()).toContain(`task=${id}`)
    expect(await focused(page)).toContain("task-panel")
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await expect.poll(() => focused(page)).toBe(`${id} name`)
    await page.keyboard.press("Enter")
    await press(page, "Close the task")
    await expect.poll(() => focused(page)).toBe(`${id} name`)
    await page.keyboard.press("Enter")
    await panel.getByRole("heading", { name: "Sow peas" }).waitFor()
    await page.goBack()
    await panel.waitFor({ state: "detached" })
    await expect.poll(() => focused(page)).toBe(`${id} name`)
    await page.goto(path)
    await panel.getByRole("heading", { name: "Comments (0)" }).waitFor()
    await expectAccessible(page)
  })

  it("gives the focus back to the task that was opened last", async () => {
    const { api, boardId } = await given("Second")
    const { task: second } = await api.tasks.create({ boardId, name: "Dig" })
    const [page, panel] = await open(people().owner, `/app?board=${boardId}`)
    for (const name of ["Sow peas", "Dig"]) {
      await page.getByRole("grid").getByRole("link", { name, exact: true }).click()
      await panel.getByRole("heading", { name }).waitFor()
    }
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await expect.poll(() => focused(page)).toBe(`${second.id} name`)
  })

  it("says why the rest of a task is not shown, and loads it on request", async () => {
    const { boardId, id } = await given("Unloaded")
    const [page, panel] = await open(people().owner, `/app?board=${boardId}`, { expected: /status of 500/ })
    let isDown = true
    await page.route(`**/api/tasks/${id}`, (route) =>
      isDown ? route.fulfill({ status: 500, body: "{}" }) : route.continue()
    )
    await page.getByRole("grid").getByRole("link", { name: "Sow peas" }).click()
    await panel.getByRole("heading", { name: "Sow peas" }).waitFor()
    await panel.getByText("Something went wrong on the server. Try again.").waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    isDown = false
    await press(page, "Try again")
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    expect(await panel.getByRole("alert").count()).toBe(0)
    await expect.poll(() => focused(page)).toContain("task-panel")
  })

  it("edits name, fields, group and description", async () => {
    const { api, done, id, path } = await given("Fields")
    const [page, panel] = await open(people().owner, path)
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    await press(page, "Sow peas")
    await page.keyboard.type("Sow beans")
    await page.keyboard.press("Enter")
    await panel.getByRole("heading", { name: "Sow beans" }).waitFor()
    await press(page, "Status To do")
    await page.keyboard.type("done")
    await page.keyboard.press("Enter")
    await tabTo(page, panel.getByLabel("Group"))
    await page.keyboard.press("D")
    await expect.poll(async () => (await api.tasks.get({ id })).groupId).toBe(done)
    await press(page, "Edit")
    await page.keyboard.type("# Why\n\nThey are **good**, see https://example.test")
    await page.keyboard.press("Control+Enter")
    const link = panel.getByRole("link", { name: "https://example.test" })
    await link.waitFor()
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow")
    expect(await link.getAttribute("target")).toBe("_blank")
    await panel.getByRole("heading", { level: 4, name: "Why" }).waitFor()
    await expect.poll(async () => (await api.tasks.get({ id })).description).toContain("**good**")
    expect(await api.tasks.get({ id })).toMatchObject({ name: "Sow beans", status: "done" })
    await expectAccessible(page, { looks: SOME_LOOKS })
  })

  it("shows both texts where two people write the description, and loses neither", async () => {
    const { api, id, path } = await given("Conflict")
    const [page, panel] = await open(people().owner, path)
    await press(page, "Edit")
    await page.keyboard.type("mine")
    await api.tasks.update({ id, description: "theirs" })
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await page.goto(path)
    const field = panel.getByRole("textbox", { name: "Description" })
    await expect.poll(() => field.inputValue()).toBe("mine")
    await press(page, "Save")
    const alert = panel.getByRole("alert")
    await alert.getByText("theirs").waitFor()
    await alert.getByText("mine").waitFor()
    // The panel alone asks.
    expect(await page.getByRole("dialog", { name: "Two values for one field" }).count()).toBe(0)
    expect((await api.tasks.get({ id })).description).toBe("theirs")
    await page.reload()
    await alert.getByText("mine").waitFor()
    await press(page, "Keep my text")
    await expect.poll(async () => (await api.tasks.get({ id })).description).toBe("mine")
    await alert.waitFor({ state: "detached" })
  })

  it("keeps a description that is refused, and what is too long to save", async () => {
    const { api, id, path } = await given("Refused")
    const [page, panel] = await open(people().owner, path, { expected: /status of 403/ })
    await press(page, "Edit")
    const field = panel.getByRole("textbox", { name: "Description" })
    await field.fill("x".repeat(65_536))
    await press(page, "Save")
    await page.getByText("Description: must have at most 65535 characters").waitFor()
    const long = "All that was written. ".repeat(100)
    await field.fill(long)
    const body = JSON.stringify({ success: false, error: "Forbidden", code: "Forbidden", details: [] })
    await page.route("**/api/tasks/bulk", (route) => route.fulfill({ status: 403, body }))
    await press(page, "Save")
    await panel.getByRole("alert").getByText(long.trim()).waitFor()
    await page.getByText("You are not allowed to do that.").waitFor()
    await page.unroute("**/api/tasks/bulk")
    await press(page, "Keep my text")
    await expect.poll(async () => (await api.tasks.get({ id })).description).toBe(long)
  })

  it("keeps the description where something else of the task has a text of that name", async () => {
    const { api, id, path } = await given("Described")
    await api.tasks.update({ id, description: "In rows" })
    const [page, panel] = await open(people().owner, path)
    await panel.getByText("In rows").waitFor()
    await api.tasks.addTimeEntry({ id, duration: 30, description: "Digging" })
    await panel.getByText("30 min in all").waitFor()
    expect(await panel.locator(".markdown").innerText()).toBe("In rows")
    await press(page, "Edit")
    expect(await panel.getByRole("textbox", { name: "Description" }).inputValue()).toBe("In rows")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("In beds")
    await page.keyboard.press("Control+Enter")
    await expect.poll(async () => (await api.tasks.get({ id })).description).toBe("In beds")
    await api.tasks.update({ id, description: "" })
    await panel.getByText("No description").waitFor()
  })

  it("has comments with mentions, from two people at once", async () => {
    const { api, boardId, id, path } = await given("Comments")
    const bob = await people().letIn(boardId)
    const [page, panel] = await open(people().owner, path)
    const field = panel.getByLabel("Write a comment, with @ for people")
    await tabTo(page, field)
    await page.keyboard.type("Look @bo")
    await panel.getByRole("option", { name: "Bob.Lee" }).waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    await page.keyboard.press("Enter")
    await page.keyboard.type("here")
    const missed = "What did I miss? **All** of https://example.org/a_b, and `@Bob.Lee`"
    await people().theirs.tasks.addComment({ id, content: missed, mentions: [bob] })
    await panel.getByText("What did I miss?").waitFor()
    expect(await panel.locator(".comment a").getAttribute("href")).toBe("https://example.org/a_b")
    expect(await panel.locator(".comment .markdown").innerHTML()).toMatch(/<strong>All.*<code>@Bob.Lee<\/code>/)
    expect(await field.inputValue()).toBe("Look @Bob.Lee here")
    await page.keyboard.press("Control+Enter")
    await panel.locator("strong.mention", { hasText: "@Bob.Lee" }).waitFor()
    await expect.poll(() => field.inputValue()).toBe("")
    const { comments } = await api.tasks.listComments({ id })
    expect(comments.map(({ content, mentions }) => [content, mentions])).toEqual([
      [missed, [bob]],
      ["Look @Bob.Lee here", [bob]]
    ])
    await press(page, "Edit the comment")
    await page.keyboard.press("End")
    await page.keyboard.type("!")
    await page.keyboard.press("Control+Enter")
    await panel.getByText("(edited)").waitFor()
    await press(page, "Delete the comment by Bob.Lee")
    await page.keyboard.press("Enter")
    await panel.getByText("What did I miss?").waitFor({ state: "detached" })
    await panel.getByRole("heading", { name: "Comments (1)" }).and(page.locator(":focus")).waitFor()
  })

  it("shows the newest of many comments, and earlier ones on request", async () => {
    const { api, id, path } = await given("Many")
    for (let at = 0; at < 130; at += 1) await api.tasks.addComment({ id, content: `Comment ${at}.` })
    const [page, panel] = await open(people().owner, path)
    await panel.getByText("Comment 129.").waitFor()
    await panel.getByRole("heading", { name: "Comments (130)" }).waitFor()
    expect(await panel.getByText("Comment 49.").count()).toBe(0)
    await press(page, "Show earlier comments")
    await panel.getByText("Comment 0.").waitFor()
    expect(await panel.locator(".comment").count()).toBe(130)
  })

  it("keeps what is typed into the name of a subtask when somebody else adds one", async () => {
    const { api, id, path } = await given("Together")
    await api.tasks.addSubtask({ id, name: "Dig" })
    const [page, panel] = await open(people().owner, path)
    await press(page, "Dig")
    await page.keyboard.type("Dig ")
    await api.tasks.addSubtask({ id, name: "Sow" })
    await panel.getByRole("checkbox", { name: "Sow" }).waitFor()
    await page.keyboard.type("deep")
    await page.keyboard.press("Enter")
    const names = async () => (await api.tasks.listSubtasks({ id })).subtasks.map(({ name }) => name)
    await expect.poll(names).toEqual(["Dig deep", "Sow"])
  })

  it("has subtasks and times, by keyboard, that can be brought back", async () => {
    const { api, id, path } = await given("Parts")
    const [page, panel] = await open(people().owner, path)
    const add = panel.getByLabel("Add a subtask")
    await tabTo(page, add)
    for (const name of ["Dig", "Sow", "Water"]) {
      await page.keyboard.type(name)
      await page.keyboard.press("Enter")
      await panel.getByRole("checkbox", { name }).waitFor()
    }
    await tabTo(page, panel.getByRole("checkbox", { name: "Water" }))
    await page.keyboard.press("Space")
    await page.keyboard.press("Alt+ArrowUp")
    await page.keyboard.press("Alt+ArrowUp")
    const stored = async () =>
      (await api.tasks.listSubtasks({ id })).subtasks.map(({ completed, name }) => `${name} ${completed}`)
    await expect.poll(stored).toEqual(["Water true", "Dig false", "Sow false"])
    expect(await panel.getByRole("checkbox", { name: "Water" }).and(page.locator(":focus")).count()).toBe(1)
    await panel.getByText("1 of 3 subtasks done").waitFor()
    const lines = panel.locator(".subtask")
    await lines.nth(0).dragTo(lines.nth(2))
    await expect.poll(stored).toEqual(["Dig false", "Sow false", "Water true"])
    await lines.nth(2).dragTo(lines.nth(0))
    await expect.poll(stored).toEqual(["Water true", "Dig false", "Sow false"])
    await press(page, "Dig")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("Dig deep")
    await page.keyboard.press("Enter")
    await press(page, "Delete Sow")
    await expect.poll(stored).toEqual(["Water true", "Dig deep false"])
    await undo(page)
    await expect.poll(stored).toEqual(["Water true", "Dig deep false", "Sow false"])
    await tabTo(page, panel.getByLabel("Duration"))
    for (const wrong of ["soon", "0"]) {
      await page.keyboard.press("Control+A")
      await page.keyboard.type(wrong)
      await page.keyboard.press("Enter")
      await panel.getByText(/^Enter minutes/).waitFor()
    }
    await page.keyboard.press("Control+A")
    await page.keyboard.type("1h 30m")
    await page.keyboard.press("Enter")
    await panel.getByText("1 h 30 min in all").waitFor()
    await press(page, "Edit 1 h 30 min")
    await page.keyboard.type("45")
    await page.keyboard.press("Enter")
    await panel.getByText("45 min in all").waitFor()
    expect((await api.tasks.listTimeEntries({ id })).timeEntries.map(({ duration }) => duration)).toEqual([45])
    await api.tasks.addTimeEntry({ id, duration: 0.4, description: "Loo" })
    await press(page, "Edit 0 min")
    await page.keyboard.press("Tab")
    await page.keyboard.press("End")
    await page.keyboard.type("k")
    await page.keyboard.press("Enter")
    const times = async () =>
      (await api.tasks.listTimeEntries({ id })).timeEntries.map(
        ({ description, duration }) => `${description} ${duration}`
      )
    await expect.poll(times).toEqual([" 45", "Look 0.4"])
    await expectAccessible(page, { looks: SOME_LOOKS })
  })

  it("leaves the focus where the user has gone before an answer comes", async () => {
    const { api, id, path } = await given("Slow")
    for (const name of ["Dig", "Sow"]) await api.tasks.addSubtask({ id, name })
    const [page, panel] = await open(people().owner, path)
    const next = panel.getByLabel("Add a subtask")
    /** Sends something, and types somewhere else before and after it is answered. */
    const typing = async (part: string, send: () => Promise<void>, done: Locator) => {
      const asked = new Promise<() => Promise<void>>((resolve) => {
        void page.route(`**/api/tasks/${id}/${part}`, (route) => resolve(() => route.continue()), { times: 1 })
      })
      await send()
      const answer = await asked
      await next.focus()
      await page.keyboard.type(`${part} `)
      await answer()
      await done.waitFor()
      await page.keyboard.type("x ")
    }
    await typing(
      "comments",
      async () => {
        await tabTo(page, panel.getByLabel(/^Write a comment/))
        await page.keyboard.type("Look")
        await page.keyboard.press("Control+Enter")
      },
      panel.locator(".comment", { hasText: "Look" })
    )
    await typing(
      "time-entries",
      async () => {
        await tabTo(page, panel.getByLabel("Duration"))
        await page.keyboard.type("45")
        await page.keyboard.press("Enter")
      },
      panel.getByText("45 min in all")
    )
    await typing("time-entries/*", () => press(page, "Delete 45 min"), page.getByText("The time entry is deleted."))
    await typing("subtasks/*", () => press(page, "Delete Dig"), page.getByText("The subtask is deleted."))
    await expect.poll(() => next.inputValue()).toBe("comments x time-entries x time-entries/* x subtasks/* x ")
    expect(await panel.getByRole("checkbox", { name: "Sow" }).isChecked()).toBe(false)
  })

  it("has a history whose changes are undone", async () => {
    const { api, done, id, path } = await given("History")
    await api.tasks.move({ id, groupId: done })
    const [page, panel] = await open(people().owner, path)
    await tabTo(page, panel.locator("summary"))
    await page.keyboard.press("Enter")
    await panel.getByText("You moved it from New group to Done.").waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
    await press(page, "Undo: You moved it from New group to Done.")
    await panel.getByText("You moved it from Done to New group.").waitFor()
    expect((await api.tasks.get({ id })).groupId).not.toBe(done)
  })

  it("duplicates, moves to another board and deletes a task, and says when somebody else did", async () => {
    const { api, boardId, id, path } = await given("Whole")
    const other = await newBoard(here.server, people().owner, "Elsewhere")
    const [page, panel] = await open(people().owner, path)
    await press(page, "Duplicate")
    await page.getByText("“Sow peas” is duplicated. This is the copy.").waitFor()
    await expect.poll(() => page.url()).not.toContain(id)
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    await press(page, "Move to board")
    await page.getByLabel("Board", { exact: true }).selectOption(other.boardId)
    await press(page, "Move")
    await page.getByText("“Sow peas” is moved.").waitFor()
    await expect.poll(async () => (await api.tasks.list({ boardId: other.boardId })).tasks.length).toBe(1)
    await page.goto(path)
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    await press(page, "Delete")
    await panel.waitFor({ state: "detached" })
    await expect.poll(async () => (await api.tasks.list({ boardId })).tasks.length).toBe(0)
    await undo(page)
    await expect.poll(async () => (await api.tasks.list({ boardId })).tasks.length).toBe(1)
    await page.goto(path)
    await panel.getByRole("heading", { name: "Description" }).waitFor()
    await api.tasks.delete({ id })
    await panel.getByText("The task Sow peas is not on this board any more").waitFor()
    await press(page, "Restore")
    await panel.getByRole("heading", { name: "Description" }).waitFor()
  })

  it.each(["table", "kanban"])("leaves the focus on a neighbour of a task that it deletes: %s", async (view) => {
    const { api, boardId } = await given(`Neighbours ${view}`)
    for (const name of ["Dig", "Rake"]) await api.tasks.create({ boardId, name })
    const [page, panel] = await open(people().owner, `/app?board=${boardId}&view=${view}`)
    for (const [task, next] of [
      ["Dig", "Rake"],
      ["Rake", "Sow peas"]
    ] as const) {
      await page.getByRole("link", { name: task }).click()
      await panel.getByRole("heading", { name: "Description" }).waitFor()
      await press(page, "Delete")
      await panel.waitFor({ state: "detached" })
      await expect
        .poll(() =>
          page.evaluate(
            () => document.activeElement?.matches("[data-card], [data-cell]") && document.activeElement.textContent
          )
        )
        .toBe(next)
    }
  })

  it("lets viewers read and comment, and nothing else", async () => {
    const { api, boardId, id, path } = await given("Viewed")
    await people().letIn(boardId)
    await api.tasks.addSubtask({ id, name: "Dig" })
    await api.tasks.addTimeEntry({ id, duration: 30 })
    await api.tasks.addComment({ id, content: "Mine" })
    const [page, panel] = await open(people().guest, path)
    await panel.getByText("Mine").waitFor()
    await panel.getByText("30 min in all").waitFor()
    await tabTo(page, panel.locator("summary"))
    await page.keyboard.press("Enter")
    await panel.getByText("Ada commented “Mine”.").waitFor()
    const buttons = await panel.getByRole("button").all()
    const names = await Promise.all(
      buttons.map(async (button) => (await button.getAttribute("aria-label")) ?? button.innerText())
    )
    expect(names).toEqual(["Copy link", "Close the task", "Send"])
    expect(await panel.getByRole("checkbox", { name: "Dig" }).isDisabled()).toBe(true)
    await tabTo(page, panel.getByLabel(/^Write a comment/))
    await page.keyboard.type("I see")
    await page.keyboard.press("Control+Enter")
    await panel.getByText("I see", { exact: true }).waitFor()
    await expectAccessible(page, { looks: SOME_LOOKS })
  })

  it("shows hostile texts as text, in German too", async () => {
    const { api, id, path } = await given("Hostile", hostile("task"))
    await api.tasks.update({
      id,
      description: `${hostile("d")}\n\n[a](javascript:window.hacked=1) ![b](https://evil.test/x.png)\n\n${hostile("e")}`
    })
    await api.tasks.addComment({ id, content: hostile("comment") })
    await api.tasks.addSubtask({ id, name: hostile("subtask") })
    await api.tasks.addTimeEntry({ id, duration: 5, description: hostile("time") })
    const [page, panel] = await open(people().owner, path)
    await inGerman(page)
    await panelAnyLanguage(page).getByText("Verlauf").click()
    await page.getByText(/^Du hast die Unteraufgabe „subtask/).waitFor()
    await page.getByText("5 min insgesamt").waitFor()
    await expectHarmless(page)
    expect(await panelAnyLanguage(page).locator("a[href^=javascript]").count()).toBe(0)
    await expectAccessible(page, { looks: SOME_LOOKS })
    expect(panel).toBeDefined()
  })
})

const panelAnyLanguage = (page: Page): Locator => page.locator(".task-panel")
