import { createClient } from "@boardwright/client"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { somebody } from "../faults/given.js"
import { openBoard, row, peopleOn } from "./board.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()
const STREAM = "**/api/changes/stream*"
const REFUSED = /status of 40[34]/
const people = peopleOn(here)

/** A board that somebody else than its owner edits, open in their browser. */
const given = async (name: string, isSilent = false) => {
  const { api, board } = people()
  const { boardId } = await board("Spring", ["Dig"])
  const editor = await somebody(here.server, name)
  const theirs = createClient({ baseUrl: here.server.url, token: editor.token })
  const { id: userId } = await theirs.accounts.profile()
  const join = async () => {
    const { invitation } = await api.members.invite({ id: boardId, userId, role: "editor" })
    await theirs.invitations.accept({ id: invitation.id })
  }
  await join()
  const page = await here.visit({ expected: REFUSED })
  if (isSilent) await page.route(STREAM, () => undefined)
  // Until it asks for the stream, the page reads what has changed, and would be refused.
  const streaming = page.waitForRequest(STREAM)
  await openBoard(page, editor, boardId)
  await Promise.all([streaming, row(page, "Dig").waitFor()])
  return { api, boardId, join, editor, page, userId }
}

/** Does what the browser does when the user comes back to a window, and waits for the answer about the board. */
const comeBack = async (page: Page, boardId: string): Promise<void> => {
  const answer = page.waitForResponse(`**/api/boards/${boardId}`)
  await page.evaluate(`document.dispatchEvent(new Event("visibilitychange")), dispatchEvent(new Event("focus"))`)
  await answer
}

it.each(["task", "group"] as const)("a board that somebody was removed from says so at their next %s", async (what) => {
  const { api, boardId, editor, join, page, userId } = await given(`Eve.${what}`, true)
  await api.members.remove({ id: boardId, userId })
  if (what === "task") {
    await page.getByLabel("Add a task to Doing").fill("Sow")
    await page.keyboard.press("Enter")
  } else {
    await page.getByRole("button", { name: "Menu of the group Doing" }).click()
    await page.getByLabel("Name of the group").fill("Now")
    await page.keyboard.press("Enter")
  }
  await page.getByText("You do not have access to this board.").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
  expect(await page.locator(".notices").getByText("not allowed").count()).toBe(0)
  if (what === "group") return
  // What was added is stored until the board can be read again.
  await join()
  await openBoard(page, editor, boardId)
  await row(page, "Sow").waitFor()
  await expect
    .poll(async () => (await api.tasks.list({ boardId })).tasks.map(({ name }) => name))
    .toEqual(["Dig", "Sow"])
})

it("a board that somebody is invited to is shown when they come back to its page, which asks once each time", async () => {
  const { api } = people()
  const { boardId } = await people().board("Winter", ["Dig"])
  const guest = await somebody(here.server, "Elli")
  const { id: userId } = await createClient({ baseUrl: here.server.url, token: guest.token }).accounts.profile()
  const page = await here.visit({ expected: REFUSED })
  await openAs(page, guest.token, `/app?board=${boardId}`)
  const refused = page.getByText("You do not have access to this board.")
  await refused.waitFor()
  let asked = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/api/boards/${boardId}`) asked += 1
  })
  await comeBack(page, boardId)
  expect(await refused.isVisible()).toBe(true)
  await api.members.invite({ id: boardId, userId, role: "viewer" })
  await page.clock.install()
  await page.clock.fastForward(2_000)
  await comeBack(page, boardId)
  await row(page, "Dig").waitFor()
  expect(asked).toBe(2)
})

it("a board that somebody is removed from says so at once, and is shown when they are back on it", async () => {
  const { api, boardId, join, page, userId } = await given("Edda")
  await api.members.remove({ id: boardId, userId })
  await page.getByText("You do not have access to this board.").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
  await join()
  await comeBack(page, boardId)
  await page.getByLabel("Add a task to Doing").fill("Sow")
  await page.keyboard.press("Enter")
  await row(page, "Sow").waitFor()
})

it("a role in the workspace holds on its open boards at once", async () => {
  const { api } = people()
  const { boardId } = await people().board("Autumn", ["Dig"])
  const { workspaceId } = await api.boards.get({ id: boardId })
  const member = await somebody(here.server, "Ewa")
  const theirs = createClient({ baseUrl: here.server.url, token: member.token })
  const { id: userId } = await theirs.accounts.profile()
  const { invitation } = await api.workspaceMembers.invite({ id: workspaceId, userId, role: "editor" })
  await theirs.invitations.accept({ id: invitation.id })
  const page = await here.visit({ expected: REFUSED })
  const streaming = page.waitForRequest(STREAM)
  await openBoard(page, member, boardId)
  await Promise.all([streaming, page.getByLabel("Add a task to Doing").waitFor()])
  await api.workspaceMembers.update({ id: workspaceId, userId, role: "viewer" })
  await page.getByLabel("Add a task to Doing").waitFor({ state: "detached" })
  expect(await row(page, "Dig").count()).toBe(1)
  await api.workspaceMembers.remove({ id: workspaceId, userId })
  await page.getByText("You do not have access to this board.").waitFor()
})

it("a board that is deleted says so to everybody who has it open", async () => {
  const { api, boardId, page } = await given("Emil")
  await api.boards.delete({ id: boardId })
  await page.getByText("There is no such board.").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
})
