import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it } from "vitest"
import { get, newPerson, post, signIn, signUp, open, mailedLink } from "../support/standalone.js"
import { expectHarmless, hostile, shortlyHostile } from "./hostile.js"
import { openAs } from "./openAs.js"
import { openPage } from "./openPage.js"
import { site } from "./site.js"

const here = site()
let token: string
let boardId: string
let workspaceId: string
let taskId: string

const seen = async (page: Page, text: string, within = "body"): Promise<void> => {
  await page.locator(within).getByText(text).filter({ visible: true }).first().waitFor()
  await expectHarmless(page)
}

beforeAll(async () => {
  const person = { name: hostile("me"), email: "hostile@example.com", password: "a hostile password" }
  await post(here.server, "/api/auth/signup", person)
  await open(await mailedLink(here.server, person.email))
  token = await signIn(here.server, person)
  const headers = { authorization: `Bearer ${token}` }
  const make = async (path: string, body: unknown) => {
    const { body: made, status } = await post(here.server, path, body, headers)
    if (status !== 201) throw new Error(`${path} was refused: ${JSON.stringify(made)}`)
    return made
  }
  workspaceId = (await make("/api/workspaces", { name: hostile("workspace") })).workspace.id
  boardId = (await make("/api/boards", { name: hostile("board"), description: hostile("about"), workspaceId })).board.id
  await make(`/api/boards/${boardId}/groups`, { name: hostile("group") })
  const { column } = await make(`/api/boards/${boardId}/columns`, { name: hostile("column"), type: "text" })
  const { task } = await make("/api/tasks", {
    boardId,
    name: hostile("task"),
    description: hostile("story"),
    status: shortlyHostile("status"),
    priority: shortlyHostile("priority"),
    columnValues: { [column.id]: hostile("value") }
  })
  taskId = task.id
  await make(`/api/tasks/${task.id}/comments`, { content: shortlyHostile("comment") })
  await make(`/api/tasks/${task.id}/subtasks`, { name: shortlyHostile("subtask") })
  const deleted = (await make("/api/tasks", { boardId, name: hostile("deleted") })).task.id
  await fetch(`${here.server.url}/api/tasks/${deleted}`, { method: "DELETE", headers })

  const admin = await signIn(here.server, await newPerson(here.server, "inviter"))
  const asAdmin = { authorization: `Bearer ${admin}` }
  const other = (await post(here.server, "/api/workspaces", { name: "Other" }, asAdmin)).body.workspace.id
  const board = (await post(here.server, "/api/boards", { name: hostile("invited"), workspaceId: other }, asAdmin)).body
  const { id } = (await get(here.server, "/api/auth/me", token)).body
  await post(here.server, `/api/boards/${board.board.id}/invite`, { userId: id, role: "editor" }, asAdmin)
})

describe("hostile names are text", () => {
  it("on the account, which invites and is signed out of", async () => {
    const page = await here.visit()
    await openAs(page, token, "/account")
    for (const what of ["workspace", "board", "invited"]) await seen(page, hostile(what))
    await page.getByRole("button", { name: `Account of ${hostile("me")}` }).click()
    await seen(page, hostile("me"))
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Accept" }).click()
    await seen(page, `You have joined ${hostile("invited")}.`)
    await openPage(page, "/signin")
    await seen(page, hostile("me"))
    expect(page.url()).toBe(`${here.server.url}/signin`)
  })

  it("on a board and below its tasks", async () => {
    const page = await here.visit()
    await openAs(page, token, `/account?board=${boardId}`)
    for (const what of ["board", "about"]) await seen(page, hostile(what), ".board-head")
    for (const what of ["group", "column", "task", "value"]) await seen(page, hostile(what), "[role=grid]")
    for (const what of ["status", "priority"]) await seen(page, shortlyHostile(what), "[role=grid]")
    await page.getByRole("button", { name: "Filter" }).click()
    for (const what of ["status", "priority"]) await seen(page, shortlyHostile(what), ":popover-open")
    for (const list of ["Sort", "Columns"]) {
      await page.getByRole("button", { name: list }).click()
      await seen(page, hostile("column"), ":popover-open")
    }
    expect(await page.title()).toBe(`${hostile("board")} - Boardwright`)
    await page.getByRole("link", { name: hostile("task") }).click()
    for (const what of ["task", "column", "value"]) await seen(page, hostile(what), "#task-panel")
    // The description is Markdown, where &lt; is an angle bracket.
    await seen(page, hostile("story").replace("&lt;b&gt;", "<b>"), "#task-panel")
    for (const what of ["status", "priority", "comment", "subtask"])
      await seen(page, shortlyHostile(what), "#task-panel")
    await openAs(page, token, `/app?board=${boardId}&view=kanban`)
    await seen(page, hostile("task"), ".board-view")
    await seen(page, shortlyHostile("status"), ".board-view")
    await openAs(page, token, "/app")
    for (const what of ["workspace", "board"]) await seen(page, hostile(what), ".home")
  })

  it("in what happened on a board and to a task, and in its trash", async () => {
    const page = await here.visit()
    await openAs(page, token, `/account?activity=${boardId}`)
    for (const what of ["board", "group", "task", "deleted"]) await seen(page, hostile(what).slice(0, 60))
    for (const what of ["comment", "subtask"]) await seen(page, shortlyHostile(what))
    await openAs(page, token, `/account?activity=${boardId}&task=${taskId}`)
    for (const what of ["comment", "subtask"]) await seen(page, shortlyHostile(what))
    await openAs(page, token, `/account?trash=${boardId}`)
    await seen(page, hostile("deleted"))
    await page.getByRole("button", { name: /^Delete/ }).click()
    await page.getByRole("dialog").getByText(hostile("deleted")).waitFor()
    await expectHarmless(page)
  })

  it("among the members of a workspace, the API tokens and in the security log", async () => {
    const made = { name: hostile("token"), scopes: ["read"], boardIds: [boardId] }
    const { status } = await post(here.server, "/api/tokens", made, { authorization: `Bearer ${token}` })
    expect(status).toBe(201)
    const page = await here.visit()
    await openAs(page, token, `/account?members=${workspaceId}`)
    for (const what of ["me", "workspace"]) await seen(page, hostile(what))
    await openAs(page, token, "/account?tokens=1")
    for (const what of ["token", "board"]) await seen(page, hostile(what))
    await openAs(page, token, "/account?securityLog=1")
    await seen(page, hostile("token"))
  })

  it("in a spreadsheet, its name, its warnings and its refusals", async () => {
    const page = await here.visit()
    await openAs(page, token, `/account?import=${workspaceId}`)
    await seen(page, hostile("workspace"))
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const rows = [
      [hostile("header"), "Due"],
      [hostile("cell"), hostile("day")]
    ]
    const buffer = Buffer.from(rows.map((row) => row.map(quoted).join(",")).join("\n"))
    const file = { name: `${hostile("file").replaceAll("/", "")}.csv`, mimeType: "text/csv", buffer }
    await page.getByLabel("Spreadsheet file").setInputFiles(file)
    await page.getByLabel("Column Due becomes").selectOption("Date")
    await page.getByRole("button", { name: "Check" }).click()
    await page.getByText("1 warning").first().waitFor()
    await expectHarmless(page)
    await page.getByRole("button", { name: "Import 1 task" }).click()
    await page.waitForURL("**/app?board=*")
    await page.getByText("1 task is imported.").waitFor()
    await expectHarmless(page)
  })

  it("in a link's own message, whose words no page repeats", async () => {
    const page = await here.visit()
    const message = encodeURIComponent(hostile("message"))
    await openPage(page, `/signin?verified=true&message=${message}`)
    await page.getByText("Your email address is verified.").waitFor()
    expect(await page.locator("body").innerText()).not.toContain("hacked")
    for (const path of ["/", "/signup", "/verify-error", "/forgot-password", "/mailbox", "/docs"]) {
      await openPage(page, `${path}?message=${message}&error=${message}&after=${message}#${message}`)
      await expectHarmless(page)
      expect(await page.locator("body").innerText()).not.toContain("hacked")
    }
  })

  it("in the mailbox and in the reference", async () => {
    await signUp(here.server, "plain")
    const page = await here.visit()
    await openPage(page, "/mailbox")
    await page.getByText("hostile@example.com").first().waitFor()
    await expectHarmless(page)
    await page.locator("li", { hasText: "hostile@example.com" }).last().getByRole("heading").getByRole("link").click()
    await page.waitForURL("**/mailbox/message?*")
    await page.frameLocator("iframe").locator("body").waitFor()
    await expectHarmless(page)
    await openAs(page, token, "/docs")
    await seen(page, hostile("me"))
  })
})
