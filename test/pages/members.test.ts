import { describe, expect, it } from "vitest"
import { newBoard, type SignedIn, somebody } from "../faults/given.js"
import { get, mailedLink, post } from "../support/standalone.js"
import { expectAccessible } from "./accessibility.js"
import { inGerman } from "./inGerman.js"
import { choose, press, tabTo, typeInto } from "./keyboard.js"
import { openAs } from "./openAs.js"
import { site } from "./site.js"

const here = site()

/** The members page of a new workspace, as seen by its owner. */
const given = async (name: string) => {
  const owner = await somebody(here.server, name)
  const { workspaceId } = await newBoard(here.server, owner, `Board of ${name}`)
  const page = await here.visit()
  return { owner, workspaceId, page, path: `/account?members=${workspaceId}` }
}

/** Adds a member to a workspace. */
const joined = async (owner: SignedIn, workspaceId: string, name: string, role: string) => {
  const member = await somebody(here.server, name)
  const { id: userId } = (await get(here.server, "/api/auth/me", member.token)).body
  const path = `/api/workspaces/${workspaceId}/members`
  const { body } = await post(here.server, path, { userId, role }, owner.headers)
  await post(here.server, `/api/invitations/${body.invitation.id}/accept`, {}, member.headers)
  return member
}

describe("the members of a workspace", () => {
  it("are invited by keyboard alone; an invitation is sent again and withdrawn", async () => {
    const { owner, page, path } = await given("inviter")
    await openAs(page, owner.token, "/account")
    await choose(page, "More for the workspace Board of inviter", "Members")
    await typeInto(page, "Their email address", "no address")
    await page.keyboard.press("Enter")
    await page.locator("#invitee-error:not(:empty)").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("invitee")
    await expectAccessible(page)
    await page.getByLabel("Their email address").fill("lin@example.com")
    await page.keyboard.press("Enter")
    await page.getByText("lin@example.com is invited by email.").waitFor()
    expect(await page.evaluate("document.activeElement.id")).toBe("said")
    const first = await mailedLink(here.server, "lin@example.com")
    await press(page, "Send again to lin@example.com")
    await page.getByText("The email to lin@example.com is sent again, with a new link.").waitFor()
    await expect.poll(() => mailedLink(here.server, "lin@example.com")).not.toBe(first)
    await press(page, "Withdraw the invitation of lin@example.com")
    const dialog = page.getByRole("dialog", { name: "Withdraw the invitation?" })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Withdraw" }).press("Enter")
    await page.getByText("The invitation of lin@example.com is withdrawn.").waitFor()
    expect(await page.getByRole("heading", { name: "Invited" }).isVisible()).toBe(false)
    expect(await page.title()).toBe("Members of Board of inviter - Boardwright")
    await typeInto(page, "Their email address", owner.person.email)
    await page.keyboard.press("Enter")
    await page.locator(".page-form [role=alert]:not(:empty), #invitee-error:not(:empty)").first().waitFor()
    expect(page.url()).toContain(path)
  })

  it("change roles and are removed, after a confirmation", async () => {
    const { owner, page, path, workspaceId } = await given("chief")
    const member = await joined(owner, workspaceId, "worker", "viewer")
    await openAs(page, owner.token, path)
    const role = page.getByLabel("Role of worker", { exact: true })
    await tabTo(page, role)
    await role.selectOption("editor")
    await press(page, "Change role of worker")
    await page.getByText("worker has the role editor now.").waitFor()
    expect(await role.inputValue()).toBe("editor")
    await press(page, "Remove worker")
    const dialog = page.getByRole("dialog", { name: "Remove worker?" })
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await press(page, "Remove worker")
    await dialog.getByRole("button", { name: "Remove" }).press("Enter")
    await page.getByText("worker is removed.").waitFor()
    expect(await role.count()).toBe(0)
    expect((await get(here.server, `/api/workspaces/${workspaceId}`, member.token)).status).toBe(403)
  })

  it("take a workspace over if they are its admins, and who owned it stays one", async () => {
    const { owner, page, path, workspaceId } = await given("leaver")
    const heir = await joined(owner, workspaceId, "heir", "admin")
    await joined(owner, workspaceId, "onlooker", "viewer")
    await openAs(page, owner.token, path)
    await page.getByLabel("Role of onlooker", { exact: true }).waitFor()
    expect(await page.getByRole("button", { name: /^Hand over/ }).count()).toBe(1)
    await press(page, "Hand over to heir")
    const dialog = page.getByRole("dialog", { name: "Hand over to heir?" })
    await dialog.waitFor()
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Hand over" }).press("Enter")
    await page.getByText("heir owns Board of leaver now.").waitFor()
    await expectAccessible(page)
    expect(await page.getByRole("button", { name: /^Hand over|^Remove heir/ }).count()).toBe(0)
    const { body } = await get(here.server, `/api/workspaces/${workspaceId}`, heir.token)
    expect(body.ownerId).toBe((await get(here.server, "/api/auth/me", heir.token)).body.id)
    await press(page, "Leave Board of leaver")
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).press("Enter")
    await page.waitForURL("**/app")
    await page.getByText("You have left Board of leaver.").waitFor()
  })

  it("see no control that would be refused; others do not see them", async () => {
    const { owner, page, path, workspaceId } = await given("head")
    const viewer = await joined(owner, workspaceId, "reader", "viewer")
    await openAs(page, viewer.token, path)
    await page.getByText("reader (you) Viewer").waitFor()
    expect(await page.getByRole("button", { name: /^(Change|Remove|Hand|Send)/ }).count()).toBe(0)
    await expectAccessible(page)
    const { token } = await somebody(here.server, "outsider")
    await openAs(page, token, path)
    await page.getByText("You are not a member of this workspace.").waitFor()
    await openAs(page, token, "/account?members=none")
    await page.getByText("There is no such workspace. It may have been deleted.").waitFor()
    await expectAccessible(page)
  })

  it("are shown in German", async () => {
    const { owner, page, path, workspaceId } = await given("german")
    await joined(owner, workspaceId, "gardener", "viewer")
    const invitation = { email: "invited@example.com", role: "editor" }
    await post(here.server, `/api/workspaces/${workspaceId}/members`, invitation, owner.headers)
    await openAs(page, owner.token, path)
    await page.getByLabel("Role of gardener", { exact: true }).waitFor()
    await inGerman(page)
    await page.getByText(/Bearbeiter, bis \d/).waitFor()
    await page.getByLabel("Rolle von gardener").selectOption("Bearbeiter")
    await page.getByRole("button", { name: "Rolle ändern: gardener" }).press("Enter")
    await page.getByText("gardener hat jetzt die Rolle Bearbeiter.").waitFor()
    expect(await page.title()).toBe("Mitglieder von Board of german - Boardwright")
    await page.getByRole("button", { name: "Einladung senden" }).press("Enter")
    await page.getByText("Fülle dieses Feld aus.").waitFor()
    await expectAccessible(page)
  })
})
