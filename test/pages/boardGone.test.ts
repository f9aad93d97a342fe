import { createClient } from "@boardwright/client"
import { beforeAll, expect, it } from "vitest"
import { somebody } from "../faults/given.js"
import { openBoard, row, type TwoPeople, twoPeople } from "./board.js"
import { site } from "./site.js"

const here = site()
const STREAM = "**/api/changes/stream*"
const REFUSED = /status of 40[34]/
let people: TwoPeople
beforeAll(async () => {
  people = await twoPeople(here.server)
})

/** A board that somebody else than its owner edits, open in their browser. */
const given = async (name: string, isSilent = false) => {
  const { api, board } = people
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

it("a board that somebody is removed from says so at once", async () => {
  const { api, boardId, page, userId } = await given("Edda")
  await api.members.remove({ id: boardId, userId })
  await page.getByText("You do not have access to this board.").waitFor()
  expect(await page.getByRole("grid").count()).toBe(0)
})

it("a role in the workspace holds on its open boards at once", async () => {
  const { api } = people
  const { boardId } = await people.board("Autumn", ["Dig"])
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
