import { createClient } from "@boardwright/client"
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { newBoard, somebody } from "../faults/given.js"
import { signIn } from "../support/standalone.js"
import { openBoard, row, peopleOn } from "./board.js"
import { site, type Visit } from "./site.js"

const here = site()
/** What the browser says of requests that a test fails, and of those that the API refuses. */
const FAILED = /ERR_FAILED|status of (401|502)/
/** What the app says when the session has ended. */
const SIGNED_OUT = "You are signed out, so nothing was changed."
const people = peopleOn(here)

/** A board with a column of labels and one of texts, and what the tasks have in them. */
const given = async (name: string, tasks: ReadonlyArray<string>) => {
  const { api, board, owner } = people()
  const { boardId, doing } = await board(name, tasks)
  const { column: labels } = await api.boards.addColumn({ id: boardId, name: "Tags", type: "labels" })
  const { column: text } = await api.boards.addColumn({ id: boardId, name: "Bed", type: "text" })
  const listed = await api.tasks.list({ boardId, limit: 1000 })
  return {
    boardId,
    doing,
    labels: labels.id,
    text: text.id,
    ids: listed.tasks.map(({ id }) => id),
    open: async (visit: Visit = {}): Promise<Page> => {
      const page = await here.visit(visit)
      await openBoard(page, owner, boardId)
      return page
    },
    /** The values of a column, in the order of the tasks. */
    cells: async (columnId: string) => {
      const { tasks: found } = await api.tasks.list({ boardId, limit: 1000, include: ["columnValues"] })
      return found.map(({ columnValues }) => columnValues?.[columnId] ?? null)
    }
  }
}

const cell = (page: Page, taskId: string, columnId: string) => page.locator(`[data-cell="${taskId} ${columnId}"]`)

/** Gives a task another name. */
const rename = async (page: Page, from: string, to: string): Promise<void> => {
  await row(page, from).getByRole("rowheader").focus()
  await page.keyboard.press("F2")
  await page.keyboard.type(to)
  await page.keyboard.press("Enter")
}

/** Gives a group or a column another name, by its menu. */
const renameBy = async (page: Page, menu: string, field: string, name: string): Promise<void> => {
  await page.getByRole("button", { name: menu }).click()
  await page.getByLabel(field).fill(name)
  await page.keyboard.press("Enter")
}

/** Ends when the page shows what it has got. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Lets the server do what a page asks of it, and gives the page the answers when `open` is called. */
const holdAnswers = async (page: Page, path: string) => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  let answered = 0
  await page.route(path, async (route) => {
    if (route.request().method() === "GET") return route.continue()
    const response = await route.fetch()
    answered += 1
    await opened
    await route.fulfill({ response })
  })
  return { open, answered: () => answered }
}

/** Keeps what a page asks of the server until `letGo` is called. */
const holdRequests = async (page: Page, path: string) => {
  let letGo = (): void => undefined
  const opened = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(path, async (route) => {
    await opened
    await route.continue()
  })
  return { letGo }
}

describe("what is being edited in the app", () => {
  it("changes no task where a list is opened for many and left", async () => {
    const { cells, ids, labels, open } = await given("Left", ["Dig", "Sow"])
    for (const id of ids) await people().api.tasks.update({ id, columnValues: { [labels]: ["Soon"] } })
    const page = await open()
    for (const name of ["Dig", "Sow"]) await page.getByLabel(`Select ${name}`).check()
    await page.getByRole("button", { name: "Set a value" }).click()
    await page.getByRole("button", { name: "Tags" }).last().click()
    await page.getByRole("combobox", { name: "Tags" }).waitFor()
    await page.getByLabel("Search this board").click()
    await page.getByRole("combobox", { name: "Tags" }).waitFor({ state: "detached" })
    // A change after it shows that nothing is on its way.
    await people().api.tasks.update({ id: ids[0] ?? "", name: "Dig deep" })
    await row(page, "Dig deep").waitFor()
    expect(await cells(labels)).toEqual([["Soon"], ["Soon"]])
  })

  it("is compared with what the editor was opened with, so that both values are shown", async () => {
    const { cells, ids, labels, open } = await given("Opened", ["Dig"])
    const [id = ""] = ids
    await people().api.tasks.update({ id, columnValues: { [labels]: ["Ada"] } })
    const page = await open()
    await cell(page, id, labels).click()
    await page.getByRole("combobox", { name: "Tags" }).waitFor()
    await people().api.tasks.update({ id, name: "Dig deep", columnValues: { [labels]: ["Ada", "Bob"] } })
    await row(page, "Dig deep").waitFor()
    await page.keyboard.type("Cem")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    const dialog = page.getByRole("dialog", { name: "Two values for one field" })
    await dialog.getByText("Cem").waitFor()
    await dialog.getByText("Bob").waitFor()
    expect(await cells(labels)).toEqual([["Ada", "Bob"]])
  })

  it("is not interrupted by two values of another cell, which are shown once it is left", async () => {
    const { cells, ids, open, text } = await given("Typing", ["Dig", "Sow"])
    const [dig = "", sow = ""] = ids
    const page = await open()
    const { letGo } = await holdRequests(page, "**/api/tasks/bulk")
    await cell(page, dig, text).click()
    await page.keyboard.type("Mine")
    await page.keyboard.press("Enter")
    await cell(page, sow, text).and(page.locator(":focus")).waitFor()
    await page.keyboard.type("So")
    await people().api.tasks.update({ id: dig, columnValues: { [text]: "Theirs" } })
    letGo()
    await cell(page, dig, text).getByText("Theirs").waitFor()
    await page.keyboard.type("uth")
    expect(await cell(page, sow, text).getByRole("textbox").inputValue()).toBe("South")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Two values for one field" })
    await dialog.getByRole("heading").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Enter")
    await dialog.getByRole("button", { name: "Keep my value" }).press("Enter")
    await expect.poll(() => cells(text)).toEqual(["Mine", "South"])
    await cell(page, sow, text).and(page.locator(":focus")).waitFor()
  })

  it("is asked about on its own board, where another one was opened meanwhile", async () => {
    const { boardId, ids, open, text } = await given("Left for another", ["Dig"])
    const other = await given("Another", ["Sow"])
    const [id = ""] = ids
    const page = await open()
    await cell(page, id, text).click()
    await people().api.tasks.update({ id, name: "Dig deep", columnValues: { [text]: "South" } })
    await row(page, "Dig deep").waitFor()
    const held = await holdAnswers(page, "**/api/tasks/bulk")
    await page.keyboard.type("North")
    await page.keyboard.press("Enter")
    await expect.poll(() => held.answered()).toBe(1)
    const show = (board: string) =>
      page.evaluate((each) => {
        history.pushState(null, "", `/app?board=${each}`)
        dispatchEvent(new PopStateEvent("popstate"))
      }, board)
    await show(other.boardId)
    await row(page, "Sow").waitFor()
    const refused = page.waitForResponse("**/api/tasks/bulk")
    held.open()
    await (await refused).finished()
    await people().api.tasks.update({ id: other.ids[0] ?? "", name: "Sow peas" })
    await row(page, "Sow peas").waitFor()
    const dialog = page.getByRole("dialog", { name: "Two values for one field" })
    expect(await dialog.count()).toBe(0)
    await show(boardId)
    await dialog.getByText("South").waitFor()
    await dialog.getByText("North").waitFor()
  })

  it("is kept where its line is scrolled away, and untouched where nothing was typed", async () => {
    const names = Array.from({ length: 120 }, (_, at) => `Task ${at}`)
    const { boardId, cells, doing, open, text } = await given("Far", [])
    await people().api.tasks.bulk({
      boardId,
      operations: names.map((name) => ({
        op: "create" as const,
        task: { name, groupId: doing, columnValues: { [text]: "North" } }
      }))
    })
    const { tasks } = await people().api.tasks.list({ boardId, limit: 200 })
    const page = await open()
    for (const [at, typed] of [
      [0, ""],
      [1, "South"]
    ] as const) {
      const here = cell(page, tasks[at]?.id ?? "", text)
      await here.click()
      await here.getByRole("textbox").waitFor()
      await page.keyboard.type(typed)
      await page.locator(".table").evaluate((node) => node.scrollTo(0, node.scrollHeight))
      await row(page, "Task 119").waitFor()
      await here.waitFor({ state: "detached" })
      await page.locator(".table").evaluate((node) => node.scrollTo(0, 0))
      await row(page, "Task 0").waitFor()
    }
    await expect.poll(async () => (await cells(text)).slice(0, 3)).toEqual(["North", "South", "North"])
  })

  it("is undone last first, also before the server has answered, and by its own notice", async () => {
    const { ids, open, text } = await given("Undo", ["Dig", "Sow"])
    const [id = ""] = ids
    const page = await open()
    const names = async () =>
      (await people().api.tasks.list({ boardId: (await people().api.tasks.get({ id })).boardId })).tasks.map(
        ({ name }) => name
      )
    await rename(page, "Dig", "Dig deep")
    await expect.poll(names).toEqual(["Dig deep", "Sow"])
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor()
    const held = await holdAnswers(page, "**/api/tasks/bulk")
    await rename(page, "Sow", "Sow peas")
    await expect.poll(() => held.answered()).toBe(1)
    await page.keyboard.press("Control+z")
    held.open()
    await expect.poll(names).toEqual(["Dig deep", "Sow"])
    await row(page, "Sow").waitFor()
    await page.getByLabel("Select Sow").check()
    await page.getByRole("button", { name: "Delete" }).click()
    await row(page, "Sow").waitFor({ state: "detached" })
    await rename(page, "Dig deep", "Dig")
    await page.locator(".notices").getByRole("button", { name: "Undo" }).click()
    await expect.poll(names).toEqual(["Dig", "Sow"])
    // What changed nothing is passed over.
    await cell(page, id, text).focus()
    await page.keyboard.press("Delete")
    await page.keyboard.press("Control+z")
    await expect.poll(names).toEqual(["Dig deep", "Sow"])
  })

  it("is undone one by one where several tasks were added before the server has answered", async () => {
    const { boardId, open } = await given("Added fast", [])
    const page = await open()
    const names = async () => (await people().api.tasks.list({ boardId })).tasks.map(({ name }) => name)
    const held = await holdAnswers(page, "**/api/tasks/bulk")
    const add = page.getByLabel("Add a task to Doing")
    for (const name of ["Dig", "Sow", "Rake"]) {
      await add.fill(name)
      await add.press("Enter")
    }
    await expect.poll(held.answered).toBe(1)
    held.open()
    await expect.poll(names).toEqual(["Dig", "Sow", "Rake"])
    await page.locator(":not([data-task^='new-'])").and(row(page, "Rake")).waitFor()
    for (const left of [["Dig", "Sow"], ["Dig"], []]) {
      await page.keyboard.press("Control+z")
      await expect.poll(names).toEqual(left)
    }
  })

  it("is undone last first also where the answer to a change of the board is slow", async () => {
    const { boardId, open } = await given("Slow", ["Dig"])
    const page = await open()
    const names = async () => {
      const { columns, groups } = await people().api.boards.get({ id: boardId })
      return [groups[0]?.name, columns.at(-1)?.name]
    }
    await renameBy(page, "Menu of the group Doing", "Name of the group", "Now")
    await page.getByText("Now", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor()
    const held = await holdAnswers(page, "**/api/boards/*/columns/*")
    await renameBy(page, "Menu of the column Bed", "Name of the column", "Place")
    await expect.poll(names).toEqual(["Now", "Place"])
    await page.locator(".name-form button[aria-busy=true]").waitFor()
    await row(page, "Dig").getByRole("rowheader").focus()
    await page.keyboard.press("Control+z")
    held.open()
    await expect.poll(names).toEqual(["Now", "Bed"])
  })

  it("is undone last first also where the stream has not told of it", async () => {
    const { boardId } = await given("Silent", ["Dig"])
    const page = await here.visit()
    await page.route("**/api/changes/stream*", () => undefined)
    await openBoard(page, people().owner, boardId)
    const names = async () => {
      const { columns, groups } = await people().api.boards.get({ id: boardId })
      const { tasks } = await people().api.tasks.list({ boardId })
      return [groups[0]?.name, tasks[0]?.name, columns.at(-1)?.name]
    }
    await renameBy(page, "Menu of the group Doing", "Name of the group", "Now")
    await expect.poll(names).toEqual(["Now", "Dig", "Bed"])
    await rename(page, "Dig", "Dig deep")
    await expect.poll(names).toEqual(["Now", "Dig deep", "Bed"])
    await renameBy(page, "Menu of the column Bed", "Name of the column", "Place")
    await expect.poll(names).toEqual(["Now", "Dig deep", "Place"])
    await row(page, "Dig deep").getByRole("rowheader").focus()
    for (const left of [
      ["Now", "Dig deep", "Bed"],
      ["Now", "Dig", "Bed"],
      ["Doing", "Dig", "Bed"]
    ]) {
      await page.keyboard.press("Control+z")
      await expect.poll(names).toEqual(left)
    }
  })

  it.each([
    ["a task", "**/api/tasks/bulk", ["Dig deep", "Bed"]],
    ["a column", "**/api/boards/*/columns/*", ["Dig", "Place"]]
  ])("is undone last first where the answer to an earlier change of %s comes after it", async (what, path, left) => {
    const { boardId, open } = await given(`Late answer of ${what}`, ["Dig"])
    const page = await open()
    const names = async () => {
      const { columns } = await people().api.boards.get({ id: boardId })
      const { tasks } = await people().api.tasks.list({ boardId })
      return [tasks[0]?.name, columns.at(-1)?.name]
    }
    const changes = [
      () => rename(page, "Dig", "Dig deep"),
      () => renameBy(page, "Menu of the column Bed", "Name of the column", "Place")
    ]
    const held = await holdAnswers(page, path)
    for (const change of what === "a task" ? changes : changes.toReversed()) {
      await change()
      await expect.poll(held.answered).toBe(1)
    }
    await expect.poll(names).toEqual(["Dig deep", "Place"])
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor()
    await row(page, "Dig deep").getByRole("rowheader").focus()
    await page.keyboard.press("Control+z")
    held.open()
    await expect.poll(names).toEqual(left)
  })

  it("stays as it is shown when the changes since the board was read arrive late", async () => {
    const { boardId, cells, ids, text } = await given("Catching up", ["Dig", "Sow"])
    const [id = "", other = ""] = ids
    const page = await here.visit()
    const asked: Array<Route> = []
    await page.route("**/api/changes?*", (route) => (asked.push(route) === 1 ? undefined : route.continue()))
    await page.route("**/api/changes/stream*", () => undefined)
    await openBoard(page, people().owner, boardId)
    const write = async (value: string): Promise<void> => {
      await cell(page, id, text).focus()
      await page.keyboard.type(value)
      await page.keyboard.press("Enter")
      await expect.poll(async () => (await cells(text))[0]).toBe(value)
    }
    await write("North")
    await people().api.tasks.update({ id: other, name: "Sow peas" })
    await expect.poll(() => asked.length).toBe(1)
    const response = await asked[0]?.fetch()
    await write("South")
    await asked[0]?.fulfill(response === undefined ? {} : { response })
    await row(page, "Sow peas").waitFor()
    expect(await cell(page, id, text).innerText()).toBe("South")
  })

  it("is not replaced by details of its task that were asked for before", async () => {
    const { boardId, ids } = await given("Details", ["Dig"])
    const [id = ""] = ids
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, `&task=${id}`)
    const panel = page.getByRole("dialog", { name: /^Task/ })
    await panel.getByText("No description").waitFor()
    const asked: Array<Route> = []
    await page.route(`**/api/tasks/${id}`, (route) => void asked.push(route))
    await people().api.tasks.update({ id, status: "done" })
    await expect.poll(() => asked.length).toBe(1)
    const response = await asked[0]?.fetch()
    await people().api.tasks.update({ id, description: "Two spades" })
    await panel.getByText("Two spades").waitFor()
    await asked[0]?.fulfill(response === undefined ? {} : { response })
    await expect.poll(() => asked.length).toBe(2)
    await painted(page)
    expect(await panel.getByText("Two spades").count()).toBe(1)
  })

  it("is not replaced by a board that was asked for before", async () => {
    const { boardId, labels, open } = await given("Boards", ["Dig"])
    const page = await open()
    const asked: Array<Route> = []
    await page.route(`**/api/boards/${boardId}`, (route) => (asked.push(route) === 1 ? undefined : route.continue()))
    await people().api.boards.addGroup({ id: boardId, name: "Later" })
    await expect.poll(() => asked.length).toBe(1)
    const response = await asked[0]?.fetch()
    await people().api.boards.updateColumn({ boardId, columnId: labels, name: "Beds" })
    await renameBy(page, "Menu of the group Doing", "Name of the group", "Now")
    const menu = page.getByRole("button", { name: "Menu of the column Beds" })
    await menu.waitFor()
    const answered = page.waitForResponse(`**/api/boards/${boardId}`)
    await asked[0]?.fulfill(response === undefined ? {} : { response })
    await (await answered).finished()
    await painted(page)
    expect(await menu.count()).toBe(1)
  })

  it("waits where something before the server answers instead of it", async () => {
    const { boardId, cells, ids, text } = await given("Gateway", ["Dig"])
    const page = await here.visit({ expected: FAILED })
    let isDown = true
    let answers = 0
    await page.route("**/api/tasks/bulk", (route) => {
      answers += 1
      return isDown ? route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }) : route.continue()
    })
    await openBoard(page, people().owner, boardId)
    await cell(page, ids[0] ?? "", text).focus()
    await page.keyboard.type("North")
    await page.keyboard.press("Enter")
    // More often than the client tries by itself.
    await expect.poll(() => answers).toBeGreaterThan(3)
    isDown = false
    await expect.poll(() => cells(text)).toEqual(["North"])
  })

  it("does not wait for an answer that never comes", async () => {
    const { boardId, cells, ids, text } = await given("Lost", ["Dig"])
    const [id = ""] = ids
    const page = await here.visit()
    await page.addInitScript(() => {
      const real = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (millis) => real(millis / 30)
    })
    let lost = 0
    await page.route("**/api/tasks/bulk", async (route) => {
      lost += 1
      if (lost > 1) return route.continue()
      await route.fetch()
    })
    await openBoard(page, people().owner, boardId)
    for (const value of ["North", "South"]) {
      await cell(page, id, text).focus()
      await page.keyboard.type(value)
      await page.keyboard.press("Enter")
      await expect.poll(() => cells(text)).toEqual([value])
    }
    await page.keyboard.press("Control+z")
    await expect.poll(() => cells(text)).toEqual(["North"])
  })

  it("is one new task while the answer to it is lost and it is sent again", async () => {
    const { boardId, open } = await given("Once", [])
    const page = await open({ expected: FAILED })
    let isDown = true
    let tries = 0
    await page.route("**/api/tasks/bulk", async (route) => {
      tries += 1
      if (tries === 1) await route.fetch()
      return isDown ? route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }) : route.continue()
    })
    await page.getByLabel("Add a task to Doing").fill("Dig")
    await page.keyboard.press("Enter")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Dig"])
    // More often than the client tries by itself.
    await expect.poll(() => tries).toBeGreaterThan(3)
    expect(await row(page, "Dig").count()).toBe(1)
    isDown = false
    await row(page, "Dig").and(page.locator(":not([data-task^='new-'])")).waitFor()
    expect(await row(page, "Dig").count()).toBe(1)
  })

  it("is undone twice by two quick presses, whichever request is slow", async () => {
    const { cells, ids, open, text } = await given("Twice", ["Dig"])
    const [id = ""] = ids
    const page = await open()
    for (const value of ["North", "South"]) {
      await cell(page, id, text).focus()
      await page.keyboard.type(value)
      await page.keyboard.press("Enter")
      await expect.poll(() => cells(text)).toEqual([value])
    }
    const undone: Array<Route> = []
    await page.route("**/api/changes/*/undo", (route) => (undone.push(route) === 1 ? undefined : route.continue()))
    await cell(page, id, text).focus()
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await expect.poll(() => undone.length).toBe(1)
    await undone[0]?.continue()
    await expect.poll(() => cells(text)).toEqual([null])
  })

  it("is live once the line is there, also where it was not when the board was opened", async () => {
    const { boardId, ids } = await given("Line", ["Dig"])
    const page = await here.visit({ expected: FAILED })
    let isDown = true
    await page.route("**/api/changes?*", (route) => (isDown ? route.abort() : route.continue()))
    await openBoard(page, people().owner, boardId)
    await page.getByText("offline").first().waitFor()
    isDown = false
    await people().api.tasks.update({ id: ids[0] ?? "", name: "Dig deep" })
    await row(page, "Dig deep").waitFor()
    await expect.poll(() => page.getByText("offline").count()).toBe(0)
  })

  it("is said not to be live while the stream cannot be reached, in every tab", async () => {
    const { boardId, ids } = await given("Broken", ["Dig"])
    const page = await here.visit({ expected: FAILED })
    let connections = 0
    let isDown = true
    await page.context().route("**/api/changes/stream*", (route) => {
      connections += 1
      // It breaks, and is to be connected again soon.
      if (connections === 1) return route.fulfill({ contentType: "text/event-stream", body: "retry: 10\n\n" })
      if (connections === 2) return route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" })
      return isDown ? route.abort() : route.continue()
    })
    const second = await page.context().newPage()
    await openBoard(page, people().owner, boardId)
    await page.getByText("offline").first().waitFor()
    await openBoard(second, people().owner, boardId)
    await second.getByText("offline").first().waitFor()
    isDown = false
    await people().api.tasks.update({ id: ids[0] ?? "", name: "Dig deep" })
    for (const each of [page, second]) {
      await row(each, "Dig deep").waitFor()
      await expect.poll(() => each.getByText("offline").count()).toBe(0)
    }
  })

  it("has what another tab was told while this one was opened", async () => {
    const { boardId, ids, open } = await given("Tabs", ["Dig"])
    const [id = ""] = ids
    const first = await open()
    await row(first, "Dig").waitFor()
    const second = await first.context().newPage()
    const asked: Array<Route> = []
    await second.route("**/api/changes?*", (route) => (asked.push(route) === 1 ? undefined : route.continue()))
    await second.goto(`/app?board=${boardId}`)
    await row(second, "Dig").waitFor()
    await expect.poll(() => asked.length).toBe(1)
    const response = await asked[0]?.fetch()
    await people().api.tasks.update({ id, name: "Dig deep" })
    await row(first, "Dig deep").waitFor()
    await asked[0]?.fulfill(response === undefined ? {} : { response })
    await row(second, "Dig deep").waitFor()
  })

  it("is added once by two quick presses, and leaves the focus where one goes on", async () => {
    const { boardId, ids } = await given("Presses", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, `&task=${ids[0]}`)
    const held = await holdAnswers(page, `**/api/boards/${boardId}/groups`)
    await page.getByRole("button", { name: "Add a group" }).click()
    await page.getByLabel("Name of the group").fill("Later")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect.poll(() => held.answered()).toBe(1)
    held.open()
    await page.getByText("Later", { exact: true }).first().waitFor()
    const { groups } = await people().api.boards.get({ id: boardId })
    expect(groups.filter(({ name }) => name === "Later")).toHaveLength(1)
    const panel = page.getByRole("dialog", { name: /^Task/ })
    await panel.getByRole("button", { name: "Bed" }).click()
    await page.keyboard.type("North")
    await panel.getByLabel(/^Write a comment/).click()
    await panel.getByText("North").waitFor()
    await painted(page)
    expect(
      await panel
        .getByLabel(/^Write a comment/)
        .and(page.locator(":focus"))
        .count()
    ).toBe(1)
  })

  it("is copied from one cell into another, by keyboard", async () => {
    const { boardId } = await given("Copied", ["Dig", "Sow"])
    const page = await here.visit()
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await openBoard(page, people().owner, boardId)
    await row(page, "Dig").getByRole("rowheader").focus()
    await page.keyboard.press("Control+c")
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("Dig")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Control+v")
    const names = async () => (await people().api.tasks.list({ boardId })).tasks.map(({ name }) => name)
    await expect.poll(names).toEqual(["Dig", "Dig"])
  })

  it("is a task for each line that is pasted, with one step to undo, and nothing of a long line is lost", async () => {
    const { boardId } = await given("Pasted", ["Dig"])
    const page = await here.visit()
    await openBoard(page, people().owner, boardId)
    const field = page.getByLabel("Add a task to Doing")
    const paste = (text: string) =>
      field.evaluate((node, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData("text/plain", pasted)
        node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    await field.focus()
    const long = "Weed".repeat(100)
    await paste(` Sow\r\n\r\n${long}\n`)
    await row(page, "Sow").waitFor()
    const stored = async () => (await people().api.tasks.list({ boardId })).tasks
    await expect.poll(async () => (await stored()).map(({ name }) => name.length)).toEqual([3, 3, 255])
    const { id = "" } = (await stored())[2] ?? {}
    expect((await people().api.tasks.get({ id })).description).toBe(long)
    await paste("A\n".repeat(201))
    await page.getByText("At most 200 lines become tasks at once.").waitFor()
    await row(page, "Dig").getByRole("rowheader").focus()
    await page.keyboard.press("Control+z")
    await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(["Dig"])
  })

  it("goes on in a new task, which stays selected and focused, when the server gives it its id", async () => {
    const { boardId, cells, open, text } = await given("New", [])
    const page = await open()
    const held = await holdAnswers(page, "**/api/tasks/bulk")
    const hasId = page.locator(":not([data-task^='new-'])")
    await page.getByLabel("Add a task to Doing").fill("Dig")
    await page.keyboard.press("Enter")
    await page.getByLabel("Select Dig").check()
    await row(page, "Dig").locator(`[data-cell$="${text}"]`).click()
    await page.keyboard.type("No")
    held.open()
    await row(page, "Dig").and(hasId).waitFor()
    await page.keyboard.type("rth")
    await page.keyboard.press("Enter")
    await expect.poll(() => cells(text)).toEqual(["North"])
    expect(await page.getByLabel("Select Dig").isChecked()).toBe(true)
    const { tasks } = await people().api.tasks.list({ boardId })
    expect(await page.locator(":focus").getAttribute("data-cell")).toBe(`${tasks[0]?.id} ${text}`)
  })

  it("is not erased by the answer to what was sent before", async () => {
    const { boardId, ids } = await given("Fast", ["Dig"])
    const [id = ""] = ids
    const page = await here.visit()
    await openBoard(page, people().owner, boardId, `&task=${id}`)
    const add = page.getByLabel("Add a subtask")
    const comment = page.getByLabel(/^Write a comment/)
    const held = await holdAnswers(page, "**/api/tasks/*/{subtasks,comments}")
    await add.fill("Dig")
    await add.press("Enter")
    await add.pressSequentially("Sow")
    await comment.fill("One")
    await comment.press("Control+Enter")
    await comment.pressSequentially("Two")
    await expect.poll(() => held.answered()).toBeGreaterThanOrEqual(2)
    held.open()
    await page.getByRole("checkbox", { name: "Dig", exact: true }).waitFor()
    await page.locator(".comment", { hasText: "One" }).waitFor()
    await expect.poll(() => comment.inputValue()).toBe("Two")
    expect(await add.inputValue()).toBe("Sow")
  })

  it("of a task that the board has not loaded yet is stored", async () => {
    const { boardId, doing } = await people().board("Late", [])
    for (let part = 0; part < 6; part += 1)
      await people().api.tasks.bulk({
        boardId,
        operations: Array.from({ length: 200 }, (_, at) => ({
          op: "create" as const,
          task: { name: `Task ${part * 200 + at}`, groupId: doing }
        }))
      })
    const { tasks } = await people().api.tasks.list({ boardId, page: 2, limit: 1000 })
    const { id = "" } = tasks.at(-1) ?? {}
    const page = await here.visit({ expected: FAILED })
    let isDown = true
    await page.route(/\/api\/tasks\?.*page=2/, (route) => (isDown ? route.abort() : route.continue()))
    await openBoard(page, people().owner, boardId, `&task=${id}`)
    const panel = page.getByRole("dialog", { name: /^Task/ })
    await panel.getByRole("button", { name: "Status To do" }).click()
    await panel.getByRole("listbox").getByRole("option", { name: "Done" }).click()
    await expect.poll(async () => (await people().api.tasks.get({ id })).status).toBe("done")
    await panel.getByRole("button", { name: "Status Done" }).waitFor()
    isDown = false
    await page.getByText("1,200 tasks").first().waitFor()
  })

  it("is live again once the user has signed in again", async () => {
    const carol = await somebody(here.server, "Carol")
    const { boardId } = await newBoard(here.server, carol, "Renewed")
    const clientWith = (token: string) => createClient({ baseUrl: here.server.url, token })
    const page = await here.visit({ expected: FAILED })
    const stream = "**/api/changes/stream*"
    await page.route(stream, (route) => route.abort())
    await openBoard(page, carol, boardId)
    await page
      .getByLabel(/^Add a task to/)
      .first()
      .waitFor()
    await clientWith(carol.token).accounts.signOut()
    await page.unroute(stream)
    await page.getByText(SIGNED_OUT).waitFor()
    const token = await signIn(here.server, carol.person)
    await page.evaluate(`localStorage.setItem("boardwright.token", ${JSON.stringify(token)})`)
    await clientWith(token).tasks.create({ boardId, name: "Dig" })
    await expect.poll(() => row(page, "Dig").count()).toBe(1)
  })

  it("is kept where something is read after the session has ended, and sent after signing in again", async () => {
    const { boardId, cells, doing, ids, open, text } = await given("Ended", ["Dig"])
    const [id = ""] = ids
    const page = await open()
    await cell(page, id, text).click()
    await page.keyboard.type("Nor")
    let isEnded = true
    await page.route(`**/api/boards/${boardId}`, (route) =>
      isEnded ? route.fulfill({ status: 401, body: "{}" }) : route.continue()
    )
    await people().api.boards.updateGroup({ boardId, groupId: doing, name: "Doing soon" })
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.waitFor()
    isEnded = false
    await dialog.getByLabel("Email address").fill(people().owner.person.email)
    await dialog.getByLabel("Password").fill(people().owner.person.password)
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "hidden" })
    await page.getByText("Doing soon").first().waitFor()
    await expect.poll(() => cells(text)).toEqual(["Nor"])
  })

  it("is not sent as somebody else who signs in, and is sent when its user is back", async () => {
    const { boardId, cells, ids, open, text } = await given("Lent", ["Dig"])
    const [id = ""] = ids
    const page = await open({ expected: /status of 40[13]/ })
    await page.route("**/api/tasks/bulk", (route) => route.fulfill({ status: 401, body: "{}" }))
    await cell(page, id, text).click()
    await page.keyboard.type("North")
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Your session has ended" })
    await dialog.waitFor()
    await page.unroute("**/api/tasks/bulk")
    const senders: Array<string | undefined> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/api/tasks/bulk")) senders.push(request.headers()["authorization"])
    })
    await dialog.getByLabel("Email address").fill(people().guest.person.email)
    await dialog.getByLabel("Password").fill(people().guest.person.password)
    const reloaded = page.waitForEvent("load")
    await page.keyboard.press("Enter")
    await reloaded
    await page.getByText("You do not have access to this board.").waitFor()
    expect([senders, await cells(text)]).toEqual([[], [null]])
    await openBoard(page, people().owner, boardId)
    await expect.poll(() => cells(text)).toEqual(["North"])
    expect(senders).toEqual([`Bearer ${people().owner.token}`])
  })

  it("works over plain http from another computer, where browsers have no locks", async () => {
    const { boardId } = await given("Plain", ["Dig"])
    const page = await here.visit()
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "locks")
    })
    await openBoard(page, people().owner, boardId)
    const add = page.getByLabel("Add a task to Doing")
    await add.fill("Sow")
    await add.press("Enter")
    await expect.poll(() => people().stored(boardId)).toEqual(["Doing: Dig", "Doing: Sow"])
    const { tasks } = await people().api.tasks.list({ boardId })
    await people().api.tasks.update({ id: tasks[0]?.id ?? "", name: "Dig deep" })
    await row(page, "Dig deep").waitFor()
  })
})
